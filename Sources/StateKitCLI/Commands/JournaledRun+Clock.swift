import StateKitCore
import StateKitFormat

/// A run with a journal by the wall clock: timers that fire are lines of their own.
extension JournaledRun {
  /// Runs a line of the script; a line that moves the clock takes that time by the wall clock.
  func run(_ step: ScriptStep, line: ScriptLine) throws {
    if pace == nil { return try make(step, line: line) }
    try catchUp()
    guard case .advance(let advance, _) = step else { return try make(step, line: line) }
    switch advance {
    case .by(let delay):
      let (target, overflow) = runner.time.addingReportingOverflow(delay)
      // The machine reports a time that is too large.
      if overflow || target > Delay.longest { return try make(step, line: line) }
      while let due = runner.nextTimer(), due < target, !base.isOver { try fire(due) }
      return try move(to: target, by: line)
    case .next: if let due = runner.nextTimer() { return try move(to: due, by: line) }
    case .idle: while let due = runner.nextTimer(), !base.isOver { try fire(due) }
    }
    records.append(JournalRecord(step: trace.steps, time: runner.time, line: line.bytes))
  }

  /// Waits until a time, and moves the machine's clock to it.
  private func move(to time: Int64, by line: ScriptLine? = nil) throws {
    try commit()
    if base.isOver { return }
    pace?.sleep(until: time)
    let delay = time - runner.time
    let shown = "+" + Delay.text(delay)
    let line = line ?? ScriptLine(file: Self.clockFile, number: 1, bytes: Array(shown.utf8))
    try make(.advance(.by(delay), shown: shown), line: line)
  }

  /// Waits for input, and meanwhile fires timers and runs the lines of the host. Without input, until neither a timer
  /// nor work of the host is left.
  func wait(for input: (any ByteInput)?) throws {
    guard let pace else { return }
    while !base.isOver {
      try catchUp()
      try follow()
      try commit()
      let hasWork = !runner.machine.runningWork.isEmpty
      if !pace.pause(for: input, host: host?.process, until: runner.nextTimer(), hasWork: hasWork) { return }
    }
  }

  /// Fires the timers that became due since the last line, and lets the rest of the time pass.
  func catchUp() throws {
    guard let pace else { return }
    let now = pace.elapsed
    while let due = runner.nextTimer(), due <= now, !base.isOver { try fire(due) }
    runner.passTime(to: now)
  }

  /// Waits for a timer and fires it: a line of its own.
  private func fire(_ due: Int64) throws {
    try move(to: due)
    try follow()
  }
}
