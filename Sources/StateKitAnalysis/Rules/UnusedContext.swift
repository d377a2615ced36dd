import CEL
import StateKitCore

/// A key of the context that no expression reads.
enum UnusedContext {
  static let rule = Rule(explainedBy: [page], restsOn: .expressions, check: check)

  static let page = Explanation(
    .unusedContext, title: "a key of the context is never read",
    meaning: """
      No guard, value, text or invariant reads the key, so assigning it has no effect. If an embedding
      program reads it, suppress the finding with that reason.
      """,
    wrong: """
      {
        "context": {"tries": 0},
        "root": {"try": {"actions": {"assign": {"tries": 1}}}}
      }
      """,
    fixed: .replacing(
      #""actions": {"assign": {"tries": 1}}"#,
      with: #""guard": "tries < 3", "actions": {"assign": {"tries": "tries + 1"}}"#))

  private static func check(_ subject: Subject, findings: Findings) {
    let chart = subject.chart
    // A chart that declares host actions or guards is run by a program, which may also read the context.
    if chart.hostActions != nil || chart.guards.contains(where: { $0.hostIndex != nil }) { return }
    if chart.invocations.contains(where: { $0.source != nil }) { return }
    var isRead = [Bool](repeating: false, count: chart.contextNames.count)
    for index in chart.expressions.distinct.indices {
      chart.expressions.distinct[index].program.noteReads(in: &isRead)
    }
    for slot in subject.readElsewhere { isRead[slot] = true }
    if isRead.allSatisfy({ $0 }) { return }
    // The text that should read the key is reported.
    for (_, _, slot) in LiteralBraces.pathsInBraces(of: chart) { isRead[slot] = true }
    for (slot, name) in chart.contextNames.enumerated() where !isRead[slot] {
      findings.add(
        .unusedContext, at: subject.spans.context[slot], message: "no expression reads \(DisplayText.quoted(name))",
        help: "assigning it has no effect")
    }
  }
}
