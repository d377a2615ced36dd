import StateKitCore

/// Which states can ever be entered, as far as the tree and the targets tell: guards are taken to hold sometimes.
struct Reachability: Sendable {
  /// By index in `Chart.states`.
  private(set) var isReached: [Bool]
  private var isCompleted: [Bool]

  init(_ chart: Chart, _ transitions: PossibleTransitions) {
    isReached = [Bool](repeating: false, count: chart.states.count)
    isCompleted = isReached
    // The transitions of each state, chained.
    var first = [Int32](repeating: -1, count: chart.states.count)
    var next = [Int32](repeating: -1, count: transitions.count)
    for index in transitions.indices {
      next[index] = first[transitions[index].state.index]
      first[transitions[index].state.index] = Int32(index)
    }
    var entered: [StateID] = []
    var todo: [StateID] = [.root]
    while true {
      while let target = todo.popLast() { reach(target, chart, &entered, &todo) }
      guard let state = entered.popLast() else { return }
      var index = first[state.index]
      while index >= 0 {
        for target in transitions[Int(index)].targets.indices { todo.append(chart.targets[target]) }
        index = next[Int(index)]
      }
    }
  }

  /// Enters the line down to a target, and completes it (Semantics.md, rule 11).
  private mutating func reach(_ target: StateID, _ chart: Chart, _ entered: inout [StateID], _ todo: inout [StateID]) {
    if isCompleted[target.index] { return }
    isCompleted[target.index] = true
    var line = target.rawValue
    while line >= 0, !isReached[Int(line)] {
      let state = StateID(rawValue: line)
      isReached[state.index] = true
      entered.append(state)
      // All regions of a parallel state are entered with it.
      if chart.states[state.index].kind == .parallel {
        todo += chart.regions(of: state)
      }
      line = chart.states[state.index].parent
    }
    let node = chart.states[target.index]
    if node.initial >= 0 {
      todo += chart.initials[Int(node.initial)].targets.indices.map { chart.targets[$0] }
    } else if node.kind.isHistory, let parent = chart.parent(of: target) {
      todo.append(parent)
    }
  }
}
