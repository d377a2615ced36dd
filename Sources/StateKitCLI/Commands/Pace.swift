import StateKitCore
import StateKitFormat

/// Runs a script by the wall clock (`--realtime`): timers fire when they are due, and `+5s` waits five seconds.
///
/// Every timer is a step of its own, with the time since the last step as its header.
struct Pace {
  private let clock = WallClock()

  var elapsed: Int64 { clock.elapsed }
  func sleep(until time: Int64) { clock.sleep(until: time) }

  /// Waits for input, and meanwhile fires timers that become due.
  func wait(
    for input: any ByteInput, runner: inout ScriptRunner, flush: () -> Void
  ) -> [ScriptRunner.Report] {
    var reports: [ScriptRunner.Report] = []
    while let due = runner.nextTimer(), !input.wait(atMost: max(0, due - clock.elapsed)) {
      if clock.elapsed >= due { reports += advance(to: due, runner: &runner, flush: flush) }
      flush()
    }
    return reports
  }

  /// Runs a step; a step that moves the clock takes that time.
  func run(
    _ step: ScriptStep, at line: ScriptLine, runner: inout ScriptRunner, flush: () -> Void
  ) -> [ScriptRunner.Report] {
    var reports = catchUp(&runner, flush: flush)
    switch step {
    case .advance(.by(let delay), _):
      let (target, overflow) = runner.time.addingReportingOverflow(delay)
      if overflow || target > Delay.longest { return reports + runner.run(step, at: line) }
      while let due = runner.nextTimer(), due < target { reports += advance(to: due, runner: &runner, flush: flush) }
      return reports + advance(to: target, runner: &runner, flush: flush)
    case .advance(.next, _):
      if let due = runner.nextTimer() { reports += advance(to: due, runner: &runner, flush: flush) }
      return reports
    case .advance(.idle, _):
      while let due = runner.nextTimer() { reports += advance(to: due, runner: &runner, flush: flush) }
      return reports
    case .nothing, .event, .end, .expect, .test, .chart, .set, .show, .host:
      return reports + runner.run(step, at: line)
    }
  }

  /// Fires the timers that became due since the last step.
  func catchUp(_ runner: inout ScriptRunner, flush: () -> Void) -> [ScriptRunner.Report] {
    var reports: [ScriptRunner.Report] = []
    let now = clock.elapsed
    while let due = runner.nextTimer(), due <= now { reports += advance(to: due, runner: &runner, flush: flush) }
    runner.passTime(to: now)
    return reports
  }

  private func advance(
    to time: Int64, runner: inout ScriptRunner, flush: () -> Void
  ) -> [ScriptRunner.Report] {
    flush()
    clock.sleep(until: time)
    let delay = time - runner.time
    let shown = "+" + Delay.text(delay)
    let line = ScriptLine(file: "<clock>", number: 1, bytes: Array(shown.utf8))
    return runner.run(.advance(.by(delay), shown: shown), at: line)
  }
}
