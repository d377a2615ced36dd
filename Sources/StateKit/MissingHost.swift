/// The host actions, guards and sources that a chart requires and the program did not provide.
public struct MissingHost: Error, Sendable, Hashable, CustomStringConvertible {
  /// Host actions; provide them with `action`.
  public let actions: [String]
  /// Host guards; provide them with `guard`.
  public let guards: [String]
  /// Sources of host invocations; provide them with `service`.
  public let sources: [String]

  /// All names, by kind.
  public var description: String {
    var parts: [String] = []
    for (what, names) in [("actions", actions), ("guards", guards), ("sources", sources)] where !names.isEmpty {
      parts.append("\(what) \(names.joined(separator: ", "))")
    }
    return "the host lacks the \(parts.joined(separator: ", the "))"
  }
}
