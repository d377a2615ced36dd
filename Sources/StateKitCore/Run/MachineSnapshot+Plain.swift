package import CEL

/// Snapshots of machines that are nothing but a situation and a context: no timer runs, nothing was invoked.
extension MachineSnapshot {
  /// A machine that stands in a situation. `held`: bytes that its context and the event count for.
  package init(
    in situation: Situation, isFinished: Bool, context: [Value], seen: SeenEvent, time: Int64, held: Int
  ) {
    self = .nowhere
    leaves = situation.leaves
    history = situation.history
    self.isFinished = isFinished
    slots = context
    self.seen = seen
    self.time = time
    self.held = held
    own = held
  }

  /// Whether the situation, the context, the event that was seen and the clock are all that the machine is.
  package var isPlain: Bool { children.isEmpty && timers.isEmpty }

  /// Where the machine stands.
  package var situation: Situation { Situation(leaves: leaves, history: history) }

  /// The values of the context, with room for the event and for loops.
  package var context: [Value] { slots }

  /// The event that expressions see.
  package var seenEvent: SeenEvent { seen }

  /// The clock, in milliseconds.
  package var clock: Int64 { time }

  /// The snapshot with another end of the last step, for what asks about that.
  package func ended(_ outcome: Outcome?, faults: [Machine.Fault], rejection: String?) -> MachineSnapshot {
    var copy = self
    copy.lastOutcome = outcome
    copy.faults = faults
    copy.rejection = rejection
    return copy
  }
}

extension Chart {
  /// The values of a context at the start, with room for the event and for loops.
  package var firstContext: [Value] { DataModel.slots(self, contextValues) }

  /// Bytes that the values of a context count for.
  package static func size(ofContext values: [Value]) -> Int { DataModel.size(of: values) }
}

extension SeenEvent {
  /// What expressions see before the start.
  package static let start = SeenEvent(label: .other("init"), data: nil, type: "platform", sendID: nil)

  /// The name of the event and what it carries.
  package var eventLabel: EventLabel { label }
  package var payload: Value? { data }
}
