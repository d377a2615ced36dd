/// What a chart wants from the program that embeds it, and nobody gave.
public struct MissingHost: Error, Sendable, Hashable, CustomStringConvertible {
  /// Host actions, which `on` gives.
  public let actions: [String]
  /// Host guards, which `answer` gives.
  public let guards: [String]
  /// Sources of host invocations, which `perform` gives.
  public let sources: [String]
  /// Names that were given and that the chart does not use.
  public let unused: [String]

  /// Every name, by its kind.
  public var description: String {
    var parts: [String] = []
    for (what, names) in [("actions", actions), ("guards", guards), ("sources", sources)] where !names.isEmpty {
      parts.append("\(what) \(names.joined(separator: ", "))")
    }
    let given = unused.isEmpty ? "" : "; given and not in the chart: \(unused.joined(separator: ", "))"
    return "nobody gave the \(parts.joined(separator: ", the "))" + given
  }
}
