import StateKitCore
import StateKitFormat

/// Runs a script by the wall clock (`--realtime`): timers fire when they are due, and `+5s` waits five seconds.
///
/// Every timer is a step of its own, with the time since the last step as its header.
struct Pace {
  /// Writes the trace until now, and shows reports.
  typealias Reporter = ([ScriptRunner.Report]) -> Void

  private let streams: Streams
  private let clock = WallClock()
  /// The time of the machine at the start of the clock.
  private var base: Int64 = 0

  /// `streams`: the wait for a timer ends if nothing more can be written to them.
  init(_ streams: Streams) {
    self.streams = streams
  }

  /// The time that the machine's clock should show.
  var elapsed: Int64 { base + clock.elapsed }
  func sleep(until time: Int64) { clock.sleep(until: time - base) }

  /// Continues a run whose machine has a time.
  mutating func resume(at time: Int64) { base = time - clock.elapsed }

  /// Waits until input is ready, the host writes or a timer is due. Returns false if input is ready or, without input,
  /// if neither a timer nor work of the host is left.
  func pause(for input: (any ByteInput)?, host: HostProcess?, until due: Int64?, hasWork: Bool) -> Bool {
    if let input {
      if input.isReady { return false }
    } else if due == nil, host?.isOver ?? true || !hasWork {
      return false
    }
    let limit = due.map { max(0, $0 - elapsed) } ?? 3_600_000
    if let host, !host.isOver || input?.pollDescriptor != nil {
      host.wait(atMost: limit, other: input?.pollDescriptor ?? -1)
    } else if due == nil {
      // The next read waits.
      return false
    } else if let input {
      _ = input.wait(atMost: limit)
    } else {
      clock.sleep(until: clock.elapsed + limit)
    }
    return true
  }

  /// Waits for input, and meanwhile fires timers that become due.
  func wait(for input: any ByteInput, runner: inout ScriptRunner, report: Reporter) {
    while let due = runner.nextTimer(), !input.wait(atMost: max(0, due - elapsed)) {
      if elapsed >= due, !advance(to: due, runner: &runner, report: report) { return }
      report([])
    }
  }

  /// Runs a step; a step that moves the clock takes that time.
  func run(_ step: ScriptStep, at line: ScriptLine, runner: inout ScriptRunner, report: Reporter) {
    catchUp(&runner, report: report)
    switch step {
    case .advance(.by(let delay), _):
      let (target, overflow) = runner.time.addingReportingOverflow(delay)
      if overflow || target > Delay.longest { return report(runner.run(step, at: line)) }
      while let due = runner.nextTimer(), due < target {
        if !advance(to: due, runner: &runner, report: report) { return }
      }
      advance(to: target, runner: &runner, report: report)
    case .advance(.next, _): if let due = runner.nextTimer() { advance(to: due, runner: &runner, report: report) }
    case .advance(.idle, _):
      while let due = runner.nextTimer(), advance(to: due, runner: &runner, report: report) {}
    case .nothing, .event, .end, .expect, .test, .chart, .set, .show, .host: report(runner.run(step, at: line))
    }
  }

  /// Fires the timers that became due since the last step.
  func catchUp(_ runner: inout ScriptRunner, report: Reporter) {
    let now = elapsed
    while let due = runner.nextTimer(), due <= now, advance(to: due, runner: &runner, report: report) {}
    runner.passTime(to: now)
  }

  /// Waits until a time and fires the timers that are due then. Returns false if some are left: a limit or a full disk
  /// ended the step. A signal ends the program at once, after the trace until now is written.
  @discardableResult
  private func advance(to time: Int64, runner: inout ScriptRunner, report: Reporter) -> Bool {
    report([])
    if streams.isOver { return false }
    let waits = elapsed < time
    if waits { Interrupts.unwatch(Platform.endings) }
    if let number = Interrupts.pop() { Platform.die(by: number) }
    if waits {
      sleep(until: time)
      Interrupts.watch(Platform.endings)
    }
    let delay = time - runner.time
    let shown = "+" + Delay.text(delay)
    let line = ScriptLine(file: "<clock>", number: 1, bytes: Array(shown.utf8))
    report(runner.run(.advance(.by(delay), shown: shown), at: line))
    return runner.nextTimer().map { $0 > time } ?? true
  }
}
