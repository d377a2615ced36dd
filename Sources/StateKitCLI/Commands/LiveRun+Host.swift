import StateKitCore
import StateKitFormat

/// A run whose host is a process: its lines are run as lines of the script (Programs.md).
extension LiveRun {
  /// Runs the lines of the host that belong to the last step, and those that follow from them; by the wall clock, those
  /// that are there.
  func follow() throws {
    guard let host else { return }
    while !base.isOver, !Interrupts.isWished {
      let lines = pace == nil ? host.process.popLinesAfterStep() : host.process.popLines()
      if lines.isEmpty { break }
      try run(hostLines: lines)
      // Timers may be due.
      if pace != nil { break }
    }
    host.reportProblem(&messenger)
  }

  private func run(hostLines lines: [[UInt8]]) throws {
    for line in lines {
      guard let text = HostProcess.script(line) else {
        messenger.show(HostProcess.misfit(line))
        continue
      }
      let source = ScriptLine(file: Self.hostFile, number: 2, bytes: Array(text.utf8))
      let step: ScriptStep
      do throws(ScriptParser.LineError) {
        step = try parser.parse(source)
      } catch {
        messenger.show(error.diagnostics, in: source.source)
        continue
      }
      try make(step, line: source)
      if let problem = problem(ofHost: line) { reports.append(problem) }
    }
  }

  /// The error of a line in which the host reports one that no state handled.
  private func problem(ofHost line: [UInt8]) -> ScriptRunner.Report? {
    let outcome = runner.lastOutcome
    // The line is read again only then: most lines are events that a state handles.
    guard outcome == .ignored || outcome == .declined, let reason = HostProcess.error(line) else { return nil }
    let message = "the host reports an error, and no state handles error.execution: \(DisplayText.quoted(reason))"
    return ScriptRunner.Report(
      origin: .none, diagnostic: Diagnostic(.runError, at: SourceSpan(0, end: 0), message: message))
  }

  /// Waits for work of the host that is still running; by the wall clock, for timers, too.
  func finish(_ host: ScriptRun.HostRun) throws {
    try follow()
    while !base.isOver {
      try wait(for: nil)
      try commit()
      let machine = runner.machine
      let lines = machine.isFinished ? [] : host.process.popLateLines(hasWork: !machine.runningWork.isEmpty)
      if lines.isEmpty { break }
      try catchUp()
      try run(hostLines: lines)
      try follow()
    }
    host.reportProblem(&messenger)
  }
}
