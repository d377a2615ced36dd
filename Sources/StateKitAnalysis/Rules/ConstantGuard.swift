import CEL
import StateKitCore

/// A constant guard or `if` condition, which reads nothing; or a part of one whose result is known without a run.
enum ConstantGuard {
  static let rule = Rule(explainedBy: [page], restsOn: [], check: check)

  static let page = Explanation(
    .constantGuard, title: "a guard is always true or always false",
    meaning: """
      The guard, or the condition of an if, reads no data that can change. Delete a guard that is always true. A guard that
      is always false makes its handler dead. A part of a guard can be always true or false, too: a comparison of values
      that are never equal. A part that always fails (a pattern that is not valid, a division by zero) makes the guard false.
      """,
    wrong: """
      "closed": {"open": {"guard": "1 < 2", "target": "open"}},
      "open": {"close": "closed"}
      """,
    fixed: Explanation.doors)

  private static func check(_ subject: Subject, findings: Findings) {
    let chart = subject.chart
    // Conditions after the cost limit is spent are not checked.
    var evaluator = Evaluator(CostMeter(limit: InputLimits.analysisCost))
    for handler in chart.handlers where handler.condition >= 0 {
      check("guard", condition: handler.condition, in: chart, evaluator: &evaluator, findings: findings)
    }
    // The parts of a definition are reported there, not at its uses.
    for entry in chart.guards where entry.definition >= 0 && mayBeSure(entry.definition, in: chart) {
      checkParts(of: chart.expressions[Int(entry.definition)], evaluator: &evaluator, findings: findings)
    }
    for action in chart.actions {
      if case .unless(let condition, _) = action {
        check("condition", condition: condition, in: chart, evaluator: &evaluator, findings: findings)
      }
    }
  }

  private static func mayBeSure(_ condition: Int32, in chart: Chart) -> Bool {
    chart.expressions.distinct[chart.expressions.kind(condition)].program.maySayTheSame
  }

  private static func checkParts(of expression: Expression, evaluator: inout Evaluator, findings: Findings) {
    var failures = expression.program.sureFailures(&evaluator)
    // Constants of wrong types have an error of their own.
    if !failures.isEmpty, mayHaveTypeError(expression, findings: findings) { failures = [] }
    for sure in expression.program.sureResults + failures {
      // A loose comparison of another notation is already reported.
      if sure.isOfTypes, findings.has(.looseEquality) { continue }
      let what = sure.result.map { "is always \($0)" } ?? "always fails"
      findings.add(
        .constantGuard, at: expression.source.span(of: sure.range), message: "this \(what): \(sure.reason)",
        help: sure.help)
    }
  }

  /// True if an error about types is in an expression. Some errors may only be counted.
  private static func mayHaveTypeError(_ expression: Expression, findings: Findings) -> Bool {
    let span = expression.source.span
    return findings.has(.typeMismatch)
      && (findings.countsOnly(.typeMismatch)
        || findings.all.contains {
          $0.code == .typeMismatch && $0.span.start >= span.start && $0.span.start <= span.end
        })
  }

  private static func check(
    _ what: String, condition: Int32, in chart: Chart, evaluator: inout Evaluator, findings: Findings
  ) {
    guard mayBeSure(condition, in: chart) else { return }
    let expression = chart.expressions[Int(condition)]
    checkParts(of: expression, evaluator: &evaluator, findings: findings)
    guard case .bool(let flag)? = expression.program.constantValue(&evaluator) else { return }
    findings.add(
      .constantGuard, at: expression.source.span, message: "this \(what) is always \(flag)",
      help: "it reads no data that can change")
  }
}
