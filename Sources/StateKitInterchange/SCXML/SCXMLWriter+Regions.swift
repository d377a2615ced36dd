import StateKitCore
import StateKitFormat

/// Parallel states whose regions are exited without them. SCXML always exits a parallel state with its regions. So
/// each of these states is written as a compound one around a parallel one that has the regions.
extension SCXMLWriter {
  /// The parallel states whose regions some handler exits without them.
  static func divided(_ source: ChartSource) -> Set<Int> {
    var found: Set<Int> = []
    for state in source.facts.indices {
      for handler in source.handlers(of: state) {
        let (targets, reentry) = source.reach(handler, of: state)
        switch reentry {
        case .ancestor:
          if let ancestor = source.states.properAncestor(of: state, and: targets) { found.insert(ancestor) }
        case .children: found.insert(state)
        case .none: if targets.count == 1, source.isAround(targets[0], other: state) { found.insert(targets[0]) }
        case .external: break
        }
      }
    }
    // Within a region it could not be done: SCXML requires a final child.
    return found.filter { state in
      let parent = source.states.parent(of: state)
      return source.facts[state].kind == .parallel && (parent < 0 || source.facts[parent].kind != .parallel)
    }
  }

  /// True if a parallel state that a transition exits is a compound one in the document, and so would not be exited.
  func isCompoundThere(above ancestor: Int?) -> Bool {
    var next = ancestor ?? -1
    while next >= 0, source.facts[next].kind != .compound {
      if divided.contains(next) { return true }
      next = source.states.parent(of: next)
    }
    return false
  }

  /// The id of the state with the regions; nil for a state that is not divided.
  func regions(of state: Int) -> String? { stateIDs.regions[state] }

  func doneID(of state: Int) -> String { regions(of: state) ?? id(of: state) }
}

extension ChartSource {
  /// True if a state is another one or its ancestor.
  func isAround(_ state: Int, other: Int) -> Bool { state == other || states.isDescendant(other, of: state) }

  /// All handlers of a state, one by one.
  func handlers(of state: Int) -> [Int] {
    let node = facts[state].node
    let members = events(of: state) + timers(of: state) + ["always", "onDone"].compactMap { member($0, of: node) }
    return members.flatMap { elements($0) }
  }

  /// True if a handler of a state has the root among its targets.
  func goesToRoot(from state: Int) -> Bool { handlers(of: state).contains { reach($0, of: state).targets.contains(0) } }
}
