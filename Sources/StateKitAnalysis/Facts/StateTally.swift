import StateKitCore

/// Counts of the states of some kind, by which a range of states is asked in constant time.
struct StateTally: Sendable {
  /// The number of such states before each state, and of all.
  private var before: [Int32] = [0]

  init(_ chart: Chart, where isCounted: (StateNode) -> Bool) {
    for state in chart.states { before.append(before[before.count - 1] + (isCounted(state) ? 1 : 0)) }
  }

  /// The number of counted states below a state.
  func count(below state: Int, in chart: Chart) -> Int32 { upToEnd(of: state, in: chart) - before[state + 1] }

  /// The number of counted states among a state and those below it.
  func count(within state: Int, in chart: Chart) -> Int32 { upToEnd(of: state, in: chart) - before[state] }

  private func upToEnd(of state: Int, in chart: Chart) -> Int32 {
    before[max(state + 1, Int(chart.states[state].end))]
  }
}
