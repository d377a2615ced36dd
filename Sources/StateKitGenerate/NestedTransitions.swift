import StateKitCore

/// How deep transitions can lie in one another: `goToState` makes one inside another one.
enum NestedTransitions {
  /// The limit of the interpreter on `goToState` inside `goToState`, and the transition of a handler around them.
  private static let most = 101

  /// A `goToState`.
  private struct Jump: Hashable {
    /// The state whose hook has the action; nil for the actions of a handler.
    let owner: StateID?
    let target: StateID
    /// True for a hook that runs when the owner is exited.
    let isExit: Bool
    /// True if the owner is certainly active then.
    let isInside: Bool

    /// True if it may happen in the transition that `jump` makes.
    func mayHappen(after jump: Self, in chart: Chart) -> Bool {
      guard let owner else { return false }
      if isExit || chart.isWithin(owner, ancestor: jump.target) { return true }
      // What is active on the way to a target stays as it is.
      let isActive = jump.isInside && jump.owner.map { chart.isWithin($0, ancestor: owner) } ?? false
      return chart.isWithin(jump.target, ancestor: owner) && !isActive
    }
  }

  /// True if the limit may break off a transition. It may leave a state with children as the deepest active one.
  static func mayBreakOff(in chart: Chart) -> Bool { depth(of: chart) == most }

  /// The greatest depth; `most` if one `goToState` may lead to itself again.
  static func depth(of chart: Chart) -> Int {
    let jumps = jumps(of: chart)
    // A history may lead anywhere.
    if chart.hasHistory, !jumps.isEmpty { return most }
    // Only hooks have one that happens in another transition.
    let hooks = jumps.indices.filter { jumps[$0].owner != nil }
    // The depth at which each jump may happen.
    var depths = [Int](repeating: 1, count: jumps.count)
    var isSettled = false
    while !isSettled {
      isSettled = true
      for (outer, jump) in jumps.enumerated() {
        for inner in hooks where depths[inner] < depths[outer] + 1 {
          guard jumps[inner].mayHappen(after: jump, in: chart) else { continue }
          depths[inner] = depths[outer] + 1
          // One that leads to itself again gets there.
          if depths[inner] + 1 == most { return most }
          isSettled = false
        }
      }
    }
    return (depths.max() ?? 0) + 1
  }

  /// Each once: a list of actions may have the same one very often.
  private static func jumps(of chart: Chart) -> [Jump] {
    var jumps: [Jump] = []
    var known: Set<Jump> = []
    func add(_ range: TableRange, owner: StateID?, isExit: Bool = false) {
      // A first `goToState` may leave the owner before the next one.
      var isInside = owner != nil && !isExit
      for case .goTo(let target) in chart.actions[range.indices] {
        let jump = Jump(owner: owner, target: chart.targets[Int(target)], isExit: isExit, isInside: isInside)
        if known.insert(jump).inserted { jumps.append(jump) }
        isInside = false
      }
    }
    for (state, node) in chart.states.enumerated() {
      add(node.enterActions, owner: StateID(state))
      add(node.exitActions, owner: StateID(state), isExit: true)
      if node.initial >= 0 { add(chart.initials[Int(node.initial)].actions, owner: StateID(state)) }
    }
    for handler in chart.handlers { add(handler.actions, owner: nil) }
    return jumps
  }
}
