import CEL

/// Snapshots of machines that consist of a situation and a context: without timers and invocations.
extension MachineSnapshot {
  /// True if the situation, the context, the seen event and the clock are the complete state of the machine.
  package var isPlain: Bool { children.isEmpty && timers.isEmpty && works.isEmpty && answers == nil }

  package var situation: Situation { Situation(leaves: leaves, history: history) }

  /// The size of the machine and its descendants in bytes; for a plain machine, without timers that have fired.
  package var size: Int { isPlain ? held - timers.bytes : held }

  /// Returns the snapshot at a later time, before anything is due.
  package func moved(to time: Int64) -> MachineSnapshot {
    var copy = self
    copy.time = time
    return copy
  }

  /// Returns the snapshot with another end of the last step.
  package func ended(_ outcome: Outcome?, faults: [Machine.Fault], rejection: String?) -> MachineSnapshot {
    var copy = self
    copy.lastOutcome = outcome
    copy.faults = faults
    copy.rejection = rejection
    return copy
  }
}

extension SeenEvent {
  /// The event that expressions see before the start.
  package static let start = SeenEvent(label: .other("init"), data: nil, source: .platform)

  /// Creates the seen form of an event from outside.
  package init(external event: Event, in chart: Chart) {
    self.init(label: event.label, data: chart.seenData(event.data, of: event.label), source: .external)
  }

  package var payloadBytes: Int { data?.size ?? 0 }

  /// True if it is an event of the chart. The start and timers have none.
  package var isEvent: Bool {
    guard case .other(let name) = label, data == nil, type.utf8.elementsEqual("platform".utf8) else { return true }
    return !name.utf8.elementsEqual("init".utf8) && !name.utf8.elementsEqual("after".utf8)
  }
}

extension Machine {
  /// Changes the machine to its state in the middle of a step: makes the entries and exits up to that point, and
  /// nothing else.
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
    data.show(event)
  }

  /// Changes the machine to its state during the evaluation of one of its guards.
  package mutating func follow(_ view: HostView) {
    configuration.restore(view.leaves)
    data.restore(view.data.slots, event: view.data.seen, held: data.memory.held, own: data.memory.own)
  }
}

extension MacrostepRecord {
  /// True if it read or changed values of the context.
  package var touchesData: Bool { !accesses.isEmpty || dependence.contains(.data) }

  package var dependsOnDataAlone: Bool { dependence.isSubset(of: .data) && timerChanges.isEmpty }
}
