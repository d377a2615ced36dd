import StateKitCore

extension CModel {
  /// True if two handlers that one event chooses in different regions may be in conflict. If none can, the C does not
  /// look for conflicts.
  var hasConflicts: Bool {
    if !hasRegions { return false }
    let handlers = HandlersOfEvents(chart)
    let events = 0..<chart.eventCount + chart.patterns.count
    let lists = events.map { handlers.handlers(of: EventID(rawValue: Int32($0))) }
    return (lists + [chart.states.flatMap(\.always.indices)]).contains { list in
      let goes = list.map { chart.handlers[$0] }.filter(\.goes)
      return goes.enumerated().contains { index, first in
        goes[(index + 1)...].contains { mayConflict(first, $0) }
      }
    }
  }

  private func mayConflict(_ first: EventHandler, _ second: EventHandler) -> Bool {
    let (a, b) = (first.state, second.state)
    if a == b { return false }
    let common = chart.states.leastCommonAncestor(of: a, and: b)
    if common == a || common == b {
      // Both are chosen if a parallel state is between them: one for a region, the other for another region.
      return chart.states.line(upFrom: max(a, b)).dropFirst().prefix { $0 >= common }.contains {
        chart.states[$0.index].kind == .parallel
      }
    }
    return chart.states[common.index].kind == .parallel
      && !(stays(first, inRegionOf: common) && stays(second, inRegionOf: common))
  }

  /// True if a handler changes nothing outside its own region of a parallel state.
  private func stays(_ handler: EventHandler, inRegionOf parallel: StateID) -> Bool {
    let region = chart.states.child(of: parallel, towards: handler.state)
    let top = reentered(handler)
    return handler.targets.indices.allSatisfy { chart.isWithin(chart.targets[$0], ancestor: region) }
      && (!handler.reentry.exitsBelowAncestor || top.map { chart.isWithin($0, ancestor: region) } ?? false)
  }

  /// The state inside which a handler without `reenter` exits everything; nil if that depends on the active states.
  func top(of handler: EventHandler) -> StateID? {
    guard handler.targets.count == 1 else { return nil }
    let (state, target) = (handler.state, chart.targets[Int(handler.targets.start)])
    if state != target, chart.isWithin(target, ancestor: state) { return nil }
    let common = chart.states.leastCommonAncestor(of: state, and: target)
    let node = chart.states[common.index]
    let isTop = common == target ? node.initial >= 0 || node.kind == .parallel : node.kind == .compound
    return isTop ? common : nil
  }

  /// The state inside which a handler with `reenter` exits everything; nil if it exits `root` itself.
  func reentered(_ handler: EventHandler) -> StateID? {
    chart.reentryAncestor(from: handler.state, to: handler.targets, reentry: handler.reentry)
  }
}
