/// An error, a warning or a hint at a position of a file, in the words of the file.
package struct Diagnostic: Sendable {
  package enum Severity: String, Sendable {
    case error
    case warning
    /// A hint that causes no failure.
    case info
  }

  /// A second position that belongs to the first one.
  package struct Note: Sendable {
    package let message: String
    package let span: SourceSpan

    package init(message: String, span: SourceSpan) {
      self.message = DisplayText.cut(message, to: DisplayText.longestMessage)
      self.span = span
    }
  }

  package let code: DiagnosticCode
  package let severity: Severity
  package let span: SourceSpan
  /// At most `DisplayText.longestMessage` characters; so is `help`.
  package let message: String
  /// A suggestion; shown behind the caret.
  package let help: String?
  /// The replacement, if it is known; `help` describes it, too.
  package let fix: Fix?
  package let notes: [Note]
  /// The reasons, one per line; shown below the excerpt.
  package let reasons: [String]

  /// `severity`: by default that of the code.
  package init(
    _ code: DiagnosticCode, at span: SourceSpan, message: String, help: String? = nil, fix: Fix? = nil,
    notes: [Note] = [], reasons: [String] = [], severity: Severity? = nil
  ) {
    self.code = code
    self.severity = severity ?? code.severity
    self.span = span
    self.message = DisplayText.cut(message, to: DisplayText.longestMessage)
    self.fix = fix
    self.help = (fix?.help ?? help).map { DisplayText.cut($0, to: DisplayText.longestMessage) }
    self.notes = notes
    self.reasons = reasons
  }

  /// Returns the diagnostic with its spans converted by `move`.
  package func moved(_ move: (SourceSpan) -> SourceSpan) -> Diagnostic {
    Diagnostic(
      code, at: move(span), message: message, help: help, fix: fix,
      notes: notes.map { Note(message: $0.message, span: move($0.span)) }, reasons: reasons, severity: severity)
  }

  /// Returns the diagnostic for a text that begins at an offset of another text.
  package func moved(by offset: Int) -> Diagnostic {
    moved { SourceSpan(Int($0.start) + offset, end: Int($0.end) + offset) }
  }
}
