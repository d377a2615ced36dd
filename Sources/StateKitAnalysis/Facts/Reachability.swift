import StateKitCore

/// The states that can ever be entered, by the tree and the targets. Guards are assumed to hold sometimes.
struct Reachability: Sendable {
  /// By index in `Chart.states`.
  let isReached: [Bool]

  init(_ chart: Chart, transitions: PossibleTransitions) {
    // The transitions of each state, chained.
    var first = [Int32](repeating: -1, count: chart.states.count)
    var next = [Int32](repeating: -1, count: transitions.count)
    for index in transitions.indices {
      let state = transitions[index].state.index
      next[index] = first[state]
      first[state] = Int32(index)
    }
    var search = Search(chart)
    while true {
      while let target = search.todo.popLast() { search.reach(target) }
      guard let state = search.entered.popLast() else { break }
      var index = first[state.index]
      while index >= 0 {
        let transition = transitions[Int(index)]
        search.add(transition.targets)
        // The state itself is completed again.
        if transition.targets.isEmpty, transition.reentry != .none { search.todo.append(state) }
        index = next[Int(index)]
      }
    }
    isReached = search.isReached
  }

  /// The states reached so far.
  private struct Search {
    var isReached: [Bool]
    /// States whose transitions are still unexplored.
    var entered: [StateID] = []
    /// Targets that are still to be entered.
    var todo: [StateID] = [.root]
    private var isCompleted: [Bool]
    private let chart: Chart

    init(_ chart: Chart) {
      self.chart = chart
      isReached = [Bool](repeating: false, count: chart.states.count)
      isCompleted = isReached
    }

    mutating func add(_ targets: TableRange) {
      for index in targets.indices { todo.append(chart.targets[index]) }
    }

    /// Enters the path down to a target, and completes it (Semantics.md, rule 11).
    mutating func reach(_ target: StateID) {
      if isCompleted[target.index] { return }
      isCompleted[target.index] = true
      var line = target.rawValue
      while line >= 0, !isReached[Int(line)] {
        let state = StateID(rawValue: line)
        isReached[state.index] = true
        entered.append(state)
        // All regions of a parallel state are entered with it.
        if chart.states[state.index].kind == .parallel { todo += chart.regions(of: state) }
        line = chart.states[state.index].parent
      }
      let node = chart.states[target.index]
      if node.initial >= 0 {
        add(chart.initials[Int(node.initial)].targets)
      } else if node.kind.isHistory, node.parent >= 0 {
        todo.append(StateID(rawValue: node.parent))
      }
    }
  }
}
