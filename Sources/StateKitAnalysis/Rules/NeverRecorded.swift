import StateKitCore

/// A history state whose parent is never exited, so that it never has a recorded state.
enum NeverRecorded {
  static let rule = Rule(explainedBy: [page], restsOn: .targets, check: check)

  static let page = Explanation(
    .neverRecorded, title: "a history state is never recorded",
    meaning: """
      A history state restores what was active when its parent was last exited. This parent is never exited, so the
      history always leads to its default.
      """,
    wrong: """
      "play": {"stop": "stopped"},
      "stopped": {"resume": "last"},
      "last": {"type": "history"}
      """,
    fixed: """
      "on": {
        "initial": "play",
        "power": "off",
        "subStates": {
          "play": {"stop": "stopped"},
          "stopped": {"resume": "play"},
          "last": {"type": "history"}
        }
      },
      "off": {"power": "last"}
      """)

  private static func check(_ subject: Subject, findings: Findings) {
    let chart = subject.chart
    for index in chart.states.indices where chart.states[index].kind.isHistory {
      let parent = StateID(rawValue: chart.states[index].parent)
      guard parent.rawValue >= 0, subject.reachability.isReached[index], !subject.leaving.canBeLeft[parent.index] else {
        continue
      }
      findings.add(
        .neverRecorded, at: subject.spans.states[index],
        message:
          "the history \(subject.shown(StateID(index))) is never recorded: \(subject.shown(parent)) is never exited",
        help: "it always leads to its default")
    }
  }
}
