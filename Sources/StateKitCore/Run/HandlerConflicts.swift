/// Decides which of several chosen handlers are kept: Semantics.md, rule 6.
struct HandlerConflicts {
  private let chart: Chart
  private let history: HistoryStore

  init(_ chart: Chart, history: HistoryStore) {
    self.chart = chart
    self.history = history
  }

  /// The extent of a handler's transition: the state at which it starts, and whether it exits and enters anything
  /// below.
  private struct Extent {
    /// Nil if `root` itself is exited and entered.
    let start: StateID?
    let exits: Bool
    let enters: Bool
  }

  /// The kept handlers in the given order, and the others. Each of the others has the handler that displaced it, which
  /// may have been displaced itself later.
  func resolve(
    _ handlers: [Int32], in configuration: borrowing Configuration
  ) -> (kept: [Int32], displaced: [(handler: Int32, by: Int32)]) {
    var lost: [(handler: Int32, by: Int32)] = []
    var kept: [(handler: Int32, extents: [Extent])] = []
    // No kept transition reaches beyond this index. It decides the usual case: one handler for each region.
    var reach: Int32 = 0
    for handler in handlers {
      let extents = self.extents(of: chart.handlers[Int(handler)], in: configuration)
      if !extents.allSatisfy({ ($0.start?.rawValue ?? 0) >= reach && $0.start != nil }) {
        let rivals = kept.indices.filter { conflicts(kept[$0].extents, extents, configuration: configuration) }
        let state = chart.handlers[Int(handler)].state
        let winner = rivals.first { rival in
          let other = chart.handlers[Int(kept[rival].handler)].state
          return state == other || !chart.isWithin(state, ancestor: other)
        }
        if let winner {
          lost.append((handler, kept[winner].handler))
          continue
        }
        for rival in rivals.reversed() { lost.append((kept.remove(at: rival).handler, handler)) }
      }
      for extent in extents { reach = max(reach, chart.states[(extent.start ?? .root).index].end) }
      kept.append((handler, extents))
    }
    return (kept.map(\.handler), lost)
  }

  /// True if each handler certainly changes a separate part of the tree, behind that of the previous handler: one
  /// handler for each region.
  static func areApart(_ handlers: [Int32], chart: Chart, in configuration: borrowing Configuration) -> Bool {
    var reach: Int32 = 0
    for index in handlers {
      let handler = chart.handlers[Int(index)]
      guard handler.reentry == .none else { return false }
      if handler.targets.isEmpty { continue }
      let target = chart.targets[Int(handler.targets.start)]
      guard handler.targets.count == 1, !chart.states[target.index].kind.isHistory,
        let start = configuration.deepestActive(onLineTo: target), start.rawValue >= reach
      else { return false }
      reach = chart.states[start.index].end
    }
    return true
  }

  private func extents(of handler: EventHandler, in configuration: borrowing Configuration) -> [Extent] {
    switch handler.reentry {
    case .external, .ancestor:
      let start = chart.reentryAncestor(from: handler.state, to: handler.targets, reentry: handler.reentry)
      return [Extent(start: start, exits: true, enters: true)]
    case .children:
      return [Extent(start: handler.state, exits: configuration.hasActiveChild(handler.state), enters: true)]
    case .none:
      var extents: [Extent] = []
      let targets = handler.targets.indices.map { chart.targets[$0] }
      for target in chart.hasHistory ? standIns(for: targets, configuration: configuration) : targets {
        guard let start = configuration.deepestActive(onLineTo: target) else { continue }
        let node = chart.states[start.index]
        let exits = configuration.hasActiveChild(start) && (node.kind != .parallel || start == target)
        let enters = start != target || node.kind == .parallel || node.initial >= 0
        extents.append(Extent(start: start, exits: exits, enters: enters))
      }
      return extents
    }
  }

  /// Replaces history children of active parallel states, which their transitions change, by the states to which they
  /// resolve. For other history states the parent is exited or entered as a whole.
  private func standIns(for targets: [StateID], configuration: borrowing Configuration) -> [StateID] {
    var found: [StateID] = []
    var todo = Array(targets.reversed())
    var seen: [StateID] = []
    while let target = todo.popLast() {
      let node = chart.states[target.index]
      guard node.kind.isHistory, let parent = chart.parent(of: target), chart.states[parent.index].kind == .parallel,
        configuration.isActive(parent)
      else {
        found.append(target)
        continue
      }
      let record = history.record(of: target)
      if !record.isEmpty {
        found += record
      } else if node.initial >= 0 {
        if seen.contains(target) { continue }
        seen.append(target)
        todo += chart.initials[Int(node.initial)].targets.indices.reversed().map { chart.targets[$0] }
      } else {
        found.append(parent)
      }
    }
    return found
  }

  private func conflicts(_ some: [Extent], _ others: [Extent], configuration: borrowing Configuration) -> Bool {
    for a in some {
      for b in others where conflict(a, b, configuration: configuration) { return true }
    }
    return false
  }

  private func conflict(_ a: Extent, _ b: Extent, configuration: borrowing Configuration) -> Bool {
    guard let first = a.start, let second = b.start else { return true }
    if first == second {
      if a.exits && b.exits { return true }
      return a.enters && b.enters && chart.states[first.index].kind == .compound
    }
    // The transition from the upper start exits the lower start and everything below it.
    if chart.isWithin(second, ancestor: first) { return a.exits }
    if chart.isWithin(first, ancestor: second) { return b.exits }
    return false
  }
}
