import StateKitCore

/// How deep transitions can lie in one another: `goToState` makes one inside another one.
enum NestedTransitions {
  /// The limit of the interpreter on `goToState` inside `goToState`, and the transition of a handler around them.
  static let most = 101

  private struct Jump {
    /// The state whose hook has the action; nil for the actions of a handler.
    let owner: Int?
    let isExit: Bool
    let target: Int
  }

  /// The greatest depth; `most` where one jump may lead to itself again.
  static func depth(of chart: Chart) -> Int {
    let jumps = jumps(of: chart)
    // The depth at which each jump may happen; it settles within as many rounds as there are jumps, or never.
    var depths = [Int](repeating: 1, count: jumps.count)
    for _ in 0...jumps.count {
      var isSettled = true
      for (outer, jump) in jumps.enumerated() {
        for (inner, other) in jumps.enumerated() where reaches(jump, other, chart: chart) {
          if depths[inner] < depths[outer] + 1 {
            depths[inner] = depths[outer] + 1
            isSettled = false
          }
        }
      }
      if isSettled { return min(most, (depths.max() ?? 0) + 1) }
    }
    return most
  }

  /// True if going to the target of a jump may run the hook that has another one.
  private static func reaches(_ jump: Jump, _ other: Jump, chart: Chart) -> Bool {
    guard let owner = other.owner else { return false }
    if other.isExit { return true }
    let (end, targetEnd) = (Int(chart.states[owner].end), Int(chart.states[jump.target].end))
    return (owner..<end).contains(jump.target) || (jump.target..<targetEnd).contains(owner)
      || chart.states.contains { $0.kind == .parallel || $0.kind.isHistory }
  }

  private static func jumps(of chart: Chart) -> [Jump] {
    var found: [Jump] = []
    func add(_ range: TableRange, owner: Int?, isExit: Bool = false) {
      for index in range.indices {
        if case .goTo(let target) = chart.actions[index] {
          found.append(Jump(owner: owner, isExit: isExit, target: chart.targets[Int(target)].index))
        }
      }
    }
    for (state, node) in chart.states.enumerated() {
      add(node.enterActions, owner: state)
      add(node.exitActions, owner: state, isExit: true)
      if node.initial >= 0 { add(chart.initials[Int(node.initial)].actions, owner: state) }
    }
    for handler in chart.handlers { add(handler.actions, owner: nil) }
    return found
  }
}
