import CEL

extension Machine {
  /// Carries out the chosen handlers if all of them only go from state to state. Returns false without any change if a
  /// full plan is needed, or there is a listener for each of them.
  mutating func performDirectly(_ handlers: [Int32]) throws(Halt) -> Bool {
    let footprint = trace.recorder?.footprint
    guard host == nil, work.depth == 0,
      work.direct.plan(
        handlers, chart: chart, in: configuration, history: history,
        resolvesHistory: coverage == nil && footprint == nil),
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
    if try isUnchanged(since: before, handlers: handlers, leaving: work.direct.entryCount) {
      for index in work.direct.moves.indices { enter(work.direct.moves[index]) }
    }
    return true
  }

  /// Carries out the only chosen handler if its move is stored and there is no listener. Returns false without any
  /// change otherwise.
  @inline(__always)
  mutating func performKnown(_ handler: Int32) throws(Halt) -> Bool {
    guard trace.recorder == nil, coverage == nil, host == nil, work.depth == 0,
      let move = work.direct.known(handler, in: configuration), move.count > 0, data.meter.admits(move.count)
    else { return false }
    if chart.hasHistory { recordHistory(of: move) }
    exit(move)
    let before = work.changes
    try runActions(of: handler)
    if try isUnchanged(since: before, handlers: [handler], leaving: Int(move.entered.count)) { enter(move) }
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

  /// True if the entries of the handlers can be made as planned. If actions in between have led elsewhere, or left too
  /// little cost for the entries, carries out the rest of the transition.
  @inline(__always)
  private mutating func isUnchanged(
    since changes: Int, handlers: @autoclosure () -> [Int32], leaving count: Int
  ) throws(Halt) -> Bool {
    if work.changes == changes, data.meter.admits(count) { return true }
    work.transitions[0].removeAll()
    for handler in handlers() { addMoves(of: chart.handlers[Int(handler)]) }
    try transition(handlers: [])
    return false
  }

  @inline(__always)
  private mutating func exit(_ move: DirectMove) {
    configuration.exitLine(work.direct.states, line: move.exited.indices, below: move.ancestor, at: Int(move.leaf))
    if trace.pending.append(exits: work.direct.states, line: move.exited.indices) {
      trace.pending.relieve(trace.sink, recorder: trace.recorder)
    }
    work.changes += Int(move.exited.count)
    _ = data.meter.spend(Int(move.exited.count))
  }

  @inline(__always)
  private mutating func enter(_ move: DirectMove) {
    if move.entered.isEmpty { return }
    configuration.enterLine(work.direct.states, line: move.entered.indices, below: move.ancestor, at: Int(move.leaf))
    if trace.pending.append(entries: work.direct.states, line: move.entered.indices) {
      trace.pending.relieve(trace.sink, recorder: trace.recorder)
    }
    if let coverage {
      for position in move.entered.indices { coverage.enter(work.direct.states[position]) }
    }
    work.changes += Int(move.entered.count)
    _ = data.meter.spend(Int(move.entered.count))
  }

  /// Records history before anything is exited.
  mutating func recordHistory(of move: DirectMove) {
    for position in move.exited.indices {
      let state = work.direct.states[position]
      if chart.states[state.index].hasHistory { history.record(state, in: configuration) }
    }
  }
}
