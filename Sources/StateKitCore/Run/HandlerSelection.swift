import CEL

/// The result of a search for handlers of an event: the chosen handlers, and the reasons why others are not chosen
/// (Semantics.md, rules 3 to 7).
package struct HandlerSelection: Sendable {
  /// The reason why a visited handler is not chosen.
  package enum Refusal: Sendable {
    /// It is `null`: the event stops in this state.
    case forbids
    /// Its guard is false.
    case declined
    /// Its guard has no bool value, which counts as false.
    case failed(DataModel.Failure)
    /// It is enabled, but conflicts with this chosen handler.
    case displaced(by: Int32)

    /// The error of the guard; nil if there was none.
    var error: String? { if case .failed(let failure) = self { failure.message } else { nil } }
  }

  /// A visited handler, by its index in `Chart.handlers`.
  package struct Reason: Sendable {
    package let handler: Int32
    package let refusal: Refusal
  }

  /// The chosen handlers in the order of the choice; indices in `Chart.handlers`.
  package internal(set) var handlers: [Int32] = []
  /// The visited handlers that are not chosen, in search order.
  package internal(set) var reasons: [Reason] = []
  /// True if a `null` handler stopped the event.
  var isForbidden = false
  /// True if a guard has no bool value.
  var hasFailures = false

  package init() {}

  /// True if the chosen handlers are the whole result.
  var isPlain: Bool { !handlers.isEmpty && reasons.isEmpty }

  package var outcome: Outcome {
    if !handlers.isEmpty || isForbidden { return .handled }
    return reasons.isEmpty ? .ignored : .declined
  }

  /// The `null` handlers that stopped the event.
  package var forbidding: [Int32] {
    if !isForbidden { return [] }
    return reasons.compactMap { if case .forbids = $0.refusal { $0.handler } else { nil } }
  }

  /// True if an enabled handler is not chosen because it conflicts with another one.
  var hasDisplaced: Bool {
    reasons.contains { if case .displaced = $0.refusal { true } else { false } }
  }

  /// The errors of guards without a bool value.
  var failures: [(handler: Int32, failure: DataModel.Failure)] {
    if !hasFailures { return [] }
    return reasons.compactMap { if case .failed(let failure) = $0.refusal { ($0.handler, failure) } else { nil } }
  }

  @inline(__always)
  mutating func removeAll() {
    handlers.empty()
    if !reasons.isEmpty { removeReasons() }
  }

  /// Sets a single chosen handler as the whole result.
  @inline(__always)
  mutating func select(only handler: Int32) {
    if !reasons.isEmpty { removeReasons() }
    if handlers.count == 1 {
      handlers[0] = handler
    } else {
      handlers.empty()
      handlers.append(handler)
    }
  }

  private mutating func removeReasons() {
    reasons.removeAll(keepingCapacity: true)
    isForbidden = false
    hasFailures = false
  }

  mutating func refuse(_ handler: Int, refusal: Refusal) {
    reasons.append(Reason(handler: Int32(handler), refusal: refusal))
    switch refusal {
    case .forbids: isForbidden = true
    case .failed: hasFailures = true
    case .declined, .displaced: break
    }
  }
}
