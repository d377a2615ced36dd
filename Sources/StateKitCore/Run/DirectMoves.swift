import CEL

/// A transition for which the tree alone says what is exited and entered: from one deepest active state up to an ancestor that
/// has nothing else active below it, and from there down to a target and what that leads to. Nothing happens on the way but
/// exits and entries.
struct DirectMove {
  /// The index of the deepest active state in `Configuration.leaves`.
  let leaf: Int32
  /// What is neither exited nor entered.
  let ancestor: StateID
  /// The states that are exited, from the deepest up, and those that are entered, from above down, in `DirectMoves.states`.
  let exited: TableRange
  let entered: TableRange

  /// How many states are exited and entered.
  var count: Int { Int(exited.count) + Int(entered.count) }
}

/// The moves of the handlers that are taken together, where all of them are direct, in document order.
struct DirectMoves {
  private(set) var moves: [DirectMove] = []
  /// What the moves exit and enter, behind what known moves do.
  private(set) var states: [StateID] = []
  private(set) var exitCount = 0
  private(set) var entryCount = 0
  /// Moves that were planned before, by their handlers.
  private var known: [KnownMove] = []
  /// How many of the `states` are those of known moves.
  private var knownEnd = 0

  /// The move of a handler that is taken alone where one state is the only deepest one: all follows from these two.
  private struct KnownMove {
    var handler: Int32 = -1
    var leaf = StateID.root
    var move = DirectMove(leaf: 0, ancestor: .root, exited: .empty, entered: .empty)
  }

  /// How many moves are kept, a power of two, and how many states of them.
  private static let mostKnown = 1_024
  private static let mostStates = 1 << 14

  /// How many states are exited and entered.
  var count: Int { exitCount + entryCount }

  /// Plans what handlers do that name states to go to; false where one of them takes more than a direct move: that is for
  /// `TransitionPlanner`.
  mutating func plan(
    _ handlers: [Int32], _ chart: Chart, in configuration: borrowing Configuration,
    _ history: borrowing HistoryStore, resolvesHistory: Bool
  ) -> Bool {
    moves.empty()
    let isAlone = handlers.count == 1 && configuration.leaves.count == 1
    if states.count > knownEnd { states.removeLast(states.count - knownEnd) }
    exitCount = 0
    entryCount = 0
    let nodes = chart.states
    // What comes before is not touched by the moves that follow.
    var reach: Int32 = 0
    var readsHistory = false
    for index in handlers.indices {
      let handler = chart.handlers[Int(handlers[index])]
      guard handler.reentry == .none else { return false }
      if handler.targets.isEmpty { continue }
      guard handler.targets.count == 1 else { return false }
      let named = chart.targets[Int(handler.targets.start)]
      var target = named
      if nodes[named.index].kind.isHistory {
        guard resolvesHistory, handlers.count == 1, let record = history.onlyRecord(of: named) else { return false }
        target = record
        readsHistory = true
      }
      guard let ancestor = configuration.deepestActive(onLineTo: named), ancestor.rawValue >= reach,
        nodes[ancestor.index].kind == .compound,
        let leaf = configuration.onlyLeaf(below: ancestor, trying: moves.count),
        let exited = planExits(from: configuration.leaves[leaf], below: ancestor, nodes),
        let entered = planEntries(of: target, below: ancestor, chart, nodes)
      else { return false }
      reach = nodes[ancestor.index].end
      moves.append(DirectMove(leaf: Int32(leaf), ancestor: ancestor, exited: exited, entered: entered))
    }
    if isAlone, !readsHistory, let move = moves.first {
      keep(move, of: handlers[0], from: configuration.leaves[0], handlerCount: chart.handlers.count)
    }
    return !moves.isEmpty
  }

  /// The move of a handler that is taken alone, where it was planned before.
  @inline(__always)
  func known(_ handler: Int32, in configuration: borrowing Configuration) -> DirectMove? {
    guard !known.isEmpty, configuration.leaves.count == 1 else { return nil }
    let found = known[Int(handler) & (known.count - 1)]
    return found.handler == handler && found.leaf == configuration.leaves[0] ? found.move : nil
  }

  /// Keeps the only move that was planned, unless another one has its place: that of a handler with many moves, or of one of
  /// many handlers, would be kept for nothing most of the time.
  private mutating func keep(_ move: DirectMove, of handler: Int32, from leaf: StateID, handlerCount: Int) {
    if known.isEmpty {
      var capacity = 1
      while capacity < min(handlerCount, Self.mostKnown) { capacity *= 2 }
      known = [KnownMove](repeating: KnownMove(), count: capacity)
    }
    let place = Int(handler) & (known.count - 1)
    guard known[place].handler < 0, states.count <= Self.mostStates else { return }
    known[place] = KnownMove(handler: handler, leaf: leaf, move: move)
    knownEnd = states.count
  }

