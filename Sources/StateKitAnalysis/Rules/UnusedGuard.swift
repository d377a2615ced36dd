import CEL
import StateKitCore

/// A named guard that no expression uses.
enum UnusedGuard {
  static let rule = Rule(explainedBy: [page], restsOn: .expressions, check: check)

  static let page = Explanation(
    .unusedGuard, title: "a named guard is never used",
    meaning: """
      "guards" declares a condition that no expression uses. Perhaps its name is misspelt where it is used.
      """,
    wrong: """
      {
        "context": {"n": 0},
        "guards": {"low": "n < 3"},
        "root": {"add": {"guard": "n < 3", "actions": {"assign": {"n": "n + 1"}}}}
      }
      """,
    fixed: .replacing(#""guard": "n < 3""#, with: #""guard": "low""#))

  private static func check(_ subject: Subject, findings: Findings) {
    let chart = subject.chart
    if chart.guards.isEmpty { return }
    let asked = asked(in: chart)
    for entry in chart.guards where !isAsked(entry, asked: asked) {
      findings.add(
        .unusedGuard, at: entry.span, message: "the guard \(DisplayText.quoted(entry.name)) is never used",
        help: "use it in a guard, or delete it")
    }
  }

  /// The names of guards that expressions use, as written there.
  static func asked(in chart: Chart) -> Set<[UInt8]> {
    var asked: Set<[UInt8]> = []
    for expression in chart.expressions.distinct {
      for name in expression.program.guards { asked.insert(Array(name.utf8)) }
    }
    return asked
  }

  static func isAsked(_ entry: NamedGuard, asked: Set<[UInt8]>) -> Bool {
    asked.contains(Array(entry.name.utf8)) || asked.contains(Array(entry.reference.utf8))
  }
}
