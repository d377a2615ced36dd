internal import StateKitCore

/// The error for a name that a chart does not have.
public struct UnknownName: Error, Sendable, Hashable, CustomStringConvertible {
  /// The kind of the name.
  public enum Kind: String, Sendable, Hashable {
    /// A host action.
    case action
    /// A host guard.
    case `guard`
    /// A source of host invocations.
    case service
    /// A named delay.
    case delay
    /// A state, by its name or the end of its path.
    case state
    /// An event.
    case event
  }

  /// The kind of the name.
  public let kind: Kind
  /// The name.
  public let name: String
  /// The nearest name that the chart has; nil if none is near.
  public let suggestion: String?

  init(_ kind: Kind, name: String, among known: some Sequence<String>) {
    self.kind = kind
    self.name = name
    suggestion = Suggestion.nearest(to: name, among: known).first
  }

  /// `"lihgtOn" is not an action of the chart, did you mean "lightOn"?`
  public var description: String {
    let article = kind == .action || kind == .event ? "an" : "a"
    let fact = "\(DisplayText.quoted(name)) is not \(article) \(kind.rawValue) of the chart"
    return fact + (suggestion.map { ", did you mean \(DisplayText.quoted($0))?" } ?? "")
  }
}
