import CEL
import StateKitCore

/// A named guard that no expression asks.
enum UnusedGuard {
  static let rule = Rule(restsOn: .expressions, check: check)

  private static func check(_ subject: Subject, _ findings: Findings) {
    let chart = subject.chart
    if chart.guards.isEmpty { return }
    var isAsked: Set<[UInt8]> = []
    for expression in chart.expressions.distinct {
      for name in expression.program.guards { isAsked.insert(Array(name.utf8)) }
    }
    for entry in chart.guards
    where !isAsked.contains(Array(entry.name.utf8)) && !isAsked.contains(Array(entry.reference.utf8)) {
      findings.add(
        .unusedGuard, at: entry.span, "nothing asks the guard \(DisplayText.quoted(entry.name))",
        help: "use it in a guard, or leave it out")
    }
  }
}
