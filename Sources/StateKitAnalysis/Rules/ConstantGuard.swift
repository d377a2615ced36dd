import CEL
import StateKitCore

/// A constant guard or `if` condition, which reads nothing; or a comparison in one that its types alone decide.
enum ConstantGuard {
  static let rule = Rule(explainedBy: [page], restsOn: [], check: check)

  static let page = Explanation(
    .constantGuard, title: "a guard is always true or always false",
    meaning: """
      The guard, or the condition of an if, reads no data that can change. Delete a guard that is always true. A guard that
      is always false makes its handler dead.
      """,
    wrong: """
      {
        "root": {
          "initial": "closed",
          "subStates": {
            "closed": {"open": {"guard": "1 < 2", "target": "open"}},
            "open": {"close": "closed"}
          }
        }
      }

      """,
    fixed: Explanation.doors)

  private static func check(_ subject: Subject, findings: Findings) {
    let chart = subject.chart
    // Conditions after the cost limit is spent are not checked.
    var evaluator = Evaluator(CostMeter(limit: InputLimits.analysisCost))
    for handler in chart.handlers where handler.condition >= 0 {
      check("guard", condition: handler.condition, in: chart, evaluator: &evaluator, findings: findings)
    }
    for action in chart.actions {
      if case .unless(let condition, _) = action {
        check("condition", condition: condition, in: chart, evaluator: &evaluator, findings: findings)
      }
    }
  }

  private static func check(
    _ what: String, condition: Int32, in chart: Chart, evaluator: inout Evaluator, findings: Findings
  ) {
    guard chart.expressions.distinct[chart.expressions.kind(condition)].program.maySayTheSame else { return }
    let expression = chart.expressions[Int(condition)]
    for sure in expression.program.sureComparisons {
      findings.add(
        .constantGuard, at: expression.source.span(of: sure.range),
        message: "this is always \(sure.result): \(sure.reason)",
        help: sure.help)
    }
    guard case .bool(let flag)? = expression.program.constantValue(&evaluator) else { return }
    findings.add(
      .constantGuard, at: expression.source.span, message: "this \(what) is always \(flag)",
      help: "it reads no data that can change")
  }
}
