import CEL
import StateKit

/// A guard, or the condition of an `if`, that reads nothing and so always says the same.
enum ConstantGuard {
  static let rule = Rule(restsOn: [], check: check)

  private static func check(_ subject: Subject, _ findings: Findings) {
    let chart = subject.chart
    var conditions = chart.handlers.filter { $0.condition >= 0 }.map { (what: "guard", number: $0.condition) }
    for action in chart.actions {
      if case .unless(let number, _) = action { conditions.append(("condition", number)) }
    }
    for (what, number) in conditions {
      let expression = chart.expressions[Int(number)]
      guard case .bool(let flag)? = expression.program.constantValue else { continue }
      findings.add(
        .constantGuard, at: expression.source.span, "this \(what) is always \(flag)",
        help: "it reads nothing that could change")
    }
  }
}
