import StateKitCore

/// Which states are surely active when the start of a chart is over.
enum SureStart {
  /// Empty where anything but `initial` can have a part in it.
  static func states(of chart: Chart) -> Set<StateID> {
    var entered: Set<StateID> = []
    var todo = [StateID.root]
    while let state = todo.popLast() {
      guard entered.insert(state).inserted else { continue }
      let node = chart.states[state.index]
      if !node.always.isEmpty || node.kind == .final || hasMoves(node.enterActions, chart) { return [] }
      switch node.kind {
      case .parallel: todo += chart.children(of: state).filter { !chart.states[$0.index].kind.isHistory }
      case .compound:
        guard node.initial >= 0 else { continue }
        let initial = chart.initials[Int(node.initial)]
        if hasMoves(initial.actions, chart) { return [] }
        for place in initial.targets.indices {
          guard !chart.states[chart.targets[place].index].kind.isHistory else { return [] }
          var next = chart.targets[place]
          while next > state {
            todo.append(next)
            next = StateID(rawValue: chart.states[next.index].parent)
          }
        }
      case .atomic, .final, .shallowHistory, .deepHistory: break
      }
    }
    return entered
  }

  /// Whether actions can lead elsewhere.
  private static func hasMoves(_ actions: TableRange, _ chart: Chart) -> Bool {
    chart.actions[actions.indices].contains {
      switch $0 {
      case .goTo, .raise: true
      default: false
      }
    }
  }
}
