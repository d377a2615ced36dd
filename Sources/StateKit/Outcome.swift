internal import StateKitCore

/// The result of an event, or a prediction of it. The description begins with the name of the case.
public enum Outcome: Sendable, Hashable, CustomStringConvertible {
  /// A handler was carried out, or `null` stopped the event.
  case handled
  /// There were handlers, and all their guards were false.
  case declined([Refusal])
  /// No active state has a handler. `active`: the deepest active states; `handlers`: the states that have one.
  case ignored(active: [String], handlers: [String])
  /// The event was rejected, with the reason.
  case rejected(String)
  /// The event came from inside an action, a guard or an observer. It is handled after this step, and observers see its
  /// result.
  case queued

  /// A guard that was false.
  public struct Refusal: Sendable, Hashable {
    /// The full path of the state that has the guard.
    public let state: String
    /// The expression, or the name of a host guard.
    public let guardText: String
    /// The evaluation error of the guard; nil if it was false without an error.
    public let error: String?
  }

  /// True if the event was handled.
  public var isHandled: Bool { self == .handled }

  /// `handled`; `declined: root.closed: cents >= 100`; `ignored: root.closed is active; root.open handles it`;
  /// `rejected: the event is not declared`.
  public var description: String {
    switch self {
    case .handled: return "handled"
    case .queued: return "queued: it is handled after this step"
    case .rejected(let why): return "rejected: \(why)"
    case .declined(let refusals):
      let parts = refusals.map { "\($0.state): \($0.guardText)" + ($0.error.map { " (\($0))" } ?? "") }
      return "declined: " + parts.joined(separator: "; ")
    case .ignored(let active, let handlers):
      if active.isEmpty { return "ignored" }
      let now = active.joined(separator: ", ") + (active.count == 1 ? " is active" : " are active")
      if handlers.isEmpty { return "ignored: \(now); no state handles it" }
      return "ignored: \(now); \(handlers.joined(separator: ", ")) \(handlers.count == 1 ? "handles" : "handle") it"
    }
  }
}

/// The result that an event would have now.
public typealias Verdict = Outcome
