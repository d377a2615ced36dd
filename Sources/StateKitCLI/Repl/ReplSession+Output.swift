import CEL
import StateKitCore
import StateKitFormat

/// What a session writes.
extension ReplSession {
  /// A line on the output, behind the trace so far.
  func say(_ text: String) {
    write(laidOut(text))
  }

  /// A line with its end, broken between words where the terminal is narrower; what follows stands at the column `hanging`.
  func laidOut(_ text: String, hanging: Int = 4) -> String {
    let text = DisplayText.raw(text)
    guard let width = streams.output.columns else { return text + "\n" }
    return WordWrap.text(text, width: width, hanging: hanging) + "\n"
  }

  /// Several lines, a screen at a time.
  func writePages(_ text: String) {
    guard let goesOn = debugger.goesOn, let height = streams.terminal()?.height, height > 2 else { return write(text) }
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
    for start in stride(from: 0, to: lines.count, by: height - 1) {
      if start > 0, !goesOn() { return }
      write(lines[start..<min(lines.count, start + height - 1)].map { $0 + "\n" }.joined())
    }
  }

  /// Several lines, each escaped already.
  func write(_ text: String) {
    trace.flush()
    streams.output.write(text.utf8Bytes.span)
  }

  func showWatches() {
    for watch in watches {
      var copy = machine
      do throws(DataModel.Failure) {
        say("  watch \(watch.text) = \(try copy.evaluate(watch.expression).json)")
      } catch {
        say("  watch \(watch.text): \(error.message)")
      }
    }
  }

  /// The deepest active states, as the prompt shows them.
  var shownConfiguration: String {
    if runner.isWaiting { return "not started" }
    let leaves = machine.configuration.leaves
    // Of many regions those that have changed are shown.
    let first = (leaves.filter { !standing.contains($0) } + leaves.filter { standing.contains($0) }).prefix(3)
    let shown = leaves.filter { first.contains($0) }.map { chart.shownReference($0) }.joined(separator: ", ")
    return leaves.count > 3 ? shown + ", …" : shown
  }
}
