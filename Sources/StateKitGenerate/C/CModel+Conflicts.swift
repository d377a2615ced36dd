import StateKitCore

extension CModel {
  /// True if two handlers that one event chooses in different regions may be in conflict. If none can, the C does not
  /// look for conflicts.
  var hasConflicts: Bool {
    if !hasRegions { return false }
    let handlers = HandlersOfEvents(chart)
    var lists = (0..<chart.eventCount + chart.patterns.count).map {
      handlers.handlers(of: EventID(rawValue: Int32($0)))
    }
    lists.append(chart.states.flatMap { Array($0.always.indices) })
    return lists.contains { list in
      let goes = list.filter { chart.handlers[$0].reentry != .none || !chart.handlers[$0].targets.isEmpty }
      return goes.enumerated().contains { index, first in
        goes[(index + 1)...].contains { mayConflict(chart.handlers[first], chart.handlers[$0]) }
      }
    }
  }

  private func mayConflict(_ first: EventHandler, _ second: EventHandler) -> Bool {
    let (a, b) = (first.state.index, second.state.index)
    if a == b { return false }
    var common = a
    while !contains(common, b) { common = Int(chart.states[common].parent) }
    if common == a || common == b {
      // Both are chosen if a parallel state is between them: one for a region, the other for another region.
      var state = Int(chart.states[max(a, b)].parent)
      while state > common, chart.states[state].kind != .parallel { state = Int(chart.states[state].parent) }
      return chart.states[state].kind == .parallel
    }
    return chart.states[common].kind == .parallel
      && !(stays(first, inRegionOf: common) && stays(second, inRegionOf: common))
  }

  /// True if a handler changes nothing outside its own region of a parallel state.
  private func stays(_ handler: EventHandler, inRegionOf parallel: Int) -> Bool {
    var region = handler.state.index
    while Int(chart.states[region].parent) != parallel { region = Int(chart.states[region].parent) }
    let isInside = handler.targets.indices.allSatisfy { contains(region, chart.targets[$0].index) }
    switch handler.reentry {
    case .none, .children: return isInside
    case .external, .ancestor: return isInside && reentered(handler).map { contains(region, $0) } ?? false
    }
  }

  /// The state inside which a handler without `reenter` exits everything; nil if that depends on the active states.
  func top(of handler: EventHandler) -> Int? {
    guard handler.targets.count == 1 else { return nil }
    let (state, target) = (handler.state.index, chart.targets[Int(handler.targets.start)].index)
    if state != target, contains(state, target) { return nil }
    var common = state
    while !contains(common, target) { common = Int(chart.states[common].parent) }
    let node = chart.states[common]
    if common == target { return node.initial >= 0 || node.kind == .parallel ? common : nil }
    return node.kind == .compound ? common : nil
  }

  /// The state inside which a handler with `reenter` exits everything; nil if it exits `root` itself.
  func reentered(_ handler: EventHandler) -> Int? {
    let states = [handler.state.index] + handler.targets.indices.map { chart.targets[$0].index }
    var ancestor = Int(chart.states[handler.state.index].parent)
    while ancestor >= 0 {
      let contains = states.allSatisfy { $0 != ancestor && self.contains(ancestor, $0) }
      if contains, handler.reentry == .ancestor || chart.states[ancestor].kind == .compound { return ancestor }
      ancestor = Int(chart.states[ancestor].parent)
    }
    return nil
  }

  /// True for a state and all inside it.
  private func contains(_ ancestor: Int, _ state: Int) -> Bool {
    state >= ancestor && state < Int(chart.states[ancestor].end)
  }
}
