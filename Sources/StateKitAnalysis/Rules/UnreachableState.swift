import StateKitCore

/// A state that no handler, `initial` or `goToState` of a state that can be active leads to.
enum UnreachableState {
  static let rule = Rule(restsOn: .targets, check: check)

  private static func check(_ subject: Subject, _ findings: Findings) {
    let chart = subject.chart
    for index in chart.states.indices where !subject.reachability.isReached[index] {
      // What lies below an unreachable state is no further finding.
      guard subject.reachability.isReached[Int(chart.states[index].parent)] else { continue }
      findings.add(
        .unreachableState, at: subject.spans.states[index],
        "nothing reaches the state \(subject.shown(StateID(index)))",
        help: "no handler, initial or goToState of a state that can be active leads here")
    }
  }
}
