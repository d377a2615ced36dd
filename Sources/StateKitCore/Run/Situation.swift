/// The position of a machine between two macrosteps, without data and timers: the configuration and the recorded
/// history.
package struct Situation: Sendable {
  /// The deepest active states, in document order.
  package var leaves: [StateID] = []
  package var history: [(history: StateID, record: [StateID])] = []

  package init(leaves: [StateID] = [], history: [(history: StateID, record: [StateID])] = []) {
    self.leaves = leaves
    self.history = history
  }
}

extension Machine {
  /// Sets the machine to the result of a macrostep that was made without it.
  mutating func resume(in situation: Situation, outcome: Outcome?, seen: SeenEvent) {
    configuration.restore(situation.leaves)
    if chart.hasHistory { history.restore(situation.history) }
    lastOutcome = outcome
    faults.removeAll()
    rejection = nil
    data.show(seen)
    isFinished = configuration.isDone(.root)
    if isFinished { finish() }
  }

  /// Copies the context and the timers of another machine of the chart.
  mutating func resetData(to other: Machine) {
    data.restore(other.data.slots, event: other.data.seen, held: other.data.memory.held, own: other.data.memory.own)
    timers = other.timers
  }
}
