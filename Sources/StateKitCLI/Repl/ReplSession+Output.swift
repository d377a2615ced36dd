import CEL
import StateKitCore
import StateKitFormat

extension ReplSession {
  /// Writes a line to the output, after the trace so far.
  func writeLine(_ text: String) { write(laidOut(text)) }

  /// A line with its line end, wrapped between words at the width of the terminal; following lines are indented to
  /// the column `hanging`.
  func laidOut(_ text: String, hanging: Int = 4) -> String {
    let text = DisplayText.raw(text)
    guard let width = streams.output.columns else { return text + "\n" }
    return WordWrap.text(text, width: width, hanging: hanging) + "\n"
  }

  /// Escaped lines, wrapped between words at the width of the terminal.
  func wrapped(_ lines: String) -> String {
    guard let width = streams.output.columns else { return lines }
    return lines.split(separator: "\n", omittingEmptySubsequences: false)
      .map { WordWrap.text(String($0), width: width, hanging: 6) }.joined(separator: "\n")
  }

  /// Writes several lines, a screen at a time.
  func writePages(_ text: String) {
    guard let goesOn = debugger.goesOn, let height = streams.terminal()?.height, height > 2 else { return write(text) }
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
    for start in stride(from: 0, to: lines.count, by: height - 1) {
      if start > 0, !goesOn() { return }
      write(lines[start..<min(lines.count, start + height - 1)].map { $0 + "\n" }.joined())
    }
  }

  /// Writes several lines that are escaped already.
  func write(_ text: String) {
    trace.flush()
    streams.output.write(text)
  }

  func showWatches() {
    for watch in watches {
      var copy = machine
      do throws(DataModel.Failure) {
        let value = try runner.inspecting { () throws(DataModel.Failure) in try copy.evaluate(watch.expression) }
        writeLine("  watch \(watch.text) = \(value.shownJSON(to: DisplayText.longestMessage))")
      } catch {
        writeLine("  watch \(watch.text): \(error.message)")
      }
    }
  }

  /// The deepest active states, in the form of the prompt.
  var shownConfiguration: String {
    if runner.isWaiting { return "not started" }
    let leaves = machine.configuration.leaves
    // With many regions, those that changed come first.
    let first = (leaves.filter { !standing.contains($0) } + leaves.filter { standing.contains($0) }).prefix(3)
    let shown = leaves.filter { first.contains($0) }.map { chart.shownReference($0) }.joined(separator: ", ")
    return leaves.count > 3 ? shown + ", …" : shown
  }

  /// Warns that no state handles an event, or that a typed line has no host.
  mutating func warn(_ step: ScriptStep, line: ScriptLine) {
    if case .host(.actions) = step, options.process == nil, line.file == SourceFile.standardInputName {
      let help = "start the session with --host 'CMD', or give the answers as :host answered [true, null]"
      return messenger.write("statekit: warning: there is no host that answers: \(help)")
    }
    guard isInteractive else {
      if let warning = survey.look(at: step, line: line, in: chart) { messenger.show([warning], in: line.source) }
      return
    }
    let event: Event
    switch step {
    case .event(let sent) where chart.rejection(of: sent) == nil: event = sent
    case .expect(let expectation):
      guard let refused = expectation.refused else { return }
      event = refused
    default: return
    }
    if chart.isKnown(event) { return }
    let name = chart.text(of: event.label)
    let help = chart.helpForUnhandled(name).map { ", \($0)" } ?? ""
    messenger.write("no state handles \(DisplayText.quoted(name))\(help)")
  }
}
