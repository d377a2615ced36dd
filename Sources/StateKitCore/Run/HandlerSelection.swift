import CEL

/// What the active states make of an event: which handlers are taken, and why others are not (Semantics.md, rules 3 to 7).
package struct HandlerSelection: Sendable {
  /// Why a handler that was looked at is not taken.
  package enum Refusal: Sendable {
    /// It is `null`: the event stops here.
    case forbids
    /// Its guard is false.
    case declined
    /// Its guard gave no bool, which counts as false.
    case failed(DataModel.Failure)
    /// It would be taken, but conflicts with this handler, which is.
    case displaced(by: Int32)
  }

  /// A handler that was looked at, by its index in `Chart.handlers`.
  package struct Reason: Sendable {
    package let handler: Int32
    package let refusal: Refusal
  }

  /// The handlers that are taken, in the order in which they were chosen; indices in `Chart.handlers`.
  package internal(set) var handlers: [Int32] = []
  /// Those that were looked at and are not taken, in the order in which they were asked.
  package internal(set) var reasons: [Reason] = []
  /// A `null` stopped the event.
  var isForbidden = false
  /// A guard gave no bool.
  var hasFailures = false

  package init() {}

  /// Nothing is to be said of the choice but which handlers are taken.
  var isPlain: Bool { !handlers.isEmpty && reasons.isEmpty }

  /// How the event ends.
  package var outcome: Outcome {
    if !handlers.isEmpty || isForbidden { return .handled }
    return reasons.isEmpty ? .ignored : .declined
  }

  /// The `null` handlers that stopped the event.
  package var forbidding: [Int32] {
    if !isForbidden { return [] }
    return reasons.compactMap { if case .forbids = $0.refusal { $0.handler } else { nil } }
  }

  /// A handler was enabled and is not taken, because it conflicts with another one.
  var hasDisplaced: Bool {
    reasons.contains { if case .displaced = $0.refusal { true } else { false } }
  }

  /// What guards gave instead of a bool.
  var failures: [(handler: Int32, failure: DataModel.Failure)] {
    if !hasFailures { return [] }
    return reasons.compactMap { if case .failed(let failure) = $0.refusal { ($0.handler, failure) } else { nil } }
  }

  @inline(__always)
  mutating func removeAll() {
    handlers.empty()
    if !reasons.isEmpty { removeReasons() }
  }

  /// A single handler is taken, and nothing is to be said of others.
  @inline(__always)
  mutating func take(only handler: Int32) {
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
