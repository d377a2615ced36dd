package import CEL

/// What a machine is between two steps beside its configuration, its history and the event that it saw last, where nothing was
/// invoked: what known steps change.
package struct RestingData: Sendable {
  /// The values of the context, with room for the event and for loops.
  package var slots: [Value]
  /// Bytes that the context and the timers count for.
  package var held: Int
  /// In milliseconds since the start.
  package var time: Int64
  /// None of them is due yet; nil where none ran lately.
  private(set) var timers: Timers?

  /// Timers in an object of their own: most machines have none.
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

  /// Whether any timer runs.
  package var hasTimers: Bool { timers.map { !$0.queue.isEmpty } ?? false }

  /// When the next timer is due, in milliseconds since the start.
  package var nextDue: Int64? { timers?.queue.nextDue() }

  /// The same data, with timers of their own.
  package var copy: RestingData {
    var copy = self
    copy.timers = timers.map { Timers($0.queue) }
    return copy
  }

  /// The timers, for a step that starts some.
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

  /// Forgets timers that have fired, where none runs any more: as if there never were any. The object stays: the next ones
  /// need it.
  private mutating func settleTimers() {
    guard let timers, timers.queue.isEmpty else { return }
    timers.queue.nextSerial = 0
    if timers.queue.bytes == 0 { return }
    held -= timers.queue.bytes
    timers.queue.removeAll()
  }
}

extension MachineSnapshot {
  /// A machine that stands in a situation with its data, and has seen an event.
  package init(in situation: Situation, isFinished: Bool, data: RestingData, seen: SeenEvent) {
    self.init(
      in: situation, isFinished: isFinished, context: data.slots, seen: seen, time: data.time,
      held: data.held + seen.payloadBytes)
    if let timers = data.timers, !timers.queue.isEmpty { self.timers = timers.queue }
  }

  /// Whether the situation, the event that was seen and the data are all that the machine is.
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
