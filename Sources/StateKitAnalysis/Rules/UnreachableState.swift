import StateKitCore

/// A state to which no handler, `initial` or `goToState` of a reachable state leads.
enum UnreachableState {
  static let rule = Rule(explainedBy: [page], restsOn: .targets, check: check)

  static let page = Explanation(
    .unreachableState, title: "nothing reaches a state",
    meaning: """
      No handler, initial or goToState of a reachable state leads here, so the state and all states below it are never
      entered. The check assumes that each guard can be true. Only the topmost unreachable state is reported.
      """,
    wrong: """
      "closed": {"open": "open"},
      "open": {"close": "closed"},
      "locked": {"unlock": "closed"}
      """,
    fixed: .replacing(#": "open""#, with: #": "open", "lock": "locked""#))

  private static func check(_ subject: Subject, findings: Findings) {
    let chart = subject.chart
    let rests = restingStates(subject)
    for index in chart.states.indices where rests[index] {
      let first = chart.children(of: StateID(index)).first { !chart.states[$0.index].kind.isHistory }
      let help = first.map {
        findings.notation.initial(chart.names.text(chart.states[$0.index].name), reference: chart.reference($0))
      }
      findings.add(
        .unreachableState, at: subject.spans.states[index],
        message: "\(subject.shown(StateID(index))) rests on itself: nothing leads into its sub-states",
        help: help)
    }
    for index in chart.states.indices where !subject.reachability.isReached[index] {
      // States below an unreachable state are not reported again.
      let parent = Int(chart.states[index].parent)
      guard subject.reachability.isReached[parent], !rests[parent] else { continue }
      findings.add(
        .unreachableState, at: subject.spans.states[index],
        message: "nothing reaches the state \(subject.shown(StateID(index)))",
        help: "no handler, initial or goToState of a reachable state leads here")
    }
  }

  /// The reachable compound states without reachable children.
  private static func restingStates(_ subject: Subject) -> [Bool] {
    let chart = subject.chart
    let isReached = subject.reachability.isReached
    var rests = chart.states.indices.map { index in
      isReached[index] && chart.states[index].kind == .compound && chart.states[index].initial < 0
    }
    for index in chart.states.indices where isReached[index] && chart.states[index].parent >= 0 {
      rests[Int(chart.states[index].parent)] = false
    }
    return rests
  }
}
