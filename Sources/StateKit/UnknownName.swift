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
  /// The references of the states that the name could mean, if there are several.
  public let matches: [String]

  init(_ kind: Kind, name: String, among known: some Sequence<String>) {
    self.kind = kind
    self.name = name
    suggestion = Suggestion.nearest(to: name, among: known).first
    matches = []
  }

  /// The error for the name of several states.
  init(ambiguous name: String, matches: [String]) {
    kind = .state
    self.name = name
    suggestion = nil
    self.matches = matches
  }

  private static let mostShown = 5

  /// `"lihgtOn" is not an action of the chart, did you mean "lightOn"?`, or
  /// `2 states are named "on", could be "lamp.on", "fan.on"`.
  public var description: String {
    if !matches.isEmpty {
      let shown = matches.prefix(Self.mostShown).map { DisplayText.quoted($0) }.joined(separator: ", ")
      let more = matches.count > Self.mostShown ? " and \(matches.count - Self.mostShown) more" : ""
      return "\(matches.count) states are named \(DisplayText.quoted(name)), could be \(shown)\(more)"
    }
    let article = kind == .action || kind == .event ? "an" : "a"
    let fact = "\(DisplayText.quoted(name)) is not \(article) \(kind.rawValue) of the chart"
    return fact + (suggestion.map { ", did you mean \(DisplayText.quoted($0))?" } ?? "")
  }
}