  @inline(__always)
  private mutating func planExits(from leaf: StateID, below ancestor: StateID, _ nodes: [StateNode]) -> TableRange? {
    let first = states.count
    var next = leaf.rawValue
    while next > ancestor.rawValue {
      guard nodes[Int(next)].silence.contains(.exits) else { return nil }
      states.append(StateID(rawValue: next))
      next = nodes[Int(next)].parent
    }
    exitCount += states.count - first
    return TableRange(start: first, count: states.count - first)
  }

  @inline(__always)
  private mutating func planEntries(
    of target: StateID, below ancestor: StateID, _ chart: Chart, _ nodes: [StateNode]
  ) -> TableRange? {
    let start = states.count
    var above = ancestor.rawValue
    var target = target.rawValue
    while true {
      let first = states.count
      var next = target
      while next > above {
        guard nodes[Int(next)].silence.contains(.entries) else { return nil }
        states.append(StateID(rawValue: next))
        next = nodes[Int(next)].parent
      }
      guard next == above else { return nil }
      if states.count > first + 1 { states[first...].reverse() }
      let initial = nodes[Int(target)].initial
      if initial < 0 { break }
      let taken = chart.initials[Int(initial)]
      guard taken.actions.isEmpty, taken.targets.count == 1 else { return nil }
      above = target
      target = chart.targets[Int(taken.targets.start)].rawValue
      if target <= above { return nil }
    }
    entryCount += states.count - start
    return TableRange(start: start, count: states.count - start)
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
    if chart.hasHistory {
      for index in work.direct.moves.indices.reversed() { recordHistory(of: work.direct.moves[index]) }
    }
    for index in work.direct.moves.indices.reversed() { exit(work.direct.moves[index]) }
    let before = work.changes
    for handler in handlers { try runActions(of: handler) }
    if try isUnchanged(since: before, handlers, leaving: work.direct.entryCount) {
      for index in work.direct.moves.indices { enter(work.direct.moves[index]) }
    }
    return true
  }

  /// Takes the only chosen handler where its move was planned before, and nobody listens; false, with nothing done, otherwise.
  @inline(__always)
  mutating func takeKnown(_ handler: Int32) throws(Halt) -> Bool {
    guard trace.recorder == nil, coverage == nil, host == nil, work.depth == 0,
      let move = work.direct.known(handler, in: configuration), data.meter.admits(move.count)
    else { return false }
    if chart.hasHistory { recordHistory(of: move) }
    exit(move)
    let before = work.changes
    try runActions(of: handler)
    if try isUnchanged(since: before, [handler], leaving: Int(move.entered.count)) { enter(move) }
    return true
  }

  @inline(__always)
  private mutating func runActions(of handler: Int32) throws(Halt) {
    let actions = chart.handlers[Int(handler)].actions
    if actions.isEmpty { return }
    work.handler = handler
    try run(actions, inHook: false)
    work.handler = -1
  }

  /// Whether the entries of the handlers can be made as planned. Where actions in between have led elsewhere, or have left too
  /// little for the entries, the rest of the transition is carried out.
  @inline(__always)
  private mutating func isUnchanged(
    since changes: Int, _ handlers: @autoclosure () -> [Int32], leaving count: Int
  ) throws(Halt) -> Bool {
    if work.changes == changes, data.meter.admits(count) { return true }
    work.transitions[0].removeAll()
    for handler in handlers() { addMoves(of: chart.handlers[Int(handler)]) }
    try transition(handlers: [])
    return false
  }

  @inline(__always)
  private mutating func exit(_ move: DirectMove) {
    configuration.exitLine(work.direct.states, move.exited.indices, below: move.ancestor, at: Int(move.leaf))
    if trace.pending.append(exits: work.direct.states, move.exited.indices) {
      trace.pending.relieve(trace.sink, trace.recorder)
    }
    work.changes += Int(move.exited.count)
    _ = data.meter.spend(Int(move.exited.count))
  }

  @inline(__always)
  private mutating func enter(_ move: DirectMove) {
    if move.entered.isEmpty { return }
    configuration.enterLine(work.direct.states, move.entered.indices, below: move.ancestor, at: Int(move.leaf))
    if trace.pending.append(entries: work.direct.states, move.entered.indices) {
      trace.pending.relieve(trace.sink, trace.recorder)
    }
    if let coverage {
      for position in move.entered.indices { coverage.enter(work.direct.states[position]) }
    }
    work.changes += Int(move.entered.count)
    _ = data.meter.spend(Int(move.entered.count))
  }

  /// Before anything is exited.
  private mutating func recordHistory(of move: DirectMove) {
    for position in move.exited.indices {
      let state = work.direct.states[position]
      if chart.states[state.index].hasHistory { history.record(state, in: configuration) }
    }
  }
}
