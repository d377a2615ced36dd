import StateKitCore

/// How deep transitions can lie in one another: `goToState` makes one inside another one.
enum NestedTransitions {
  /// The limit of the interpreter on `goToState` inside `goToState`, and the transition of a handler around them.
  private static let most = 101

  /// The greatest depth; `most` if one `goToState` may lead to itself again.
  static func depth(of chart: Chart) -> Int {
    // The state whose hook has the action, nil for the actions of a handler, and the state to go to.
    var jumps: [(owner: Int?, target: Int)] = []
    func add(_ range: TableRange, owner: Int?) {
      for index in range.indices {
        if case .goTo(let target) = chart.actions[index] { jumps.append((owner, chart.targets[Int(target)].index)) }
      }
    }
    for (state, node) in chart.states.enumerated() {
      add(node.enterActions, owner: state)
      if node.initial >= 0 { add(chart.initials[Int(node.initial)].actions, owner: state) }
    }
    for handler in chart.handlers { add(handler.actions, owner: nil) }
    let hasHistory = chart.states.contains { $0.kind.isHistory }
    // The depth at which each jump may happen; it settles within as many rounds as there are jumps, or never.
    var depths = [Int](repeating: 1, count: jumps.count)
    for _ in 0...jumps.count {
      var isSettled = true
      for (outer, jump) in jumps.enumerated() {
        for (inner, other) in jumps.enumerated() where depths[inner] < depths[outer] + 1 {
          guard let owner = other.owner else { continue }
          let (end, targetEnd) = (Int(chart.states[owner].end), Int(chart.states[jump.target].end))
          let isEntered = (owner..<end).contains(jump.target) || (jump.target..<targetEnd).contains(owner)
          if isEntered || hasHistory {
            depths[inner] = depths[outer] + 1
            isSettled = false
          }
        }
      }
      if isSettled { return min(most, (depths.max() ?? 0) + 1) }
    }
    return most
  }
}
