import StateKitCore

/// Records the facts of a step's trace that an exploration needs.
final class StepSummary: TraceSink {
  /// True if a `null` handler stopped the event.
  private(set) var isForbidden = false
  /// True if a state was entered or exited, or an action ran.
  private(set) var isActive = false

  private(set) var isChildActive = false

  private(set) var hasFired = false

  /// True if a delayed send had an effect right after another one of its event, at the same time.
  private(set) var repeatsEffect = false
  private var lastSent: (time: Int64, event: EventLabel)?
  private var isRepeated = false

  /// The states that were exited, then those that were entered, each in order.
  private(set) var exited: [StateID] = []
  private(set) var entered: [StateID] = []

  func begin(_ header: TraceHeader) {
    hasFired = false
    repeatsEffect = false
    lastSent = nil
    isRepeated = false
    isForbidden = false
    isActive = false
    isChildActive = false
    exited.removeAll(keepingCapacity: true)
    entered.removeAll(keepingCapacity: true)
  }

  func add(_ entries: TraceEntries) {
    for entry in entries {
      switch entry {
      case .forbidden:
        isForbidden = true
        continue
      case .declined, .ignored, .rejected: continue
      case .sendFired(let time, let event):
        isRepeated = lastSent.map { $0.time == time && Self.areEqual($0.event, event) } ?? false
        lastSent = (time, event)
        isActive = true
        continue
      case .afterFired:
        lastSent = nil
        isRepeated = false
        hasFired = true
      case .exit(let state): exited.append(state)
      case .enter(let state): entered.append(state)
      case .effect, .event, .always, .error, .invariant, .value, .done, .invoke, .stop: break
      case .child(let child):
        if Self.isForbidden(child.entries) { isForbidden = true }
        guard Self.isActive(child.entries) else { continue }
        isChildActive = true
      }
      isActive = true
      if isRepeated { repeatsEffect = true }
    }
  }

  private static func areEqual(_ one: EventLabel, _ other: EventLabel) -> Bool {
    switch (one, other) {
    case (.known(let one), .known(let other)): one == other
    case (.other(let one), .other(let other)): one.utf8.elementsEqual(other.utf8)
    case (.known, .other), (.other, .known): false
    }
  }

  /// True if a `null` handler of a child stopped the event that was passed to it.
  private static func isForbidden(_ entries: TraceEntries) -> Bool {
    entries.contains { entry in
      switch entry {
      case .forbidden: true
      case .child(let child): isForbidden(child.entries)
      case .exit, .enter, .effect, .always, .afterFired, .error, .invariant, .done, .invoke, .stop, .event, .sendFired,
        .ignored, .declined, .rejected, .value:
        false
      }
    }
  }

  /// True if a child did more than receive an event.
  static func isActive(_ entries: TraceEntries) -> Bool {
    entries.contains { entry in
      switch entry {
      case .exit, .enter, .effect, .always, .afterFired, .error, .invariant, .done, .invoke, .stop: true
      case .child(let child): isActive(child.entries)
      case .event, .sendFired, .ignored, .declined, .forbidden, .rejected, .value: false
      }
    }
  }

  func end(_ summary: TraceSummary) {}
}
