import StateKitCore

/// How deep transitions can lie in one another: `goToState` makes one inside another one.
enum NestedTransitions {
  /// The limit of the interpreter on `goToState` inside `goToState`, and the transition of a handler around them.
  private static let most = 101

  /// The greatest depth; `most` if one `goToState` may lead to itself again.
  static func depth(of chart: Chart) -> Int {
    // The state whose hook has the action, nil for the actions of a handler, and the state to go to.
    var jumps: [(owner: StateID?, target: StateID)] = []
    func add(_ range: TableRange, owner: StateID?) {
      for case .goTo(let target) in chart.actions[range.indices] { jumps.append((owner, chart.targets[Int(target)])) }
    }
    for (state, node) in chart.states.enumerated() {
      add(node.enterActions, owner: StateID(state))
      if node.initial >= 0 { add(chart.initials[Int(node.initial)].actions, owner: StateID(state)) }
    }
    for handler in chart.handlers { add(handler.actions, owner: nil) }
    // The depth at which each jump may happen; it settles within as many rounds as there are jumps, or never.
    var depths = [Int](repeating: 1, count: jumps.count)
    for _ in 0...jumps.count {
      var isSettled = true
      for (outer, jump) in jumps.enumerated() {
        for (inner, other) in jumps.enumerated() where depths[inner] < depths[outer] + 1 {
          guard let owner = other.owner else { continue }
          let isEntered = chart.isWithin(jump.target, ancestor: owner) || chart.isWithin(owner, ancestor: jump.target)
          if isEntered || chart.hasHistory {
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
