/// The tree of states: parents, ancestors, least common ancestors. States are in document order, so a subtree is a
/// range of indices.
extension [StateNode] {
  /// The parent of a state; nil for `root`.
  package func parent(of state: StateID) -> StateID? {
    let parent = self[state.index].parent
    return parent < 0 ? nil : StateID(rawValue: parent)
  }

  /// True if `state` is `ancestor` or below it.
  package func isWithin(_ state: StateID, ancestor: StateID) -> Bool {
    ancestor <= state && state.rawValue < self[ancestor.index].end
  }

  /// The states from a state up to `root`, both included.
  package func line(upFrom state: StateID) -> Ancestors {
    Ancestors(states: self, upcoming: state.rawValue)
  }

  /// The least common ancestor of two states, which may be one of them.
  package func leastCommonAncestor(of one: StateID, and other: StateID) -> StateID {
    line(upFrom: one).first { isWithin(other, ancestor: $0) } ?? .root
  }

  /// True if two states can be active at one time: one is below the other, or they are in different regions.
  package func canBeActiveTogether(_ one: StateID, _ other: StateID) -> Bool {
    let ancestor = leastCommonAncestor(of: one, and: other)
    return ancestor == one || ancestor == other || self[ancestor.index].kind == .parallel
  }

  /// The child of `ancestor` on the path down to `state`.
  package func child(of ancestor: StateID, towards state: StateID) -> StateID {
    line(upFrom: state).first { self[$0.index].parent == ancestor.rawValue } ?? state
  }

  /// The ancestors of a state, from the state upwards.
  package struct Ancestors: Sequence, IteratorProtocol {
    fileprivate let states: [StateNode]
    fileprivate var upcoming: Int32

    package mutating func next() -> StateID? {
      guard upcoming >= 0 else { return nil }
      defer { upcoming = states[Int(upcoming)].parent }
      return StateID(rawValue: upcoming)
    }
  }
}

extension Chart {
  package func parent(of state: StateID) -> StateID? { states.parent(of: state) }

  package func isWithin(_ state: StateID, ancestor: StateID) -> Bool { states.isWithin(state, ancestor: ancestor) }

  /// The least common proper ancestor of a handler's state and its targets, below which `reenter` exits everything
  /// first. For `true` it is compound (the LCCA), for `"lca"` of any kind; nil if `root` itself is exited.
  package func reentryAncestor(from state: StateID, to range: TableRange, reentry: Reentry) -> StateID? {
    states.line(upFrom: state).dropFirst().first { ancestor in
      (reentry == .ancestor || states[ancestor.index].kind == .compound)
        && range.indices.allSatisfy { targets[$0] != ancestor && isWithin(targets[$0], ancestor: ancestor) }
    }
  }
}
