import StateKitCore

/// A state that no handler, `initial` or `goToState` of a state that can be active leads to.
enum UnreachableState {
  static let rule = Rule(restsOn: .targets, check: check)

  private static func check(_ subject: Subject, _ findings: Findings) {
    let chart = subject.chart
    for index in chart.states.indices where subject.reachability.isReached[index] && rests(index, subject) {
      let first = chart.children(of: StateID(index)).first { !chart.states[$0.index].kind.isHistory }
      let name = first.map { DisplayText.quoted(chart.names.text(chart.states[$0.index].name)) }
      findings.add(
        .unreachableState, at: subject.spans.states[index],
        "\(subject.shown(StateID(index))) rests on itself: nothing leads into its sub-states",
        help: name.map { "give it \"initial\": \($0)" })
    }
    for index in chart.states.indices where !subject.reachability.isReached[index] {
      // What lies below an unreachable state is no further finding.
      let parent = Int(chart.states[index].parent)
      guard subject.reachability.isReached[parent], !rests(parent, subject) else { continue }
      findings.add(
        .unreachableState, at: subject.spans.states[index],
        "nothing reaches the state \(subject.shown(StateID(index)))",
        help: "no handler, initial or goToState of a state that can be active leads here")
    }
  }

  /// Whether a compound state is reached and none of its children.
  private static func rests(_ index: Int, _ subject: Subject) -> Bool {
    let chart = subject.chart
    guard chart.states[index].kind == .compound, chart.states[index].initial < 0 else { return false }
    return chart.children(of: StateID(index)).allSatisfy { !subject.reachability.isReached[$0.index] }
  }
}
