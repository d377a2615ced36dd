import StateKitCore
import StateKitFormat

/// A run of a script on a chart. The script is checked before the run if it can be read twice, else each line is
/// checked as it is read.
struct ScriptRun {
  let chart: Chart
  let source: SourceText
  let script: ScriptFile?
  let options: ScriptRunner.Options
  let streams: Streams
  let isQuiet: Bool
  /// The wall clock of the run; nil for the virtual clock.
  let pace: Pace?
  let format: TraceFormat
  /// Shows a macrostep whole if the step limit ends it.
  let showsAllRounds: Bool
  /// Writes the trace in colour.
  let hasColor: Bool
  /// Records the run as a script.
  var recorder: ScriptRecorder?
  /// The state to resume from; nil for a start.
  var beginning: StateFiles.Loaded?
  /// Stores the lines before their trace is written.
  var journal: Journal?
  /// The process that does the work of the host.
  var host: HostRun?

  /// The process of a host, and its connection with the machine.
  struct HostRun {
    let process: HostProcess
    let link: HostLink

    func reportProblem(_ messenger: inout Messenger) {
      guard let problem = process.popProblem() else { return }
      messenger.reportError(DisplayText.raw(problem))
    }
  }

  /// Runs the script; `end` can get the state of the machine after the last line.
  func run(_ messenger: inout Messenger, end: (() -> StateFile) -> Void) -> ExitStatus {
    var plan = ScriptPlan(chart)
    if let script, !readsOnce(script) {
      do throws(InputError) {
        let isGood = try plan.lookThrough(
          script, in: chart, holding: options.machine.context ?? [], messenger: &messenger)
        if !isGood { return .inputAtFault }
      } catch {
        messenger.write("statekit: cannot read \(script.name): \(error.reason)")
        return .unable
      }
      if pace != nil || host != nil || journal != nil { plan.readAgain() }
    } else if script != nil {
      plan.expectStream()
    }
    let run = LiveRun(self, plan: plan, messenger: messenger)
    defer { messenger = run.messenger }
    do {
      let status = try run.run()
      if status != .unable, streams.output.failure == nil { end { run.state } }
      return status
    } catch let refusal as Journal.Refusal {
      let code = refusal.isDamage ? " [\(DiagnosticCode.journalCorrupt.rawValue)]" : ""
      run.messenger.write("statekit: \(refusal.isDamage ? "error: " : "")\(refusal.message)\(code)")
      return refusal.status
    } catch {
      let name = journal.map { FilePath.shown($0.path) } ?? ""
      run.messenger.write("statekit: the journal \(name): \(FileSave.reason(of: error))")
      return .unable
    }
  }

  /// True for a script that is read once, so that each line is checked just before it runs.
  func readsOnce(_ script: ScriptFile) -> Bool { journal == nil ? script.isStream : script.isNewToJournal }

  func writer(to target: any ByteOutput) -> any TraceWriter {
    if isQuiet { return NoTrace() }
    if format == .jsonl { return TraceJSONLines(chart, source: source, output: target) }
    let output: any ByteOutput = hasColor ? TerminalTrace(target, hasColor: true) : target
    return TraceText(chart, source: source, output: output, isFull: showsAllRounds)
  }

  /// True if nothing more can be written.
  var isOver: Bool { streams.isOver }
}

extension Messenger {
  /// Shows the errors of a run: in the file of a chart, in a line of the script, or without a position.
  mutating func show(_ reports: [ScriptRunner.Report], of chart: Chart, in source: SourceText) {
    for report in reports {
      switch report.origin {
      case .chart(let index): show([report.diagnostic], in: chart.source(of: index, first: source))
      case .script(let line): show([report.diagnostic], in: line.source)
      case .none: show(report.diagnostic)
      }
    }
  }
}
