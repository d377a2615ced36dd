import StateKitCore

/// An allowance that suppresses no finding: the finding is fixed, or its code was never right.
enum UnusedAllowance {
  static let page = Explanation(
    .unusedAllowance, title: "a suppression that suppresses nothing",
    meaning: """
      "meta": {"allow": {"code": "reason"}} suppresses a warning, on a state for the state and all below it, at the top level for
      the whole chart. This suppression is no longer needed, or names an unknown code, or an error: errors cannot be
      suppressed.
      """,
    wrong: """
      "paying": {"paid": "shipped"},
      "shipped": {"type": "final", "meta": {"allow": {"dead-end": "parcels do not come back"}}}
      """,
    fixed: .replacing(
      #"{"type": "final", "meta": {"allow": {"dead-end": "parcels do not come back""#,
      with: #"{"meta": {"allow": {"dead-end": "parcels do not come back""#))

  static func check(_ subject: Subject, findings: Findings) {
    // Findings of these codes need a script.
    let withScripts: [DiagnosticCode] = [.unansweredGuard, .unansweredDelay]
    for allowance in findings.unusedAllowances
    where !mayEnd(allowance, subject: subject) && !withScripts.contains(where: { $0.rawValue == allowance.code }) {
      let shown = DisplayText.quoted(allowance.code)
      let message: String
      var help: String?
      var fix: Fix?
      switch DiagnosticCode(rawValue: allowance.code) {
      case nil:
        message = "no finding has the code \(shown)"
        let known = DiagnosticCode.allCases.filter { $0.severity != .error }.map(\.rawValue)
        fix = Suggestion.fix(for: allowance.code, among: known)
      case .some(let code) where code.severity == .error:
        message = "\(shown) is an error and cannot be suppressed"
      case .some:
        message = "there is no \(shown) here to suppress"
        help = "remove the suppression"
      }
      findings.add(.unusedAllowance, at: allowance.span, message: message, help: help, fix: fix)
    }
  }

  /// True if it allows a dead end that only `explore` can find. Its state stops every event that it does not handle,
  /// so handlers of its ancestors are not reached.
  private static func mayEnd(_ allowance: Allowance, subject: Subject) -> Bool {
    guard allowance.code.utf8.elementsEqual(DiagnosticCode.deadEnd.rawValue.utf8),
      let state = subject.spans.states.indices.last(where: { subject.spans.states[$0].start < allowance.span.start })
    else { return false }
    return subject.spans.bindings.contains { binding in
      guard case .pattern(let prefix) = binding.trigger, binding.state == Int32(state) else { return false }
      return subject.chart.names[prefix].isEmpty
        && binding.candidates.indices.contains { subject.chart.handlers[$0].isForbidden }
    }
  }
}
