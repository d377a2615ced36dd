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
  package var isPlain: Bool { children.isEmpty && timers.isEmpty && works.isEmpty && answers == nil }

  /// Where the machine stands.
  package var situation: Situation { Situation(leaves: leaves, history: history) }

  /// The values of the context, with room for the event and for loops.
  package var context: [Value] { slots }

  /// The event that expressions see.
  package var seenEvent: SeenEvent { seen }

  /// What stood in for the host.
  package var hostAnswers: HostAnswers? { answers }

  /// How the last event or timer ended.
  package var lastEnd: Outcome? { lastOutcome }

  /// Nothing happens any more.
  package var isOver: Bool { isFinished }

  /// Bytes that the machine and all below it count for; where it is plain, without timers that have fired.
  package var size: Int { isPlain ? held - timers.bytes : held }

  /// The clock, in milliseconds.
  package var clock: Int64 { time }

  /// The snapshot later, before anything is due.
  package func moved(to time: Int64) -> MachineSnapshot {
    var copy = self
    copy.time = time
    return copy
  }

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
  package var firstContext: [Value] { DataModel.slots(self, context: contextValues) }

  /// Bytes that the values of a context count for.
  package static func size(ofContext values: [Value]) -> Int { DataModel.size(of: values) }
}

extension SeenEvent {
  /// What expressions see before the start.
  package static let start = SeenEvent(label: .other("init"), data: nil, source: .platform)

  /// The name of the event and what it carries.
  package var eventLabel: EventLabel { label }
  package var payload: Value? { data }

  /// Bytes that what it carries counts for.
  package var payloadBytes: Int { data?.size ?? 0 }

  /// Whether it is an event of the chart: at the start and where a timer fires there is none.
  package var isEvent: Bool {
    guard case .other(let name) = label, data == nil, type.utf8.elementsEqual("platform".utf8) else { return true }
    return !name.utf8.elementsEqual("init".utf8) && !name.utf8.elementsEqual("after".utf8)
  }
}

extension Machine {
  /// Shows the machine as it was in the middle of a step: the entries and exits up to there are made, and nothing else.
  package mutating func follow(_ entries: some Sequence<TraceEntry>, seeing event: SeenEvent) {
    for entry in entries {
      switch entry {
      case .enter(let state): configuration.enter(state)
      case .exit(let state): configuration.exit(state)
      case .effect, .event, .always, .afterFired, .sendFired, .invoke, .stop, .ignored, .declined, .forbidden,
        .rejected, .error, .invariant, .value, .done, .child:
        break
      }
    }
    data.see(event)
  }

  /// Shows the machine as it is while one of its guards is asked.
  package mutating func follow(_ view: HostView) {
    configuration.restore(view.leaves)
    data.restore(view.data.slots, event: view.data.seen, held: data.memory.held, own: data.memory.own)
  }
}

extension MacrostepRecord {
  /// The values of the context had a part in it, or were changed.
  package var touchesData: Bool { !accesses.isEmpty || dependence.contains(.data) }

  /// It depends on nothing but the data.
  package var dependsOnDataAlone: Bool { dependence.isSubset(of: .data) && timerChanges.isEmpty }
}
