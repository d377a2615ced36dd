import StateKitCore

/// A `cancel` of an id that no `send` has.
enum UnknownSend {
  static let rule = Rule(explainedBy: [page], restsOn: .handlers, check: check)

  static let page = Explanation(
    .unknownSend, title: "cancel names an id that no send has",
    meaning: """
      "cancel" drops the delayed sends that have its id. No send of the chart has this id, so nothing is ever dropped.
      In a run the action has no effect.
      """,
    wrong: """
      {
        "root": {
          "remind": {"actions": {"send": "ring", "delay": "5m", "id": "alarm"}},
          "stop": {"actions": {"cancel": "alram"}},
          "ring": {"actions": "beep"}
        }
      }
      """,
    fixed: .replacing(#""alram""#, with: #""alarm""#))

  private static func check(_ subject: Subject, findings: Findings) {
    let chart = subject.chart
    var ids: Set<[UInt8]> = []
    var known: [String] = []
    for case .send(_, _, _, let id?, _) in chart.actions {
      // A computed id can have any value.
      guard let literal = id.literal else { return }
      if ids.insert(Array(literal.utf8)).inserted { known.append(literal) }
    }
    for (index, action) in chart.actions.enumerated() {
      guard case .cancel(let text) = action, let id = text.literal, !ids.contains(Array(id.utf8)) else { continue }
      let list = known.isEmpty ? "no send has an id" : "known: " + known.prefix(8).joined(separator: ", ")
      findings.add(
        .unknownSend, at: chart.actionSpans[index], message: "no send has the id \(DisplayText.quoted(id))",
        help: list, fix: Suggestion.fix(for: id, among: known))
    }
  }
}
