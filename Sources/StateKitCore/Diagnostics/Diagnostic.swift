/// Something that is wrong, or looks wrong, at a position of a file, in the words of the one who wrote the file.
package struct Diagnostic: Sendable {
  package enum Severity: String, Sendable {
    case error
    case warning
    /// Worth knowing, and no reason to fail.
    case info
  }

  /// A second position that belongs to the first.
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
  /// At most `DisplayText.longestMessage` characters, as `help` has, too.
  package let message: String
  /// What could be meant; shown behind the caret.
  package let help: String?
  /// What to write instead, where that is known; `help` says it, too.
  package let fix: Fix?
  package let notes: [Note]
  /// What it rests on, line by line; shown below the excerpt.
  package let reasons: [String]

  /// `severity` is that of the code where it is not said.
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

  /// The same at the spans that `move` makes of those it has.
  package func moved(_ move: (SourceSpan) -> SourceSpan) -> Diagnostic {
    Diagnostic(
      code, at: move(span), message: message, help: help, fix: fix,
      notes: notes.map { Note(message: $0.message, span: move($0.span)) }, reasons: reasons, severity: severity)
  }

  /// The same of a text that stands at an offset of another one.
  package func moved(by offset: Int) -> Diagnostic {
    moved { SourceSpan(Int($0.start) + offset, end: Int($0.end) + offset) }
  }
}
