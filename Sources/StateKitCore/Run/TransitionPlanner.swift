/// Plans the exits and entries of a transition from the current configuration (Semantics.md, rules 8 to 16).
///
/// A plan has the order that a new decision before each single step would have, while no `goToState` interferes. After
/// a `goToState`, the transition is planned again. The planner changes only the transition's own plan.
package struct TransitionPlanner: Sendable {
  private let chart: Chart
  /// The rounds in which a state was planned, had a descendant planned, and had its `initial` planned.
  private var planned: [Int32]
  private var plannedBelow: [Int32]
  private var initialPlanned: [Int32]
  private var round: Int32 = 0
  private var owing: [Owing] = []
  private var line: [StateID] = []
  private var starts: [StateID] = []

  /// A planned state that may need regions or, if it `completes`, an `initial`.
  private struct Owing {
    let state: StateID
    let completes: Bool
  }

  package init(_ chart: Chart) {
    self.chart = chart
    planned = [Int32](repeating: 0, count: chart.states.count)
    plannedBelow = planned
    initialPlanned = planned
  }

  /// Plans the exits: those for `reenter`, and those that unreached targets require.
  package mutating func planExits(_ transition: inout Transition, in configuration: borrowing Configuration) {
    transition.exits.empty()
    if transition.exitsRoot {
      guard configuration.isActive(.root) else { return }
      configuration.appendActive(below: .root, to: &transition.exits)
      transition.exits.append(.root)
      return
    }
    starts.empty()
    starts.append(contentsOf: transition.reentryAncestors)
    for target in transition.targets where !target.isReached {
      guard let start = configuration.deepestActive(onLineTo: target.state) else { continue }
      // For a region that is not entered yet, its siblings need no exit.
      if chart.states[start.index].kind == .parallel, start != target.state { continue }
      starts.append(start)
    }
    if starts.count > 1 { reduceStarts() }
    for start in starts.reversed() { configuration.appendActive(below: start, to: &transition.exits) }
  }

  /// Sorts the starts in document order, and removes those below another.
  private mutating func reduceStarts() {
    starts.sort()
    var kept = 1
    for index in 1..<starts.count where !chart.isWithin(starts[index], ancestor: starts[kept - 1]) {
      starts[kept] = starts[index]
      kept += 1
    }
    starts.removeLast(starts.count - kept)
  }

  /// Replaces history targets by their resolved states, when entries begin; returns false if there was none
  /// (Semantics.md, rule 24). These states may require exits, and exits come before actions: the transition records the
  /// defaults whose actions are to run then. If the parent is not active yet, a default with actions waits for its
  /// entry.
  package mutating func resolveHistory(
    _ transition: inout Transition, in configuration: borrowing Configuration, record: (StateID) -> [StateID]
  ) -> Bool {
    var isChanged = false
    round &+= 1
    var index = 0
    while index < transition.targets.count {
      let history = transition.targets[index].state
      index += 1
      guard !transition.targets[index - 1].isReached, chart.states[history.index].kind.isHistory else { continue }
      // Another target has led here in this round.
      if planned[history.index] == round {
        transition.targets[index - 1].isReached = true
        continue
      }
      planned[history.index] = round
      let initial = chart.states[history.index].initial
      let recorded = record(history)
      let parent = StateID(rawValue: chart.states[history.index].parent)
      if !recorded.isEmpty {
        transition.replace(history, with: recorded)
      } else if initial >= 0 {
        let hasActions = !chart.initials[Int(initial)].actions.isEmpty
        if hasActions, !configuration.isActive(parent) { continue }
        transition.replace(history, with: chart.targets(of: chart.initials[Int(initial)]))
        if hasActions { transition.defaults.append(history) }
      } else {
        transition.replace(history, with: [parent])
      }
      isChanged = true
    }
    return isChanged
  }

  /// Plans the entries: the paths to the targets, the regions of parallel states, and the `initial` of completed
  /// states.
  package mutating func planEntries(
    _ transition: inout Transition, in configuration: borrowing Configuration, record: (StateID) -> [StateID]
  ) {
    round &+= 1
    transition.resolved.empty()
    transition.steps.empty()
    owing.empty()
    for index in transition.targets.indices where !transition.targets[index].isReached {
      let target = transition.targets[index].state
      if configuration.isActive(target) {
        transition.targets[index].isReached = true
        transition.arrived.append(configuration.activation(of: target))
      } else {
        transition.targets[index].isReached = !plan(
          target, at: -1, transition: &transition, configuration: configuration, record: record)
      }
    }
    for entry in transition.arrived where configuration.isActive(entry) {
      owing.append(Owing(state: entry.state, completes: true))
    }
    for entry in transition.parallels where configuration.isActive(entry) {
      owing.append(Owing(state: entry.state, completes: false))
    }
    var next = 0
    while next < owing.count {
      let owed = owing[next]
      next += 1
      complete(
        owed.state, completes: owed.completes, transition: &transition, configuration: configuration, record: record)
    }
    if !isInOrder(transition.steps) { transition.steps.sort { $0.isBefore($1) } }
  }

  /// Plans the path to a target from this position on. Returns false if it cannot be active together with a planned
  /// state, and is dropped: this can only happen for resolved history states.
  private mutating func plan(
    _ target: StateID, at position: Int32, transition: inout Transition, configuration: borrowing Configuration,
    record: (StateID) -> [StateID]
  ) -> Bool {
    guard chart.states[target.index].kind.isHistory else {
      return planLine(to: target, kind: .arrive, transition: &transition, configuration: configuration)
    }
    // A default may lead to another history state: uses a list instead of recursion.
    var todo = [(target, position)]
    while let (history, position) = todo.popLast() {
      // The histories of a list come in its order.
      let next = todo.count
      let parent = StateID(rawValue: chart.states[history.index].parent)
      let initial = chart.states[history.index].initial
      var stands = record(history)
      if stands.isEmpty, initial >= 0, initialPlanned[history.index] != round {
        initialPlanned[history.index] = round
        stands = chart.targets(of: chart.initials[Int(initial)])
        if !chart.initials[Int(initial)].actions.isEmpty {
          // The actions, and with them the targets, wait for the entry of their parent.
          if !planLine(to: parent, kind: .pass, transition: &transition, configuration: configuration) { continue }
          transition.steps.append(
            Transition.Step(kind: .historyDefault, state: history, position: parent.rawValue * 2 + 1))
          for state in stands {
            if chart.states[state.index].kind.isHistory {
              todo.insert((state, parent.rawValue * 2 + 1), at: next)
            } else {
              _ = planLine(to: state, kind: .arrive, transition: &transition, configuration: configuration)
            }
          }
          continue
        }
      } else if stands.isEmpty {
        stands = [parent]
      }
      transition.steps.append(Transition.Step(kind: .resolve, state: history, position: position))
      for state in stands {
        if chart.states[state.index].kind.isHistory {
          todo.insert((state, position), at: next)
        } else if !planLine(to: state, kind: .arrive, transition: &transition, configuration: configuration) {
          continue
        }
        let active = configuration.isActive(state) ? configuration.activation(of: state) : nil
        transition.resolved.append((history, state, active))
      }
    }
    return true
  }

  /// Plans the missing entries on the path to a state; returns false if another child of a compound state is already
  /// planned.
  private mutating func planLine(
    to target: StateID, kind: Transition.Step.Kind, transition: inout Transition,
    configuration: borrowing Configuration
  ) -> Bool {
    line.empty()
    var next = target.rawValue
    while next >= 0, planned[Int(next)] != round, !configuration.isActive(StateID(rawValue: next)) {
      line.append(StateID(rawValue: next))
      next = chart.states[Int(next)].parent
    }
    if next >= 0, next != target.rawValue {
      if plannedBelow[Int(next)] == round, chart.states[Int(next)].kind == .compound { return false }
      plannedBelow[Int(next)] = round
    }
    if line.isEmpty, kind == .arrive {
      owing.append(Owing(state: target, completes: true))
      // The target is on the way to another target; it counts as reached after its entry.
      if planned[target.index] == round {
        transition.steps.append(Transition.Step(kind: .resolve, state: target, position: target.rawValue * 2))
      }
    }
    while let state = line.popLast() {
      planned[state.index] = round
      if !line.isEmpty { plannedBelow[state.index] = round }
      let isTarget = line.isEmpty && kind == .arrive
      transition.steps.append(
        Transition.Step(kind: isTarget ? .arrive : .pass, state: state, position: state.rawValue * 2))
      if isTarget || chart.states[state.index].kind == .parallel {
        owing.append(Owing(state: state, completes: isTarget))
      }
    }
    return true
  }

  private mutating func complete(
    _ state: StateID, completes: Bool, transition: inout Transition, configuration: borrowing Configuration,
    record: (StateID) -> [StateID]
  ) {
    switch chart.completion(of: state) {
    case .rests: break
    case .regions:
      for region in chart.regions(of: state) where !configuration.isActive(region) && planned[region.index] != round {
        _ = planLine(to: region, kind: .arrive, transition: &transition, configuration: configuration)
      }
    case .initial(let initial):
      guard completes, !configuration.hasActiveChild(state), plannedBelow[state.index] != round,
        initialPlanned[state.index] != round,
        !transition.initialsTaken.contains(where: { $0.state == state && configuration.isActive($0) })
      else { return }
      initialPlanned[state.index] = round
      transition.steps.append(Transition.Step(kind: .initial, state: state, position: state.rawValue * 2 + 1))
      for target in initial.targets.indices {
        _ = plan(
          chart.targets[target], at: state.rawValue * 2 + 1, transition: &transition, configuration: configuration,
          record: record)
      }
    }
  }

  private func isInOrder(_ steps: [Transition.Step]) -> Bool {
    for index in steps.indices.dropFirst() where steps[index].isBefore(steps[index - 1]) { return false }
    return true
  }
}
