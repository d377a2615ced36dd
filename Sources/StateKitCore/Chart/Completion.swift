/// The continuation when a state is entered without a deeper target (Semantics.md, rule 11).
package enum Completion: Sendable {
  /// None: the state is atomic, or the machine rests on it.
  case rests
  /// Enters the regions that `Chart.regions` returns.
  case regions
  /// Takes its `initial` transition.
  case initial(InitialTransition)
}

extension Chart {
  /// The completion of a state; `.rests` for a history state, which is never entered.
  package func completion(of state: StateID) -> Completion {
    let node = states[state.index]
    switch node.kind {
    case .parallel: return .regions
    case .compound: return node.initial < 0 ? .rests : .initial(initials[Int(node.initial)])
    case .atomic, .final, .shallowHistory, .deepHistory: return .rests
    }
  }

  /// The children of a parallel state that are active with it, in document order.
  package func regions(of state: StateID) -> some Sequence<StateID> {
    children(of: state).lazy.filter { !self.states[$0.index].kind.isHistory }
  }

  /// The targets of an `initial`, or of a history default.
  package func targets(of initial: InitialTransition) -> [StateID] {
    initial.targets.indices.map { targets[$0] }
  }
}
