import CEL
import StateKitCore

/// Texts that `event.name` is compared with, and that are nearly the name of an event.
enum ComparedEvents {
  static let rule = Rule(explainedBy: [], restsOn: [.handlers, .alphabet], check: check)

  private static let name = Array("event.name".utf8)
  /// The names with which unknown texts are compared at most: a chart with more of them has enough findings.
  private static let mostCompared = 400_000

  private static func check(_ subject: Subject, findings: Findings) {
    let chart = subject.chart
    // Several expressions may have the same text.
    let texts = chart.expressions.distinct.map { $0.readsEvent ? Self.texts(in: $0.text) : [] }
    if texts.allSatisfy(\.isEmpty) { return }
    var known = Set(chart.eventNames.map { chart.names.text($0) })
    known.formUnion(chart.alphabet?.keys.map { chart.names.text($0) } ?? [])
    let candidates = known.sorted()
    var compared = 0
    for index in chart.expressions.indices {
      for text in texts[chart.expressions.kind(Int32(index))] where !known.contains(text) && !isMachineEvent(text) {
        compared += candidates.count
        if compared > mostCompared { return }
        guard let fix = Suggestion.fix(for: text, among: candidates) else { continue }
        findings.add(
          .lookAlike, at: chart.expressions[index].source.span,
          message: "no event is named \(DisplayText.quoted(text))", help: fix.help)
      }
    }
  }

  /// The texts with which an expression compares `event.name`.
  private static func texts(in expression: String) -> [String] {
    ExpressionComparison.all(in: Array(expression.utf8)).compactMap { comparison in
      for (side, other) in [(comparison.left, comparison.right), (comparison.right, comparison.left)] {
        if side.text == name, case .string(let text)? = other.literal { return text }
      }
      return nil
    }
  }

  /// True for the names of events that the machine makes.
  private static func isMachineEvent(_ name: String) -> Bool {
    name == "init" || name == "after" || EventType.comesByItself(name)
  }
}
