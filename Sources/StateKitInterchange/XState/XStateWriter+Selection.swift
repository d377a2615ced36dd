import StateKitCore
import StateKitFormat

/// Handlers that XState selects differently: events by subtree, and timers as events.
extension XStateWriter {
  /// Reports handlers that XState would not select: handlers of a parallel state, or of an ancestor, for an event
  /// that a region handles.
  func reportSelection() {
    let said = source.member("bubbling", of: 0).flatMap { source.string($0) }
    let events = source.facts.indices.map { source.events(of: $0) }
    if said != Bubbling.subtree.rawValue { reportLeaves() }
    reportOwnTargets(events)
    reportTimers(events)
    source.reportImmediateTimers(losses, in: "XState")
    source.reportInternalEvents(losses, in: "XState")
  }

  private func reportLeaves() {
    guard let (event, name, above) = source.eventOfRegionAndAbove else { return }
    losses.add(
      source.keySpan(event),
      message:
        "XState asks \(DisplayText.quoted(source.facts[above].name)) for \(DisplayText.quoted(name)) only if no region has a handler for it",
      written: "it is written, but chosen by XState's rule",
      help: "write \"bubbling\": \"subtree\" at the top level for XState's rule")
  }

  /// Reports a handler from an atomic state to itself if a handler of another region, for the same event, can exit the
  /// state: XState takes both, statekit one of them.
  private func reportOwnTargets(_ events: [[Int]]) {
    guard source.facts.contains(where: { $0.kind == .parallel }) else { return }
    var own: [(state: Int, name: String, handler: Int)] = []
    // For each parallel state, the regions with a handler that exits its regions.
    var exiting: [Int: Exits] = [:]
    for state in source.facts.indices {
      let always = source.member("always", of: source.facts[state].node).map { [$0] } ?? []
      for event in events[state] + always {
        let name = source.keyText(event)
        for handler in source.elements(event) {
          let (targets, reentry) = source.reach(handler, of: state)
          if targets.isEmpty { continue }
          if targets == [state], source.facts[state].children.isEmpty, reentry == .none || reentry == .children {
            own.append((state, name, handler))
          } else if reentry != .children {
            for (parallel, region) in parallelsExited(from: state, to: targets) {
              exiting[parallel, default: Exits()].add(name, region: region)
            }
          }
        }
      }
    }
    for (state, name, handler) in own {
      var region = state
      while region > 0 {
        let parent = source.states.parent(of: region)
        if exiting[parent]?.has(name, beside: region) == true {
          losses.add(
            source.span(handler),
            message: "in XState, a transition of a state to itself has no conflicts; here, another region can exit it",
            written: "XState takes both transitions", help: "delete the target, or write \"reenter\": \"lca\"")
          break
        }
        region = parent
      }
    }
  }

  /// The parallel states whose regions a transition exits from inside, each with the region that contains the source.
  private func parallelsExited(from state: Int, to targets: [Int]) -> [(parallel: Int, region: Int)] {
    var found: [(parallel: Int, region: Int)] = []
    var region = state
    while region > 0, !targets.allSatisfy({ source.states.isDescendant($0, of: region) }) {
      let parent = source.states.parent(of: region)
      if source.facts[parent].kind == .parallel { found.append((parent, region)) }
      region = parent
    }
    return found
  }

  /// Reports a `*` that would handle the timer of a state above it or in another region.
  private func reportTimers(_ events: [[Int]]) {
    let timed = source.facts.indices.filter { source.member("after", of: source.facts[$0].node) != nil }
    if timed.isEmpty { return }
    for state in source.facts.indices {
      guard let star = events[state].first(where: { source.keyText($0).utf8.elementsEqual("*".utf8) }),
        let owner = timed.first(where: { takesTimer(state, of: $0) })
      else { continue }
      losses.add(
        source.keySpan(star),
        message: "in XState \"*\" also matches the timers of \(DisplayText.quoted(source.facts[owner].name))",
        written: "it is written, and matches them", help: "name the intended events")
      return
    }
  }

  private func takesTimer(_ state: Int, of owner: Int) -> Bool {
    if source.states.isDescendant(state, of: owner) { return true }
    if source.states.isDescendant(owner, of: state) || state == owner { return mayDecline(owner) }
    guard let ancestor = source.states.properAncestor(of: state, and: [owner]) else { return false }
    return source.facts[ancestor].kind == .parallel
  }

  /// True if a timer of a state has only guarded handlers.
  private func mayDecline(_ state: Int) -> Bool {
    guard let after = source.member("after", of: source.facts[state].node) else { return false }
    return source.children(of: after).contains { timer in
      source.elements(timer).allSatisfy { source.member("guard", of: $0) != nil }
    }
  }
}

/// The regions of a parallel state that have handlers which exit all regions, by the names of their events.
private struct Exits {
  /// The region of each name; -1 for several regions.
  private var regions = NameMap<Int>()
  private var patterns: [String] = []

  mutating func add(_ name: String, region: Int) {
    if regions[name] == nil, name.utf8.last == UInt8(ascii: "*") { patterns.append(name) }
    regions[name] = regions[name].map { $0 == region ? region : -1 } ?? region
  }

  /// True if another region has a handler for an event that can have this name.
  func has(_ name: String, beside region: Int) -> Bool {
    let isPattern = name.utf8.last == UInt8(ascii: "*")
    let names = (isPattern ? regions.names : patterns).filter { EventPattern.overlap($0, name) }
    return (names + [name]).contains { regions[$0].map { $0 != region } ?? false }
  }
}
