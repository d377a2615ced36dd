import StateKitCore

/// A state that is never exited once it is entered, and is not final.
///
/// Regions of a parallel state live as long as it does, and a compound state is not reported where a state below it is.
enum DeadEnd {
  static let rule = Rule(restsOn: .targets, check: check)

  private static func check(_ subject: Subject, _ findings: Findings) {
    let chart = subject.chart
    // For each state, whether one below it is reported.
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
        "the state \(subject.shown(StateID(index))) cannot be left and is not final",
        help: "no handler of this state or of one above it exits it")
    }
  }
}
