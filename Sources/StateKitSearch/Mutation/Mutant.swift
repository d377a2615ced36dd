package import StateKitCore

/// One change of a chart's text.
package struct Mutant: Sendable {
  package let span: SourceSpan
  package let replacement: [UInt8]
  /// A description of the change: `the guard is always true`.
  package let what: String

  /// The text with the change.
  package func applied(to source: SourceText) -> SourceText {
    var bytes = source.bytes
    bytes.replaceSubrange(span.range, with: replacement)
    return SourceText(name: source.name, bytes: bytes)
  }
}

/// The result of testing a mutant.
package enum MutantFate: Sendable {
  /// A test fails.
  case caught
  /// All tests pass; has a script that distinguishes the two charts.
  case survived(telling: [String])
  /// All tests pass, and no script distinguishes it from the original.
  case equivalent
  /// All tests pass, and no difference was found. `within`: what was tried, such as ` within 10 lines`.
  case undecided(within: String)
  /// The mutant is not a valid chart.
  case invalid
  /// The time ran out first.
  case untried
}
