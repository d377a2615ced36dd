import CEL

/// All that a machine is between two items. It shares what did not change with the snapshots before it, so that many of
/// them take little: nothing in it is as large as the chart.
package struct MachineSnapshot: Sendable {
  fileprivate let leaves: [StateID]
  fileprivate let slots: [Value]
  fileprivate let seen: SeenEvent
  fileprivate let time: Int64
  fileprivate let isFinished: Bool
  fileprivate let faults: [Machine.Fault]
  fileprivate let rejection: String?
  fileprivate let lastOutcome: Outcome?
  fileprivate let history: [(history: StateID, record: [StateID])]
  fileprivate let timers: TimerQueue

  /// The deepest active states.
  package var configuration: [StateID] { leaves }
}

extension Machine {
  /// The machine as it is now, between two items.
  package var snapshot: MachineSnapshot {
    MachineSnapshot(
      leaves: configuration.leaves, slots: data.slots, seen: data.seen, time: time, isFinished: isFinished,
      faults: faults, rejection: rejection, lastOutcome: lastOutcome, history: chart.hasHistory ? history.all : [],
      timers: timers)
  }

  /// Makes the machine what it was: whatever it does next, it does as it would have done then.
  package mutating func restore(_ snapshot: MachineSnapshot) {
    configuration.restore(snapshot.leaves)
    data.restore(snapshot.slots, snapshot.seen)
    time = snapshot.time
    isFinished = snapshot.isFinished
    faults = snapshot.faults
    rejection = snapshot.rejection
    lastOutcome = snapshot.lastOutcome
    if chart.hasHistory { history.restore(snapshot.history) }
    timers = snapshot.timers
  }
}
