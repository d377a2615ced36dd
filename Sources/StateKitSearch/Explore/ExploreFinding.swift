package import StateKitCore

/// Something that an exploring has found (Exploring.md, Findings).
package struct ExploreFinding: Sendable {
  package let code: DiagnosticCode
  /// What it is where it is certain.
  private let certainSeverity: Diagnostic.Severity
  package var message: String
  /// Which chart of the family it is about.
  package var chart = 0
  /// In that chart's file; nil where it is about none of its parts.
  package var span: SourceSpan?
  /// The full path of the state that it is about.
  package var state: String?
  /// What the handler that it is about answers, and where: `open in closed`.
  package var handler: String?
  /// The lines of a shortest script that shows it; nil where that something is absent is the finding.
  package var script: [String]?
  /// Lines that can be said again and again behind the script.
  package var loop: [String] = []
  /// A bound was reached: with more lines it might be otherwise.
  package var isBounded = false
  /// Why the chart allows it; nil where it does not.
  package var allowed: String?

  init(_ code: DiagnosticCode, severity: Diagnostic.Severity, message: String) {
    self.code = code
    certainSeverity = severity
    self.message = message
  }

  /// An error that a bound leaves open is a warning.
  package var severity: Diagnostic.Severity { certainSeverity == .error && isBounded ? .warning : certainSeverity }

  /// Whether it makes the status 1; one within a bound only where that is `isStrict`.
  package func fails(isStrict: Bool) -> Bool {
    certainSeverity == .error && allowed == nil && (isStrict || !isBounded)
  }
}
