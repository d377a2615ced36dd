/// A finding that the chart itself declares to be meant: `"meta": {"allow": {"dead-end": "the game is over here"}}`.
///
/// In the `meta` of a state it holds for all that stands in that state, in the chart's own for the whole file.
package struct Allowance: Sendable {
  /// What is allowed, as it is written.
  package let code: String
  /// Of the code.
  package let span: SourceSpan
  /// Where it holds.
  package var scope: SourceSpan

  package init(code: String, span: SourceSpan, scope: SourceSpan) {
    self.code = code
    self.span = span
    self.scope = scope
  }

  func covers(_ code: DiagnosticCode, at span: SourceSpan) -> Bool {
    self.code == code.rawValue && scope.start <= span.start && span.start < scope.end
  }
}
