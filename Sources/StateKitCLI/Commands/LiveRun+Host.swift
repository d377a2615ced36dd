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
      if let problem = HostProcess.problem(line, after: runner.lastOutcome, in: base.chart) { reports.append(problem) }
    }
  }

  /// Waits for work of the host that is still running; by the wall clock, for timers, too.
  func finish(_ host: ScriptRun.HostRun) throws {
    try follow()
    while !base.isOver {
      try wait(for: nil)
      try commit()
      let machine = runner.machine
      let lines = machine.isFinished ? [] : host.process.popLateLines(hasWork: !machine.allRunningWork.isEmpty)
      if lines.isEmpty { break }
      try catchUp()
      try run(hostLines: lines)
      try follow()
    }
    host.reportProblem(&messenger)
  }
}
