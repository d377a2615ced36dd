import CEL
import StateKitCore
import StateKitFormat
import StateKitSearch
import StateKitTest

/// `statekit why CHART SCRIPT EVENT`: explains the effect of an event after a script, or which timers a clock move
/// fires.
final class WhyCommand: ToolCommand {
  let streams: Streams
  let arguments: Arguments
  private var scriptPath: String { arguments.operands[1] }

  init(streams: Streams, arguments: Arguments) {
    self.streams = streams
    self.arguments = arguments
  }

  func run(_ messenger: inout Messenger) throws(CommandEnd) -> ExitStatus {
    max(try answer(&messenger), messenger.hasErrors ? .inputAtFault : .ok)
  }

  private func answer(_ messenger: inout Messenger) throws(CommandEnd) -> ExitStatus {
    let script = Result { () throws(InputError) in try ScriptFile(scriptPath, streams: streams) }
    let loaded = try load(
      &messenger, script: scriptPath, warnings: .ofRules(script: try? script.get())
    ) { chart in
      // The script is not opened again: a pipe may have no writer any more.
      let parser = ScriptParser(chart)
      (try? script.get())?.lookForSettings(parser)
      return parser.dynamicKeys
    }
    let (chart, source) = (loaded.chart, loaded.source)
    let host = try arguments.host(for: [chart])
    let reached: Machine?
    do throws(InputError) {
      reached = try machine(after: script.get(), on: loaded, host: host, messenger: &messenger)
    } catch {
      throw .cannotRead(scriptPath, reason: error.reason)
    }
    guard let machine = reached else { return .inputAtFault }
    do throws(ScriptParser.LineError) {
      let line = FilePath.bytes(of: arguments.operands[2])
      if let clock = try ClockWhy.asking(line, in: machine) {
        let text = arguments.answerFormat == .json ? clock.json() : clock.text()
        streams.output.write(text)
        return arguments.checksHandled && !clock.firesSomething ? .inputAtFault : .ok
      }
      let why = try FamilyWhy.asking(line, machine: machine, source: source)
      let text = arguments.answerFormat == .json ? why.json() : why.text()
      streams.output.write(text)
      return arguments.checksHandled && !why.isHandled ? .inputAtFault : .ok
    } catch {
      let complaint = Complaint(error, else: "this is not an event")
      throw CommandEnd(usage: "\(DisplayText.quoted(arguments.operands[2])): \(complaint.message)")
    }
  }

  /// Runs a script without a trace, and shows errors as `run` does. Returns nil if the script cannot be read as one.
  private func machine(
    after script: ScriptFile, on loaded: LoadedChart, host: HostLines, messenger: inout Messenger
  ) throws(InputError) -> Machine? {
    let (chart, source) = (loaded.chart, loaded.source)
    var options = ScriptRunner.Options()
    options.machine.limits = arguments.limits
    options.host = host
    var runner = ScriptRunner(chart, options: options, trace: NoTrace())
    messenger.show(runner.start(), of: chart, in: source)
    let parser = ScriptParser(chart)
    var lines = LineReader(script.input)
    var survey = ScriptSurvey()
    var isGood = true
    while let next = try lines.next(willWait: {}) {
      let line = script.line(next, lines: lines)
      do throws(ScriptParser.LineError) {
        let step = try script.parse(next, line: line, parser: parser)
        if let warning = survey.look(at: step, line: line, in: chart) { messenger.show([warning], in: line.source) }
        messenger.show(runner.run(step, at: line), of: chart, in: source)
      } catch {
        isGood = false
        messenger.show(error.diagnostics, in: line.source)
      }
    }
    messenger.show(runner.finish(), of: chart, in: source)
    return isGood ? runner.machine : nil
  }
}
