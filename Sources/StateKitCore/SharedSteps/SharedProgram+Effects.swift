package import CEL

extension SharedProgram {
  /// The value of a variable before a step set it.
  package struct Replaced: Sendable {
    /// The index of the access in the record.
    let access: Int
    let slot: Int
    let value: Value
  }

  /// The results of a run.
  package struct Effects: Sendable {
    /// The values that the trace shows, in order.
    package internal(set) var values: [Value] = []
    /// The replaced values of variables, if the caller wants them.
    package internal(set) var replaced: [Replaced] = []
    let keepsReplaced: Bool
    /// The most memory in bytes that the machine needs during the step.
    var most = 0

    package init(keepsReplaced: Bool = false) {
      self.keepsReplaced = keepsReplaced
    }
  }

  /// Restores the context before a run that kept the replaced values. `held`: the size at that time.
  package func undo(_ replaced: [Replaced], of data: inout RestingData, held: Int) {
    for replaced in replaced.reversed() { data.slots[replaced.slot] = replaced.value }
    data.held = held
  }

  /// The data in the middle of a step: after the first `accesses`, and the first `count` timer changes. `before`: the
  /// data before the step, `after`: the result of `run`.
  package func data(
    between before: RestingData, and after: RestingData, replaced: [Replaced], accesses: Int,
    timerChanges count: Int
  ) -> RestingData {
    var data = before.copy
    data.slots = after.slots
    for replaced in replaced.reversed() where replaced.access >= accesses {
      data.slots[replaced.slot] = replaced.value
    }
    for (old, new) in zip(before.slots, data.slots).prefix(eventSlot) { data.held += new.size - old.size }
    data.change(timerChanges.prefix(count), of: chart)
    return data
  }
}
