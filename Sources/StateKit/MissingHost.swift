/// The host actions, guards and sources that a chart requires and the program did not provide.
public struct MissingHost: Error, Sendable, Hashable, CustomStringConvertible {
  /// Host actions; provide them with `on`.
  public let actions: [String]
  /// Host guards; provide them with `answer`.
  public let guards: [String]
  /// Sources of host invocations; provide them with `perform`.
  public let sources: [String]
  /// Names that the program provided and the chart does not use.
  public let unused: [String]

  /// All names, by kind.
  public var description: String {
    var parts: [String] = []
    for (what, names) in [("actions", actions), ("guards", guards), ("sources", sources)] where !names.isEmpty {
      parts.append("\(what) \(names.joined(separator: ", "))")
    }
    let given = unused.isEmpty ? "" : "; not in the chart: \(unused.joined(separator: ", "))"
    return "the host lacks the \(parts.joined(separator: ", the "))" + given
  }
}
