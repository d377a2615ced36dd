/// The moves of the handlers that are carried out together, if all of them are direct, in document order.
///
/// A plan of every transition instead would take 2.8 times as long for a step that is not memoised.
struct DirectMoves {
  private(set) var moves: [DirectMove] = []
  /// The states that the moves exit and enter, after those of known moves.
  private(set) var states: [StateID] = []
  private(set) var exitCount = 0
  private(set) var entryCount = 0
  /// Moves that were planned earlier, by their handlers.
  private var known: [KnownMove] = []
  /// The number of elements of `states` that belong to known moves.
  private var knownEnd = 0

  /// The move of a single handler with a single active leaf, which determine it completely.
  private struct KnownMove {
    var handler: Int32 = -1
    var leaf = StateID.root
    var move = DirectMove.nowhere
  }

  /// The highest number of stored moves, a power of two, and of their states.
  private static let mostKnown = 1_024
  private static let mostStates = 1 << 14

  /// The number of exited and entered states.
  var count: Int { exitCount + entryCount }

  /// Plans handlers whose targets are states. Returns false if one of them needs more than a direct move, which
  /// `TransitionPlanner` plans.
  mutating func plan(
    _ handlers: [Int32], chart: Chart, in configuration: borrowing Configuration,
    history: borrowing HistoryStore, resolvesHistory: Bool
  ) -> Bool {
    begin()
    // The following moves do not affect anything before this index.
    var reach: Int32 = 0
    for index in handlers.indices {
      let handler = chart.handlers[Int(handlers[index])]
      guard handler.reentry == .none else { return false }
      if handler.targets.isEmpty { continue }
      guard handler.targets.count == 1 else { return false }
      let named = chart.targets[Int(handler.targets.start)]
      let resolves = resolvesHistory && handlers.count == 1
      guard let target = Self.target(of: named, in: chart, history: history, resolvesHistory: resolves),
        let move = plan(to: target, named: named, chart: chart, in: configuration), move.ancestor.rawValue >= reach
      else { return false }
      reach = chart.states[move.ancestor.index].end
      moves.append(move)
      if handlers.count == 1, named == target {
        keep(move, of: handlers[0], chart: chart, in: configuration)
      }
    }
    return !moves.isEmpty
  }

  /// The move of a single handler with a single active leaf; nil if the handler does more.
  @inline(__always)
  mutating func move(
    of handler: Int32, chart: Chart, in configuration: borrowing Configuration, history: borrowing HistoryStore
  ) -> DirectMove? {
    if !chart.handlers[Int(handler)].actions.isEmpty { return nil }
    if let move = known(handler, in: configuration) { return move }
    return planMove(of: handler, chart: chart, in: configuration, history: history)
  }

  private mutating func planMove(
    of handler: Int32, chart: Chart, in configuration: borrowing Configuration, history: borrowing HistoryStore
  ) -> DirectMove? {
    let choice = chart.handlers[Int(handler)]
    guard choice.reentry == .none, choice.targets.count <= 1 else { return nil }
    begin()
    var move = DirectMove.nowhere
    var readsHistory = false
    if choice.goes {
      let named = chart.targets[Int(choice.targets.start)]
      guard let target = Self.target(of: named, in: chart, history: history, resolvesHistory: true),
        let planned = plan(to: target, named: named, chart: chart, in: configuration)
      else { return nil }
      move = planned
      readsHistory = target != named
    }
    if !readsHistory { keep(move, of: handler, chart: chart, in: configuration) }
    return move
  }

  /// The state to which a target resolves; nil for a history state without a single record, or if history is not to be
  /// resolved.
  @inline(__always)
  private static func target(
    of named: StateID, in chart: Chart, history: borrowing HistoryStore, resolvesHistory: Bool
  ) -> StateID? {
    if !chart.states[named.index].kind.isHistory { return named }
    return resolvesHistory ? history.onlyRecord(of: named) : nil
  }

  /// Forgets planned moves that are not stored.
  @inline(__always)
  private mutating func begin() {
    moves.empty()
    if states.count > knownEnd { states.removeLast(states.count - knownEnd) }
    exitCount = 0
    entryCount = 0
  }

  /// The move to a target, which a handler names directly or by a history state.
  @inline(__always)
  private mutating func plan(
    to target: StateID, named: StateID, chart: Chart, in configuration: borrowing Configuration
  ) -> DirectMove? {
    let nodes = chart.states
    guard let ancestor = configuration.deepestActive(onLineTo: named), nodes[ancestor.index].kind == .compound,
      let leaf = configuration.onlyLeaf(below: ancestor, trying: moves.count),
      let exited = planExits(from: configuration.leaves[leaf], below: ancestor, nodes: nodes),
      let entered = planEntries(of: target, below: ancestor, in: chart, nodes: nodes)
    else { return nil }
    return DirectMove(leaf: Int32(leaf), ancestor: ancestor, exited: exited, entered: entered)
  }

  /// The stored move of a single handler.
  @inline(__always)
  func known(_ handler: Int32, in configuration: borrowing Configuration) -> DirectMove? {
    guard !known.isEmpty, configuration.leaves.count == 1 else { return nil }
    let found = known[Int(handler) & (known.count - 1)]
    return found.handler == handler && found.leaf == configuration.leaves[0] ? found.move : nil
  }

  /// Stores the only planned move, unless its place is taken. Moves of a handler with many moves, or of several
  /// handlers, would mostly be stored without use.
  private mutating func keep(
    _ move: DirectMove, of handler: Int32, chart: Chart, in configuration: borrowing Configuration
  ) {
    guard configuration.leaves.count == 1 else { return }
    if known.isEmpty {
      var capacity = 1
      while capacity < min(chart.handlers.count, Self.mostKnown) { capacity *= 2 }
      known = [KnownMove](repeating: KnownMove(), count: capacity)
    }
    let place = Int(handler) & (known.count - 1)
    guard known[place].handler < 0, states.count <= Self.mostStates else { return }
    known[place] = KnownMove(handler: handler, leaf: configuration.leaves[0], move: move)
    knownEnd = states.count
  }

  @inline(__always)
  private mutating func planExits(from leaf: StateID, below ancestor: StateID, nodes: [StateNode]) -> TableRange? {
    let first = states.count
    var next = leaf.rawValue
    while next > ancestor.rawValue {
      guard nodes[Int(next)].exitsPlainly else { return nil }
      states.append(StateID(rawValue: next))
      next = nodes[Int(next)].parent
    }
    exitCount += states.count - first
    return TableRange(start: first, count: states.count - first)
  }

  @inline(__always)
  private mutating func planEntries(
    of target: StateID, below ancestor: StateID, in chart: Chart, nodes: [StateNode]
  ) -> TableRange? {
    let start = states.count
    var above = ancestor.rawValue
    var target = target.rawValue
    while true {
      let first = states.count
      var next = target
      while next > above {
        guard nodes[Int(next)].entersPlainly else { return nil }
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
