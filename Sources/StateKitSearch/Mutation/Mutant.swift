package import StateKitCore

/// One change of a chart's text.
package struct Mutant: Sendable {
  package let span: SourceSpan
  package let replacement: [UInt8]
  /// What is changed, in words: `the guard is always true`.
  package let what: String

  /// The text with the change.
  package func applied(to source: SourceText) -> SourceText {
    var bytes = source.bytes
    bytes.replaceSubrange(span.range, with: replacement)
    return SourceText(name: source.name, bytes: bytes)
  }
}

/// How a mutant fared.
package enum MutantFate: Sendable {
  /// Some test fails.
  case caught
  /// All tests pass; with a script that tells the two apart.
  case survived(telling: [String])
  /// All tests pass, and within the bounds of a search nothing tells it from the original.
  case equivalent
  /// It is no valid chart.
  case invalid
  /// The time was over before.
  case untried
}
