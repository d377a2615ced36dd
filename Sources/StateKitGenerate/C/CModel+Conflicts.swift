import StateKitCore

extension CModel {
  /// True if two handlers that one event chooses in different regions may be in conflict. If none can, the C does not
  /// look for conflicts.
  var hasConflicts: Bool {
    if !hasRegions { return false }
    let handlers = HandlersOfEvents(chart)
    let events = 0..<chart.eventCount + patterns.count
    let lists = events.map { handlers.handlers(of: EventID(rawValue: Int32($0))) }
    return (lists + [chart.states.flatMap(\.always.indices)]).contains { list in
      mayConflict(list.map { chart.handlers[$0] }.filter(\.goes))
    }
  }

  /// True if two of these handlers may be in conflict.
  private func mayConflict(_ handlers: [EventHandler]) -> Bool {
    let states = Set(handlers.map(\.state))
    // For each parallel state one region with a handler, and the parallel states with handlers in several regions.
    var regions: [StateID: StateID] = [:]
    var shared: Set<StateID> = []
    for state in handlers.map(\.state) {
      let parallels = parallels(around: state)
      // Both are chosen if a parallel state is between them: one for a region, the other for another region.
      if let inner = parallels.first, chart.states.line(upFrom: inner).contains(where: states.contains) { return true }
      for parallel in parallels {
        let region = chart.states.child(of: parallel, towards: state)
        if let known = regions.updateValue(region, forKey: parallel), known != region { shared.insert(parallel) }
      }
    }
    return handlers.contains { handler in
      parallels(around: handler.state).contains { shared.contains($0) && !stays(handler, inRegionOf: $0) }
    }
  }

  /// The parallel states that a state is in, from the innermost.
  private func parallels(around state: StateID) -> [StateID] {
    chart.states.line(upFrom: state).dropFirst().filter { chart.states[$0.index].kind == .parallel }
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
