import StateKitCore

/// Records the facts of a step's trace that an exploration needs.
final class StepSummary: TraceSink {
  /// True if a `null` handler stopped the event.
  private(set) var isForbidden = false
  /// True if a state was entered or exited, or an action ran.
  private(set) var isActive = false

  /// True if a child was active.
  private(set) var isChildActive = false

  /// True if an `after` fired.
  private(set) var hasFired = false

  /// The states that were exited, then those that were entered, each in order.
  private(set) var exited: [StateID] = []
  private(set) var entered: [StateID] = []

  func begin(_ header: TraceHeader) {
    hasFired = false
    isForbidden = false
    isActive = false
    isChildActive = false
    exited.removeAll(keepingCapacity: true)
    entered.removeAll(keepingCapacity: true)
  }

  func add(_ entries: TraceEntries) {
    for entry in entries {
      switch entry {
      case .forbidden: isForbidden = true
      case .declined, .ignored, .rejected: continue
      case .afterFired:
        hasFired = true
        isActive = true
      case .exit(let state):
        exited.append(state)
        isActive = true
      case .enter(let state):
        entered.append(state)
        isActive = true
      case .effect, .event, .always, .sendFired, .error, .invariant, .value, .done, .invoke, .stop:
        isActive = true
      case .child(let child):
        if Self.isForbidden(child.entries) { isForbidden = true }
        guard Self.isActive(child.entries) else { continue }
        isActive = true
        isChildActive = true
      }
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
