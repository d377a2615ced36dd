/// The texts of a chart that are for people alone: descriptions, tags, and the parts of composed guards.
package struct ChartNotes: Sendable {
  /// The description and the tags of a state.
  package struct State: Sendable {
    package var description: String?
    package var tags: [String] = []

    package init() {}
  }

  /// A part of a guard that is a list or an object.
  package enum GuardPart: Sendable {
    /// An entry of `Chart.expressions`.
    case expression(Int32)
    /// A guard of the host, and its data as an expression.
    case host(String, data: String?)
  }

  package var description: String?
  package var states: [Int32: State] = [:]
  /// The descriptions of handlers, by their spans.
  package var handlers: [SourceSpan: String] = [:]
  /// The parts of composed guards, by their spans.
  package var guards: [SourceSpan: [GuardPart]] = [:]

  package init() {}
}
