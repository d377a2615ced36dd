import CEL
import StateKitCore
import StateKitFormat
import StateKitSearch
import StateKitTest

/// `statekit why CHART SCRIPT EVENT`: explains the effect of an event after a script, or which timers a clock move
/// fires.
struct WhyCommand: ToolCommand {
  let streams: Streams
  let arguments: Arguments
  private var scriptPath: String { arguments.operands[1] }

  func run(_ messenger: inout Messenger) throws(CommandEnd) -> ExitStatus {
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
    var machine = fresh(chart, host: host)
    do throws(InputError) {
      if try !run(script.get(), machine: &machine, host: host, messenger: &messenger) { return .inputAtFault }
    } catch {
      throw .cannotRead(scriptPath, reason: error.reason)
    }
    do throws(ScriptParser.LineError) {
      let line = FilePath.bytes(of: arguments.operands[2])
      if let clock = try ClockWhy.asking(line, in: machine) {
        let text = arguments.answerFormat == .json ? clock.json() : clock.text()
        streams.output.write(text.utf8Bytes.span)
        return arguments.checksHandled && !clock.firesSomething ? .inputAtFault : .ok
      }
      let why = try FamilyWhy.asking(line, machine: machine, source: source)
      let text = arguments.answerFormat == .json ? why.json() : why.text()
      streams.output.write(text.utf8Bytes.span)
      return arguments.checksHandled && !why.isHandled ? .inputAtFault : .ok
    } catch {
      let complaint = Complaint(error, else: "this is not an event")
      throw CommandEnd(usage: "\(DisplayText.quoted(arguments.operands[2])): \(complaint.message)")
    }
  }

  /// A machine before its start.
  private func fresh(_ chart: Chart, host: HostLines) -> Machine {
    var machine = Machine(chart, limits: arguments.limits, sink: NoTrace())
    machine.answers = host.answers(for: chart)
    return machine
  }

  /// Runs a script without a trace, and shows errors. Returns false if the script has errors.
  private func run(
    _ script: ScriptFile, machine: inout Machine, host: HostLines, messenger: inout Messenger
  ) throws(InputError) -> Bool {
    let parser = ScriptParser(machine.chart)
    var lines = LineReader(script.input)
    var survey = ScriptSurvey()
    var isGood = true
    // Steps that wait for the start, which waits for host answers in the first lines; nil after the start.
    var waiting: [ScriptStep]? = []
    func start() {
      guard let held = waiting else { return }
      waiting = nil
      machine.start()
      for step in held { machine.perform(step) }
    }
    // Errors of the last step, until the next line shows that they are not expected.
    var pending: (faults: [Diagnostic], source: SourceText)?
    while let next = try lines.next(willWait: {}) {
      let line = script.line(next, lines: lines)
      do throws(ScriptParser.LineError) {
        let step = try script.parse(next, line: line, parser: parser)
        if let warning = survey.look(at: step, line: line, in: machine.chart) {
          messenger.show([warning], in: line.source)
        }
        if case .expect(let expectation) = step {
          pending?.faults.removeAll { expectation.excuses($0.code) }
          continue
        }
        if case .nothing = step { continue }
        if waiting != nil {
          switch step {
          case .host: machine.perform(step)
          case .set, .show: waiting?.append(step)
          case .nothing, .expect, .chart: break
          case .event, .end, .advance, .test: start()
          }
          if waiting != nil { continue }
        }
        if let pending { messenger.show(pending.faults, in: pending.source) }
        pending = nil
        if machine.perform(step) {
          let faults = machine.faults.map {
            Diagnostic($0.code, at: line.body, message: $0.message, reasons: ExpressionValues.lines($0.parts))
          }
          pending = (faults, line.source)
        }
        if case .test = step {
          // A test begins on a fresh machine; its set-up lines are handled by the script's reader.
          machine = fresh(machine.chart, host: host)
          waiting = []
        }
      } catch {
        isGood = false
        messenger.show(error.diagnostics, in: line.source)
      }
    }
    start()
    if let pending { messenger.show(pending.faults, in: pending.source) }
    return isGood
  }
}
