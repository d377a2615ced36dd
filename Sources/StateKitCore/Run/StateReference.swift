/// A state of a machine, or of a child of it.
package struct StateReference: Sendable {
  /// The ids of the children on the way; empty for a state of the machine itself.
  package let path: [String]
  /// The state in each chart that the child may run.
  package let states: [(chart: Int, state: StateID)]

  package init(path: [String], states: [(chart: Int, state: StateID)]) {
    self.path = path
    self.states = states
  }
}

extension Machine {
  /// True if a state is active; false for a child that does not exist.
  package func isActive(_ reference: StateReference) -> Bool {
    guard let id = reference.path.first else { return reference.states.contains { configuration.isActive($0.state) } }
    var child = children.child(named: id)
    for id in reference.path.dropFirst() { child = child?.state.children.child(named: id) }
    guard let child, let state = reference.states.first(where: { $0.chart == Int(child.facts.chart) })?.state else {
      return false
    }
    return looking(at: child).configuration.isActive(state)
  }

  /// A child as a separate machine, for queries.
  package func looking(at child: Child) -> Machine {
    guard let family = relatives else { return self }
    var machine = Machine(of: family, chart: Int(child.facts.chart))
    machine.load(child.facts, state: child.state, of: self, family: family)
    machine.data.answers = data.answers
    machine.data.embedder = data.embedder
    return machine
  }
}

extension Chart {
  /// A state with the ids of the children on the way: `x: busy`.
  package func shown(_ reference: StateReference) -> String {
    guard let first = reference.states.first else { return "" }
    let prefix = reference.path.map { DisplayText.name($0) + ": " }.joined()
    return prefix + relative(first.chart).shownReference(first.state)
  }
}
