import StateKitCore

/// For every action, the owner of its list, and whether the action is always performed with its list.
struct ActionFacts: Sendable {
  /// The state whose hook, handler or `initial` an action belongs to, by index in `Chart.actions`.
  private(set) var owner: [StateID]
  /// True within `then`, `else` or `do`.
  private(set) var isConditional: [Bool]

  init(_ chart: Chart) {
    owner = [StateID](repeating: .root, count: chart.actions.count)
    isConditional = [Bool](repeating: false, count: chart.actions.count)
    for index in chart.states.indices {
      let state = chart.states[index]
      claim(state.enterActions, state: StateID(index), in: chart)
      claim(state.exitActions, state: StateID(index), in: chart)
      if state.initial >= 0 { claim(chart.initials[Int(state.initial)].actions, state: StateID(index), in: chart) }
    }
    for handler in chart.handlers { claim(handler.actions, state: handler.state, in: chart) }
    for invocation in chart.invocations { claim(invocation.finalize, state: invocation.state, in: chart) }
  }

  private mutating func claim(_ range: TableRange, state: StateID, in chart: Chart) {
    // All actions before this index are inside a branch or a loop.
    var end = range.indices.lowerBound
    for index in range.indices {
      owner[index] = state
      isConditional[index] = index < end
      switch chart.actions[index] {
      case .unless(_, let skip), .skip(let skip): end = max(end, index + 1 + Int(skip))
      case .forEach(_, _, _, let count): end = max(end, index + 1 + Int(count))
      case .call, .log, .assign, .raise, .send, .cancel, .goTo, .block: break
      }
    }
  }
}

/// A possible transition from one state to others: of a handler, or of a `goToState`.
struct PossibleTransition: Sendable {
  /// The state that is active when the transition is made.
  let state: StateID
  /// In `Chart.targets`.
  let targets: TableRange
  let reentry: Reentry
  /// True for a `goToState` that another move may follow at once.
  var isPassing = false
}

/// All transitions that a chart can make: one for each handler, whether it has a target or not, then one for each
/// `goToState`.
struct PossibleTransitions: RandomAccessCollection {
  private let chart: Chart
  private var nested: [PossibleTransition] = []

  init(_ chart: Chart, actions: ActionFacts) {
    self.chart = chart
    let ends = Set(chart.handlers.lazy.filter { $0.targets.isEmpty }.compactMap { $0.actions.indices.last })
    for (index, action) in chart.actions.enumerated() {
      guard case .goTo(let target) = action else { continue }
      let targets = TableRange(start: Int(target), count: 1)
      nested.append(
        PossibleTransition(
          state: actions.owner[index], targets: targets, reentry: .none, isPassing: !ends.contains(index)))
    }
  }

  var startIndex: Int { 0 }
  var endIndex: Int { chart.handlers.count + nested.count }

  subscript(index: Int) -> PossibleTransition {
    guard index < chart.handlers.count else { return nested[index - chart.handlers.count] }
    let handler = chart.handlers[index]
    return PossibleTransition(state: handler.state, targets: handler.targets, reentry: handler.reentry)
  }
}
