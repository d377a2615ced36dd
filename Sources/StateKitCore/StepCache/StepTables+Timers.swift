/// The `after` timers of states in a replayed step (`TimerChange`).
extension StepTables {
  /// True if the timers can be started. Released values count as if they were still held, because the machine may have
  /// started the timers before the release.
  @inline(never)
  func admitTimers(
    _ operation: UnsafePointer<StepOperation>, cursor: borrowing StepCursor, data: inout DataModel
  ) -> Bool {
    let (due, overflow) = unsafe cursor.clock.addingReportingOverflow(operation.pointee.operand)
    if overflow || due > Delay.longest { return false }
    return unsafe data.memory.admits(Int(operation.pointee.index) * HeldBytes.timer + cursor.freedBytes(data))
  }

  /// Starts the timers of a state, after the check.
  @inline(never)
  func startTimers(
    _ operation: UnsafePointer<StepOperation>, cursor: inout StepCursor, data: inout DataModel, timers: inout TimerQueue
  ) {
    let chart = data.chart
    let state = unsafe StateID(rawValue: operation.pointee.index)
    let before = timers.bytes
    _ = timers.startAfter(
      state, timers: chart.states[state.index].timers.indices, lengths: { chart.timers[$0].milliseconds },
      now: cursor.clock)
    data.memory.holdAnyway(timers.bytes - before)
    cursor.hasChangedData = true
  }

  @inline(never)
  func stopTimers(
    _ operation: UnsafePointer<StepOperation>, cursor: inout StepCursor, data: inout DataModel, timers: inout TimerQueue
  ) {
    let before = timers.bytes
    timers.stopAfter(data.chart.states[unsafe Int(operation.pointee.index)].timers.indices)
    data.memory.holdAnyway(timers.bytes - before)
    cursor.hasChangedData = true
  }
}
