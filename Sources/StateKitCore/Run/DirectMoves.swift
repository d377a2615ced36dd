import CEL

/// A transition for which the tree alone says what is exited and entered: from one deepest active state up to an ancestor that
/// has nothing else active below it, and from there down to a target and what that leads to. Nothing happens on the way but
/// exits and entries.
struct DirectMove {
  /// The index of the deepest active state in `Configuration.leaves`.
  let leaf: Int
  /// What is neither exited nor entered.
  let ancestor: StateID
  /// The states that are entered, in `DirectMoves.entered`.
  let entered: Range<Int>
}

/// The moves of the handlers that are taken together, where all of them are direct, in document order.
struct DirectMoves {
  private(set) var moves: [DirectMove] = []
  private(set) var entered: [StateID] = []
  private(set) var exitCount = 0

  /// How many states are exited and entered.
  var count: Int { exitCount + entered.count }

  /// Plans what handlers do that name states to go to; false where one of them takes more than a direct move: that is for
  /// `TransitionPlanner`.
  mutating func plan(
    _ handlers: [Int32], _ chart: Chart, in configuration: borrowing Configuration,
    _ history: borrowing HistoryStore, resolvesHistory: Bool
  ) -> Bool {
    moves.empty()
    entered.empty()
    exitCount = 0
    let states = chart.states
    // What comes before is not touched by the moves that follow.
    var reach: Int32 = 0
    for index in handlers.indices {
      let handler = chart.handlers[Int(handlers[index])]
      guard handler.reentry == .none else { return false }
      if handler.targets.isEmpty { continue }
      guard handler.targets.count == 1 else { return false }
      let named = chart.targets[Int(handler.targets.start)]
      var target = named
      if states[named.index].kind.isHistory {
        guard resolvesHistory, handlers.count == 1, let record = history.onlyRecord(of: named) else { return false }
        target = record
      }
      guard let ancestor = configuration.deepestActive(onLineTo: named), ancestor.rawValue >= reach,
        states[ancestor.index].kind == .compound,
        let leaf = configuration.onlyLeaf(below: ancestor, trying: moves.count),
        planExits(from: configuration.leaves[leaf], below: ancestor, states)
      else { return false }
      let first = entered.count
      guard planEntries(of: target, below: ancestor, chart, states) else { return false }
      reach = states[ancestor.index].end
      moves.append(DirectMove(leaf: leaf, ancestor: ancestor, entered: first..<entered.count))
    }
    return !moves.isEmpty
  }

  @inline(__always)
  private mutating func planExits(from leaf: StateID, below ancestor: StateID, _ states: [StateNode]) -> Bool {
    var next = leaf.rawValue
    var count = 0
    while next > ancestor.rawValue {
      guard states[Int(next)].silence.contains(.exits) else { return false }
      count += 1
      next = states[Int(next)].parent
    }
    exitCount += count
    return true
  }

  @inline(__always)
  private mutating func planEntries(
    of target: StateID, below ancestor: StateID, _ chart: Chart, _ states: [StateNode]
  ) -> Bool {
    var above = ancestor.rawValue
    var target = target.rawValue
    while true {
      let first = entered.count
      var next = target
      while next > above {
        guard states[Int(next)].silence.contains(.entries) else { return false }
        entered.append(StateID(rawValue: next))
        next = states[Int(next)].parent
      }
      guard next == above else { return false }
      if entered.count > first + 1 { entered[first...].reverse() }
      let initial = states[Int(target)].initial
      if initial < 0 { return true }
      let taken = chart.initials[Int(initial)]
      guard taken.actions.isEmpty, taken.targets.count == 1 else { return false }
      above = target
      target = chart.targets[Int(taken.targets.start)].rawValue
      if target <= above { return false }
    }
  }
}

extension Machine {
  /// Takes the chosen handlers where all that they do is go from state to state; false, with nothing done, where it takes more
  /// to know what is exited and entered, or somebody listens to each of them.
  mutating func takeDirectly(_ handlers: [Int32]) throws(Halt) -> Bool {
    let footprint = trace.recorder?.footprint
    guard host == nil, work.depth == 0,
      work.direct.plan(
        handlers, chart, in: configuration, history, resolvesHistory: coverage == nil && footprint == nil),
      data.meter.admits(work.direct.count)
    else { return false }
    if let footprint {
      for handler in handlers { footprint.look(atTargetsOf: chart.handlers[Int(handler)], in: chart) }
    }
    exitDirectly()
    let before = work.changes
    for handler in handlers where !chart.handlers[Int(handler)].actions.isEmpty {
      work.handler = handler
      try run(chart.handlers[Int(handler)].actions, inHook: false)
      work.handler = -1
    }
    // What actions did in between may have led elsewhere, or have left too little for the entries.
    guard work.changes == before, data.meter.admits(work.direct.entered.count) else {
      work.transitions[0].removeAll()
      for handler in handlers { addMoves(of: chart.handlers[Int(handler)]) }
      try transition(handlers: [])
      return true
    }
    enterDirectly()
    return true
  }

  private mutating func exitDirectly() {
    if chart.hasHistory { recordHistoryDirectly() }
    let states = chart.states
    for index in work.direct.moves.indices.reversed() {
      let move = work.direct.moves[index]
      var next = configuration.leaves[move.leaf].rawValue
      configuration.exitLine(from: move.leaf, below: move.ancestor)
      while next > move.ancestor.rawValue {
        if trace.pending.append(exit: StateID(rawValue: next)) { trace.pending.relieve(trace.sink, trace.recorder) }
        next = states[Int(next)].parent
      }
    }
    work.changes += work.direct.exitCount
    _ = data.meter.spend(work.direct.exitCount)
  }

  private mutating func enterDirectly() {
    for index in work.direct.moves.indices {
      let move = work.direct.moves[index]
      if move.entered.isEmpty { continue }
      configuration.enterLine(work.direct.entered, move.entered, below: move.ancestor, at: move.leaf)
      for position in move.entered {
        let state = work.direct.entered[position]
        if trace.pending.append(enter: state) { trace.pending.relieve(trace.sink, trace.recorder) }
      }
    }
    if let coverage { for state in work.direct.entered { coverage.enter(state) } }
    work.changes += work.direct.entered.count
    _ = data.meter.spend(work.direct.entered.count)
  }

  private mutating func recordHistoryDirectly() {
    for index in work.direct.moves.indices.reversed() {
      let move = work.direct.moves[index]
      var next = configuration.leaves[move.leaf]
      while next > move.ancestor {
        if chart.states[next.index].hasHistory { history.record(next, in: configuration) }
        next = StateID(rawValue: chart.states[next.index].parent)
      }
    }
  }
}
