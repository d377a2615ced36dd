import StateKitCore

/// The states that are certainly active after the start of a chart.
enum SureStart {
  /// Returns an empty set if anything except `initial` may affect the start.
  static func states(of chart: Chart) -> Set<StateID> {
    var entered: Set<StateID> = []
    var todo = [StateID.root]
    while let state = todo.popLast() {
      guard entered.insert(state).inserted else { continue }
      let node = chart.states[state.index]
      if !node.always.isEmpty || node.kind == .final || hasGoToState(node.enterActions, in: chart) { return [] }
      switch chart.completion(of: state) {
      case .rests: break
      case .regions: todo += chart.regions(of: state)
      case .initial(let initial):
        if hasGoToState(initial.actions, in: chart) { return [] }
        for target in chart.targets(of: initial) {
          guard !chart.states[target.index].kind.isHistory else { return [] }
          todo += chart.states.line(upFrom: target).prefix { $0 > state }
        }
      }
    }
    return entered
  }

  /// True if actions may go to another state.
  private static func hasGoToState(_ actions: TableRange, in chart: Chart) -> Bool {
    chart.actions[actions.indices].contains {
      switch $0 {
      case .goTo, .raise: true
      default: false
      }
    }
  }
}
