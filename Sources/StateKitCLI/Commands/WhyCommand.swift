import StateKitCore
import StateKitFormat
import StateKitSearch
import StateKitTest

/// `statekit why CHART SCRIPT EVENT`: after a script, why an event does what it does.
struct WhyCommand {
  private let streams: Streams
  private let arguments: Arguments

  init(_ streams: Streams, _ arguments: Arguments) {
    self.streams = streams
    self.arguments = arguments
  }

  func run() throws(UsageError) -> ExitStatus {
    var messenger = Messenger(streams.errors, hasColor: streams.hasColor(arguments.color), isQuiet: false)
    defer { messenger.finish() }
    let chart: Chart
    let source: SourceText
    switch ChartLoading.load(
      arguments.operands[0], script: arguments.operands.dropFirst().first, as: arguments.reading, streams, &messenger)
    {
    case .chart(let loaded, let text): (chart, source) = (loaded, text)
    case .failed(let status): return status
    }
    var machine = Machine(chart, limits: arguments.limits, sink: NoTrace())
    machine.start()
    let path = arguments.operands[1]
    do {
      let script = try ScriptFile(path, streams)
      if try !run(script, &machine, &messenger) { return .inputAtFault }
    } catch {
      messenger.say("statekit: cannot read \(SourceFile.name(of: path)): \(error.reason)")
      return .unable
    }
    do throws(ScriptParser.LineError) {
      let why = try FamilyWhy.asking(FilePath.bytes(of: arguments.operands[2]), machine, source)
      let text = arguments.answerFormat == .json ? why.json() : why.text()
      streams.output.write(text.utf8.span)
      return .ok
    } catch {
      throw UsageError(
        message: "\(DisplayText.quoted(arguments.operands[2])): \(error.diagnostics.first?.message ?? "")")
    }
  }

  /// Runs a script without a trace, and shows what goes wrong; false where the script has errors.
  private func run(
    _ script: ScriptFile, _ machine: inout Machine, _ messenger: inout Messenger
  ) throws(InputError) -> Bool {
    let parser = ScriptParser(machine.chart)
    var lines = LineReader(script.input)
    var isGood = true
    // What the last step did wrong, unless an expectation right below excuses it.
    var pending: (faults: [Diagnostic], source: SourceText)?
    while let next = try lines.next(willWait: {}) {
      let line = script.line(next, lines)
      do throws(ScriptParser.LineError) {
        let step = try script.parse(next, line, parser)
        if case .expect(let expectation) = step {
          pending?.faults.removeAll { expectation.excuses($0.code) }
          continue
        }
        if case .nothing = step { continue }
        if let pending { messenger.show(pending.faults, in: pending.source) }
        pending = nil
        if machine.take(step) {
          let faults = machine.faults.map {
            Diagnostic($0.code, at: line.body, $0.message, reasons: ExpressionValues.lines($0.parts))
          }
          pending = (faults, line.source)
        }
        if case .test = step {
          // A test begins on a fresh machine; its set-up is left to the reader of the script.
          machine = Machine(machine.chart, limits: arguments.limits, sink: NoTrace())
          machine.start()
        }
      } catch {
        isGood = false
        messenger.show(error.diagnostics, in: line.source)
      }
    }
    if let pending { messenger.show(pending.faults, in: pending.source) }
    return isGood
  }
}
