import StateKitCore

/// What a chart says and another notation cannot: reasons not to write it, or notes where it is written all the same.
struct Losses {
  let findings: Findings
  let code: DiagnosticCode
  let isLossy: Bool

  func add(_ span: SourceSpan, _ message: String, help: String? = nil) {
    if isLossy {
      findings.add(.lostInConversion, at: span, message + "; it is written without that")
    } else {
      findings.add(code, at: span, message, help: help ?? "--lossy writes it all the same, and says what is lost")
    }
  }
}
