import StateKitCore
import StateKitFormat

/// A run whose host is a process: its lines are run as lines of the script (Programs.md).
extension ScriptRun {
  /// The process of the host, and its connection with the machine.
  struct HostRun {
    let process: HostProcess
    let link: HostLink
  }

  /// The name of the host's lines in messages.
  static let hostFile = "<host>"

  /// A line of the host as a step.
  func step(ofHost line: [UInt8], parser: ScriptParser, messenger: inout Messenger) -> (ScriptStep, ScriptLine)? {
    guard let text = HostProcess.script(line) else {
      messenger.show(HostProcess.misfit(line))
      return nil
    }
    let source = ScriptLine(file: Self.hostFile, number: 2, bytes: Array(text.utf8))
    do throws(ScriptParser.LineError) {
      return (try parser.parse(source), source)
    } catch {
      messenger.show(error.diagnostics, in: source.source)
      return nil
    }
  }

  /// Runs lines of the host.
  private func run(
    hostLines lines: [[UInt8]], parser: ScriptParser, trace: any TraceWriter, runner: inout ScriptRunner,
    messenger: inout Messenger
  ) {
    for line in lines {
      guard let (step, source) = step(ofHost: line, parser: parser, messenger: &messenger) else { continue }
      let reports = runner.run(step, at: source) + problem(ofHost: line, outcome: runner.lastOutcome)
      report(reports, trace: trace, messenger: &messenger)
    }
  }

  /// The error of a line in which the host reports one that no state handled.
  func problem(ofHost line: [UInt8], outcome: Outcome?) -> [ScriptRunner.Report] {
    guard let reason = HostProcess.error(line), outcome == .ignored || outcome == .declined else { return [] }
    let message = "the host reports an error, and no state handles error.execution: \(DisplayText.quoted(reason))"
    return [
      ScriptRunner.Report(
        origin: .none, diagnostic: Diagnostic(.runError, at: SourceSpan(0, end: 0), message: message))
    ]
  }

  /// Runs the lines of the host that belong to the last step, and those that follow from them. With `--realtime`, those
  /// that are there.
  func follow(
    _ host: HostRun?, parser: ScriptParser, trace: any TraceWriter, runner: inout ScriptRunner,
    messenger: inout Messenger
  ) {
    guard let host else { return }
    while !isOver, !Interrupts.isWished {
      let lines = isRealtime ? host.process.popLines() : host.process.popLinesAfterStep()
      if lines.isEmpty { break }
      run(hostLines: lines, parser: parser, trace: trace, runner: &runner, messenger: &messenger)
      // Timers may be due.
      if isRealtime { break }
    }
    reportProblem(of: host, messenger: &messenger)
  }

  func reportProblem(of host: HostRun, messenger: inout Messenger) {
    guard let problem = host.process.popProblem() else { return }
    messenger.reportError(DisplayText.raw(problem))
  }

  /// After the last line: waits for work of the host that is still running; with `--realtime`, for timers, too.
  func finish(_ host: HostRun, trace: any TraceWriter, runner: inout ScriptRunner, messenger: inout Messenger) {
    let parser = ScriptParser(chart, holding: options.machine.context ?? [])
    report(runner.begin(), trace: trace, messenger: &messenger)
    follow(host, parser: parser, trace: trace, runner: &runner, messenger: &messenger)
    while !isOver {
      pace?.wait(for: nil, host: host.process, runner: &runner) {
        showAtOnce($0, trace: trace, messenger: &messenger)
      } follow: {
        if isOver { return false }
        follow(host, parser: parser, trace: trace, runner: &$0, messenger: &messenger)
        return true
      }
      trace.flush()
      let lines = lastLines(of: host, runner: runner)
      if lines.isEmpty { break }
      pace?.catchUp(&runner) { showAtOnce($0, trace: trace, messenger: &messenger) }
      run(hostLines: lines, parser: parser, trace: trace, runner: &runner, messenger: &messenger)
      follow(host, parser: parser, trace: trace, runner: &runner, messenger: &messenger)
    }
    reportProblem(of: host, messenger: &messenger)
  }
}

extension ScriptRun {
  /// The lines of the host after the script: what it still owes is waited for.
  func lastLines(of host: HostRun, runner: ScriptRunner) -> [[UInt8]] {
    let machine = runner.machine
    return machine.isFinished ? [] : host.process.popLateLines(hasWork: !machine.runningWork.isEmpty)
  }
}

extension Pace {
  /// Waits for input, and meanwhile fires timers and runs the lines of the host. Without input, until neither a timer
  /// nor work of the host is left. `follow` returns false if the run is over.
  func wait(
    for input: (any ByteInput)?, host: HostProcess, runner: inout ScriptRunner, report: Reporter,
    follow: (inout ScriptRunner) -> Bool
  ) {
    while true {
      catchUp(&runner, report: report)
      if !follow(&runner) { return }
      report([])
      let hasWork = !runner.machine.runningWork.isEmpty
      if !pause(for: input, host: host, until: runner.nextTimer(), hasWork: hasWork) { return }
    }
  }
}
