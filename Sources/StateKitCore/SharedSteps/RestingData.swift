package import CEL

/// The state of a machine without invocations between two steps, except its configuration, its history and the last
/// seen event: the data that known steps change.
package struct RestingData: Sendable {
  /// The values of the context, with room for the event and for loops.
  package var slots: [Value]
  /// The size of the context and the timers in bytes.
  package var held: Int
  /// Milliseconds since the start.
  package var time: Int64
  /// The timers, none of which is due yet; nil if none has run lately.
  private(set) var timers: Timers?

  /// Timers in a separate object, because most machines have none.
  final class Timers: @unchecked Sendable {
    var queue: TimerQueue

    init(_ queue: TimerQueue) {
      self.queue = queue
    }
  }

  /// Data without timers.
  package init(slots: [Value], held: Int) {
    self.init(slots: slots, held: held, time: 0, timers: nil)
  }

  fileprivate init(slots: [Value], held: Int, time: Int64, timers: Timers?) {
    self.slots = slots
    self.held = held
    self.time = time
    self.timers = timers
  }

  /// True if any timer runs.
  package var hasTimers: Bool { timers.map { !$0.queue.isEmpty } ?? false }

  /// The due time of the next timer, in milliseconds since the start.
  package var nextDue: Int64? { timers?.queue.nextDue() }

  /// A copy of the data, with separate timers.
  package var copy: RestingData {
    var copy = self
    copy.timers = timers.map { Timers($0.queue) }
    return copy
  }

  /// The timers for a step that starts some; created if necessary.
  private mutating func ownTimers() -> Timers {
    if let timers { return timers }
    let made = Timers(TimerQueue())
    timers = made
    return made
  }

  /// Starts and stops timers of states.
  mutating func change(_ changes: ArraySlice<TimerChange>, of chart: Chart) {
    if changes.isEmpty { return }
    let timers = ownTimers()
    let before = timers.queue.bytes
    for change in changes {
      let indices = chart.states[change.state.index].timers.indices
      if change.areStarted {
        _ = timers.queue.startAfter(
          change.state, timers: indices, lengths: { chart.timers[$0].milliseconds }, now: time)
      } else {
        timers.queue.stopAfter(indices)
      }
    }
    held += timers.queue.bytes - before
    settleTimers()
  }

  /// Removes fired timers if none runs any more, as if there had never been any. The object is kept for the next ones.
  private mutating func settleTimers() {
    guard let timers, timers.queue.isEmpty else { return }
    timers.queue.nextSerial = 0
    if timers.queue.bytes == 0 { return }
    held -= timers.queue.bytes
    timers.queue.removeAll()
  }
}

extension MachineSnapshot {
  /// Creates a snapshot of a machine in a situation, with its data and the event that it saw.
  package init(in situation: Situation, isFinished: Bool, data: RestingData, seen: SeenEvent) {
    self = .nowhere
    leaves = situation.leaves
    history = situation.history
    self.isFinished = isFinished
    slots = data.slots
    self.seen = seen
    time = data.time
    held = data.held + seen.payloadBytes
    own = held
    if let timers = data.timers, !timers.queue.isEmpty { self.timers = timers.queue }
  }

  /// True if the situation, the seen event and the data are the complete state of the machine.
  package var isResting: Bool {
    children.isEmpty && works.isEmpty && answers == nil && !timers.mayBeDue(at: time)
  }

  /// The data of such a machine.
  package var restingData: RestingData {
    RestingData(
      slots: slots, held: size - seen.payloadBytes, time: time,
      timers: timers.isEmpty ? nil : RestingData.Timers(timers))
  }
}
