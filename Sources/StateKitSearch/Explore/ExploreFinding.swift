package import StateKitCore

/// A finding of an exploration (Exploring.md, Findings).
package struct ExploreFinding: Sendable {
  package let code: DiagnosticCode
  /// Its severity if it is certain.
  private let certainSeverity: Diagnostic.Severity
  package var message: String
  /// The index of the chart in the family that it is about.
  package var chart = 0
  /// The position in that chart's file; nil if it concerns no part of the chart.
  package var span: SourceSpan?
  /// The full path of the state that it is about.
  package var state: String?
  /// The trigger and the state of the handler that it is about: `open in closed`.
  package var handler: String?
  /// The lines of a shortest script that shows it; nil if the finding is that a part is never reached.
  package var script: [String]?
  /// Lines after the script that can be repeated without end.
  package var loop: [String] = []
  /// True if a bound was reached: longer scripts could change the finding.
  package var isBounded = false
  /// With other inputs than those that were tried it might be otherwise.
  package private(set) var isSampled = false
  /// Why the chart allows it; nil where it does not.
  package var allowed: String?

  init(
    _ code: DiagnosticCode, severity: Diagnostic.Severity, message: String, span: SourceSpan? = nil,
    state: String? = nil, handler: String? = nil, script: [String]? = nil, isBounded: Bool = false
  ) {
    self.code = code
    certainSeverity = severity
    (self.message, self.span, self.state, self.handler) = (message, span, state, handler)
    (self.script, self.isBounded) = (script, isBounded)
  }

  /// An error that a bound or the inputs leave open is a warning.
  package var severity: Diagnostic.Severity {
    certainSeverity == .error && (isBounded || isSampled) ? .warning : certainSeverity
  }

  /// True if it makes the status 1. A finding that a bound or the inputs leave open does so only if `isStrict`.
  package func fails(isStrict: Bool) -> Bool {
    certainSeverity == .error && allowed == nil && (isStrict || !isBounded && !isSampled)
  }

  /// Says which inputs are samples.
  mutating func sample(_ samples: Samples) {
    if samples.isEmpty { return }
    isSampled = true
    message += samples.limitation
  }
}
