/// What follows where a state is entered without a deeper target (Semantics.md, rule 11).
package enum Completion: Sendable {
  /// Nothing: it is atomic, or the machine rests on it.
  case rests
  /// Its regions are entered, those that `Chart.regions` names.
  case regions
  /// Its `initial` is taken.
  case initial(InitialTransition)
}

extension Chart {
  /// What completes a state; a history state is never entered, and is not completed.
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
