import StateKit

/// For every action, in whose list it stands, and whether it is done whenever that list is.
struct ActionFacts: Sendable {
  /// The state whose hook, handler or `initial` an action belongs to, by the numbers of `Chart.actions`.
  private(set) var owner: [StateID]
  /// Inside `then`, `else` or `do`.
  private(set) var isConditional: [Bool]

  init(_ chart: Chart) {
    owner = [StateID](repeating: .root, count: chart.actions.count)
    isConditional = [Bool](repeating: false, count: chart.actions.count)
    for index in chart.states.indices {
      let state = chart.states[index]
      claim(state.enterActions, StateID(index), chart)
      claim(state.exitActions, StateID(index), chart)
      if state.initial >= 0 { claim(chart.initials[Int(state.initial)].actions, StateID(index), chart) }
    }
    for handler in chart.handlers { claim(handler.actions, handler.state, chart) }
  }

  private mutating func claim(_ range: TableRange, _ state: StateID, _ chart: Chart) {
    // Everything before this place stands inside a branch or a loop.
    var end = range.indices.lowerBound
    for place in range.indices {
      owner[place] = state
      isConditional[place] = place < end
      switch chart.actions[place] {
      case .unless(_, let skip), .skip(let skip): end = max(end, place + 1 + Int(skip))
      case .forEach(_, _, _, let count): end = max(end, place + 1 + Int(count))
      default: break
      }
    }
  }
}

/// A way from one state to others: a handler, or a `goToState`.
struct Move: Sendable {
  /// Active when it is made.
  let state: StateID
  /// In `Chart.targets`.
  let targets: TableRange
  let reentry: Reentry

  static func all(of chart: Chart, _ actions: ActionFacts) -> [Move] {
    var moves: [Move] = []
    for handler in chart.handlers where !handler.targets.isEmpty || handler.reentry != .none {
      moves.append(Move(state: handler.state, targets: handler.targets, reentry: handler.reentry))
    }
    for (place, action) in chart.actions.enumerated() {
      guard case .goTo(let target) = action else { continue }
      let targets = TableRange(start: Int(target), count: 1)
      moves.append(Move(state: actions.owner[place], targets: targets, reentry: .none))
    }
    return moves
  }
}
