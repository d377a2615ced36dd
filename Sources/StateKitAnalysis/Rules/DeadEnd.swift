import StateKitCore

/// A state that is never exited once it is entered, and is not final.
///
/// A region of a parallel state lasts as long as that state. A compound state is not reported if a state below it is.
enum DeadEnd {
  static let rule = Rule(explainedBy: [page], restsOn: .targets, check: check)

  static let page = Explanation(
    .deadEnd, title: "a state cannot be left and is not final",
    meaning: """
      No handler of the state, of a state below it or of an ancestor ever exits it. If the chart ends there, write
      "type": "final". If it must stay there, suppress the finding: "meta": {"allow": {"dead-end": "the
      reason"}}.
      """,
    wrong: """
      "paying": {"paid": "shipped"},
      "shipped": {}
      """,
    fixed: .replacing(#""shipped": {}"#, with: #""shipped": {"type": "final"}"#))

  private static func check(_ subject: Subject, findings: Findings) {
    let chart = subject.chart
    // For each state, true if a state below it is reported.
    var isTold = [Bool](repeating: false, count: chart.states.count)
    var ends: [Int] = []
    for index in chart.states.indices.reversed() where index > 0 {
      let state = chart.states[index]
      let parent = Int(state.parent)
      if isTold[index] {
        isTold[parent] = true
        continue
      }
      guard subject.reachability.isReached[index], !subject.leaving.canBeLeft[index],
        state.kind == .atomic || state.kind == .compound, chart.states[parent].kind != .parallel
      else { continue }
      isTold[parent] = true
      ends.append(index)
    }
    for index in ends.reversed() {
      findings.add(
        .deadEnd, at: subject.spans.states[index],
        message: "the state \(subject.shown(StateID(index))) cannot be left and is not final",
        help: "no handler of this state or of its ancestors exits it")
    }
  }
}
