import StateKitCore

/// Notes of a step's trace what an exploring asks of it.
final class StepSummary: TraceSink {
  /// A `null` handler stopped the event.
  private(set) var isForbidden = false
  /// Something was done: a state was entered or exited, an action ran.
  private(set) var isActive = false

  /// An `after` has fired.
  private(set) var hasFired = false

  func begin(_ header: TraceHeader) {
    hasFired = false
    isForbidden = false
    isActive = false
  }

  func add(_ entries: [TraceEntry]) {
    for entry in entries {
      switch entry {
      case .forbidden: isForbidden = true
      case .declined, .ignored, .rejected: continue
      case .afterFired:
        hasFired = true
        isActive = true
      case .exit, .enter, .effect, .event, .always, .sendFired, .error, .invariant, .value, .done, .child,
        .invoke, .stop:
        isActive = true
      }
    }
  }

  func end(_ summary: TraceSummary) {}
}
