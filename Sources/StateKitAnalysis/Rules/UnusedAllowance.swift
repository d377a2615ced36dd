import StateKitCore

/// An allowance that nothing needs: what it allowed is fixed, or it never was called that.
enum UnusedAllowance {
  static func check(_ findings: Findings) {
    for allowance in findings.unusedAllowances {
      let shown = DisplayText.quoted(allowance.code)
      let message: String
      var help: String?
      switch DiagnosticCode(rawValue: allowance.code) {
      case nil:
        message = "no finding has the code \(shown)"
        let known = DiagnosticCode.allCases.filter { $0.severity != .error }.map(\.rawValue)
        help = Suggestion.help(for: allowance.code, among: known)
      case .some(let code) where code.severity == .error:
        message = "\(shown) is an error and cannot be suppressed"
      case .some:
        message = "there is no \(shown) here to suppress"
        help = "remove the suppression"
      }
      findings.add(.unusedAllowance, at: allowance.span, message, help: help)
    }
  }
}
