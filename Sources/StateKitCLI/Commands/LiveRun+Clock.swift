import StateKitCore
import StateKitFormat

/// A run by the wall clock: timers that fire are lines of their own, and `+5s` waits five seconds.
extension LiveRun {
  /// Runs a line of the script; a line that moves the clock takes that time by the wall clock.
  func run(_ step: ScriptStep, line: ScriptLine) throws {
    if pace == nil { return try make(step, line: line) }
    try catchUp()
    guard case .advance(let advance, _) = step else {
      try make(step, line: line)
      // A test begins at a time of its own.
      if case .test = step { pace?.resume(at: runner.time) }
      return
    }
    switch advance {
    case .by(let delay):
      let (target, overflow) = runner.time.addingReportingOverflow(delay)
      // The machine reports a time that is too large.
      if overflow || target > Delay.longest { return try make(step, line: line) }
      if try fire(before: target) { return try move(to: target, by: line) }
    case .next: if let due = runner.nextTimer() { return try move(to: due, by: line) }
    case .idle: _ = try fire(before: .max)
    }
    record(recorded(line.bytes))
  }

  /// Waits for input, and meanwhile fires timers and runs the lines of the host. Without input, until neither a timer
  /// nor work of the host is left.
  func wait(for input: (any ByteInput)?) throws {
    guard let pace else { return }
    while !base.isOver {
      if host == nil {
        // The time passes with the next line: then a timer shows the time since the last step.
        if try !fire(before: pace.elapsed + 1) { return }
      } else {
        try catchUp()
        try follow()
      }
      try commit()
      unwatch()
      endIfWished()
      let hasWork = !runner.machine.allRunningWork.isEmpty
      if !pace.pause(for: input, host: host?.process, until: runner.nextTimer(), hasWork: hasWork) { return }
    }
  }

  /// Fires the timers that became due since the last line, and lets the rest of the time pass.
  func catchUp() throws {
    guard let pace else { return }
    let now = pace.elapsed
    _ = try fire(before: now + 1)
    passTime(to: now)
  }

  /// Lets time pass in which no timer is due. It has no line in the trace; a recorded script needs one.
  func passTime(to time: Int64) {
    let before = runner.time
    runner.passTime(to: time)
    base.recorder?.pass(runner.time - before)
  }

  /// Waits for the timers before a time and fires them, each a line of its own. Returns false if one could not fire.
  private func fire(before time: Int64) throws -> Bool {
    while let due = runner.nextTimer(), due < time {
      try move(to: due)
      // A limit or a full disk ended the step.
      if let next = runner.nextTimer(), next <= due { return false }
      try follow()
    }
    return true
  }

  /// Waits until a time, and moves the machine's clock to it.
  private func move(to time: Int64, by line: ScriptLine? = nil) throws {
    try commit()
    if base.isOver { return }
    let waits = pace.map { $0.elapsed < time } ?? false
    if waits { unwatch() }
    endIfWished()
    if waits {
      pace?.sleep(until: time)
      watch()
    }
    let delay = time - runner.time
    let shown = "+" + Delay.text(delay)
    let line = line ?? ScriptLine(file: Self.clockFile, number: 1, bytes: Array(shown.utf8))
    try make(.advance(.by(delay), shown: shown), line: line)
  }

  // MARK: Signals

  /// Stores lines in the journal and shows their trace. A signal meanwhile ends the program afterwards: no later run shows
  /// that trace.
  func storing(_ body: () throws -> Void) rethrows {
    do {
      Interrupts.watch(Platform.endings)
      defer { Interrupts.unwatch(Platform.endings) }
      try body()
    }
    endIfWished()
  }

  /// From now on, a signal waits for the end of a line, so that the trace is whole. A journal is whole at any time.
  func watch() { if base.journal == nil { Interrupts.watch(Platform.endings) } }

  /// From now on, a signal ends the program at once.
  func unwatch() { if base.journal == nil { Interrupts.unwatch(Platform.endings) } }

  /// Ends the program by the pending signal, after all output is written.
  func endIfWished() {
    guard let number = Interrupts.pop() else { return }
    // If nobody reads the output, another signal ends the program.
    unwatch()
    trace.flush()
    Platform.die(by: number)
  }
}
