import StateKitCore

/// An allowance that nothing needs: what it allowed is mended, or it never was called that.
enum UnusedAllowance {
  static func check(_ findings: Findings) {
    for allowance in findings.unusedAllowances {
      let shown = DisplayText.quoted(allowance.code)
      let message: String
      var help: String?
      switch DiagnosticCode(rawValue: allowance.code) {
      case nil:
        message = "nothing is found that is called \(shown)"
        let known = DiagnosticCode.allCases.filter { $0.severity != .error }.map(\.rawValue)
        help = Suggestion.help(for: allowance.code, among: known)
      case .some(let code) where code.severity == .error:
        message = "\(shown) is an error, which cannot be allowed"
      case .some:
        message = "there is no \(shown) here to be allowed"
        help = "take the allowance out"
      }
      findings.add(.unusedAllowance, at: allowance.span, message, help: help)
    }
  }
}
