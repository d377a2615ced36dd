import StateKitCore

/// A history state whose parent is never exited, so that there is never anything to go back to.
enum NeverRecorded {
  static let rule = Rule(restsOn: .targets, check: check)

  private static func check(_ subject: Subject, _ findings: Findings) {
    let chart = subject.chart
    for index in chart.states.indices where chart.states[index].kind.isHistory {
      let parent = StateID(rawValue: chart.states[index].parent)
      guard parent.rawValue >= 0, subject.reachability.isReached[index], !subject.leaving.canBeLeft[parent.index] else {
        continue
      }
      findings.add(
        .neverRecorded, at: subject.spans.states[index],
        "the history \(subject.shown(StateID(index))) is never recorded: \(subject.shown(parent)) is never exited",
        help: "going here always goes to the default")
    }
  }
}
