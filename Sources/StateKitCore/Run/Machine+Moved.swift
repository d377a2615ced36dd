package import CEL

extension Machine {
  /// Returns a machine of this chart in given states that it did not reach by itself, with data by the names of context
  /// keys. No timers run, and no history is recorded. Nil if the states do not exist or cannot be active together.
  package func moved(to paths: [String], data: [(name: String, value: Value)]) -> Machine? {
    var leaves: [StateID] = []
    for path in paths {
      guard case .state(let state) = chart.resolve(path.utf8Bytes.span),
        chart.path(state).utf8.elementsEqual(path.utf8),
        !chart.states[state.index].kind.isHistory
      else { return nil }
      leaves.append(state)
    }
    var machine = Machine(chart, sink: NoTrace())
    machine.configuration.restore(leaves.sorted())
    guard machine.configuration.leaves == leaves.sorted(), machine.configuration.isLegal(in: chart) else { return nil }
    var slots = machine.data.slots
    for (name, value) in data {
      if let slot = chart.contextSlot(named: name) { slots[slot] = value }
    }
    let size = DataModel.size(of: slots)
    machine.data.restore(slots, event: machine.data.seen, held: size, own: size)
    return machine
  }
}

extension Configuration {
  /// True if two children of a compound state are active, which no machine does.
  func hasRivals(in chart: Chart) -> Bool {
    var children: [Int32: StateID] = [:]
    for leaf in leaves {
      var state = leaf
      while chart.states[state.index].parent >= 0 {
        let parent = chart.states[state.index].parent
        let other = children[parent]
        if other == state { break }
        if other != nil, chart.states[Int(parent)].kind == .compound { return true }
        children[parent] = state
        state = StateID(rawValue: parent)
      }
    }
    return false
  }

  /// The first region that is not active although its parallel state is.
  func missingRegion(in chart: Chart) -> StateID? {
    for index in chart.states.indices where chart.states[index].kind == .parallel && isActive(StateID(index)) {
      let children = chart.children(of: StateID(index)).filter { !chart.states[$0.index].kind.isHistory }
      if let missing = children.first(where: { !isActive($0) }) { return missing }
    }
    return nil
  }

  /// True if these states can be active together and at rest (Semantics.md, rule 1).
  func isLegal(in chart: Chart) -> Bool {
    missingRegion(in: chart) == nil
      && activeCompounds(of: chart).allSatisfy { state, active in
        active == 1 || active == 0 && chart.states[state].initial < 0
      }
  }

  /// The active compound states, with the number of their active children.
  private func activeCompounds(of chart: Chart) -> some Sequence<(state: Int, active: Int)> {
    chart.states.indices.lazy.filter { chart.states[$0].kind == .compound && isActive(StateID($0)) }.map { index in
      (index, chart.children(of: StateID(index)).count { isActive($0) })
    }
  }
}
