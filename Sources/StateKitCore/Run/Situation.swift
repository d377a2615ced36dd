/// Where a machine stands between two macrosteps, its data and timers aside: the configuration and what history has recorded.
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
  /// Puts the machine where a macrostep has led that was made without it.
  mutating func resume(in situation: Situation, outcome: Outcome?, seen: SeenEvent) {
    configuration.restore(situation.leaves)
    if chart.hasHistory { history.restore(situation.history) }
    lastOutcome = outcome
    faults.removeAll()
    rejection = nil
    data.see(seen)
    isFinished = configuration.isDone(.root)
    if isFinished { finish() }
  }

  /// Takes the context and the timers of another machine of the chart.
  mutating func resetData(to other: Machine) {
    data.restore(
      other.data.slots, event: other.data.seen, held: other.data.memory.held, own: other.data.memory.own)
    timers = other.timers
  }
}
