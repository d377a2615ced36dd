/// The set of active states (Semantics.md, rule 1), and the deepest of them in document order.
///
/// The cost of entering and exiting is proportional to the states that change. The caller exits children before parents
/// and enters parents before children.
package struct Configuration: Sendable {
  private static let inactive: Int32 = -2
  private static let nobody: Int32 = -1

  /// For each state: inactive, or the active child of a compound state, or the number of active regions of a parallel
  /// one.
  private var occupants: [Int32]
  /// Active final states, compound states in a final child, and parallel states whose regions are all done.
  private var isDone: [Bool]
  /// The number of done regions of each parallel state.
  private var doneRegions: [Int32]
  /// The deepest active states, in document order: atomic ones, and compound ones that rest without an active child.
  package private(set) var leaves: [StateID] = []
  /// The serial of each state's last entry.
  private var serials: [Int]
  /// The number of entries so far.
  private(set) var entryCount = 0
  let chart: Chart

  package init(_ chart: Chart) {
    self.chart = chart
    occupants = [Int32](repeating: Self.inactive, count: chart.states.count)
    serials = [Int](repeating: 0, count: chart.states.count)
    let hasFinal = chart.states.contains { $0.kind == .final }
    isDone = hasFinal ? [Bool](repeating: false, count: chart.states.count) : []
    doneRegions = hasFinal ? [Int32](repeating: 0, count: chart.states.count) : []
  }

  package func isActive(_ state: StateID) -> Bool {
    occupants[state.index] != Self.inactive
  }

  /// The current stay in an active state.
  func activation(of state: StateID) -> Activation {
    Activation(state: state, serial: serials[state.index])
  }

  /// True if the state has been active without an exit since then.
  func isActive(_ activation: Activation) -> Bool {
    isActive(activation.state) && serials[activation.state.index] == activation.serial
  }

  package func activeChild(of state: StateID) -> StateID? {
    let occupant = occupants[state.index]
    return occupant >= 0 && chart.states[state.index].kind != .parallel ? StateID(rawValue: occupant) : nil
  }

  package func hasActiveChild(_ state: StateID) -> Bool {
    let occupant = occupants[state.index]
    return chart.states[state.index].kind == .parallel ? occupant > 0 : occupant >= 0
  }

  /// True if the state is done: in a final state, at any depth (Semantics.md, rule 21).
  package func isDone(_ state: StateID) -> Bool {
    !isDone.isEmpty && isDone[state.index]
  }

  /// The indices of the elements of `leaves` that are `state` or below it.
  package func leaves(within state: StateID) -> Range<Int> {
    if leaves.count == 1 { return chart.isWithin(leaves[0], ancestor: state) ? 0..<1 : 0..<0 }
    let low = firstLeaf(notBefore: state.rawValue)
    return low..<firstLeaf(notBefore: chart.states[state.index].end)
  }

  /// The nearest active state from `state` up; nil before the start.
  package func deepestActive(onLineTo state: StateID) -> StateID? {
    var next = state.rawValue
    while next >= 0 {
      if occupants[Int(next)] != Self.inactive { return StateID(rawValue: next) }
      next = chart.states[Int(next)].parent
    }
    return nil
  }

  /// Appends the active states below `state`, children before parents, last in document order first.
  package func appendActive(below state: StateID, to exits: inout [StateID]) {
    let range = leaves(within: state)
    for index in range.reversed() {
      // From each leaf up to the ancestor that it shares with the previous leaf.
      let stop = index > range.lowerBound ? max(state, leaves[index - 1]) : state
      var next = leaves[index]
      while next > stop {
        exits.append(next)
        next = StateID(rawValue: chart.states[next.index].parent)
      }
    }
  }

  /// Activates a state whose parent is active.
  package mutating func enter(_ state: StateID) {
    let node = chart.states[state.index]
    entryCount += 1
    serials[state.index] = entryCount
    occupants[state.index] = node.kind == .parallel ? 0 : Self.nobody
    guard node.parent >= 0 else {
      leaves = [state]
      if node.kind == .final { setDone(state) }
      return
    }
    let parent = StateID(rawValue: node.parent)
    let parentWasLeaf = !hasActiveChild(parent)
    if chart.states[parent.index].kind == .parallel {
      occupants[parent.index] += 1
    } else {
      occupants[parent.index] = state.rawValue
    }
    if parentWasLeaf {
      leaves[leaves.count == 1 ? 0 : firstLeaf(notBefore: parent.rawValue)] = state
    } else {
      leaves.insert(state, at: firstLeaf(notBefore: state.rawValue))
    }
    if node.kind == .final { setDone(state) }
  }

  /// Deactivates a state that has no active child.
  package mutating func exit(_ state: StateID) {
    let node = chart.states[state.index]
    if isDone(state) { clearDone(state) }
    occupants[state.index] = Self.inactive
    let index = leaves.count == 1 ? 0 : firstLeaf(notBefore: state.rawValue)
    guard node.parent >= 0 else {
      leaves = []
      return
    }
    let parent = StateID(rawValue: node.parent)
    if chart.states[parent.index].kind == .parallel {
      occupants[parent.index] -= 1
    } else {
      occupants[parent.index] = Self.nobody
    }
    if hasActiveChild(parent) {
      leaves.remove(at: index)
    } else {
      leaves[index] = parent
    }
  }

  /// The index in `leaves` of the only deepest state below an active one; nil if there are several. Tries `index`
  /// first.
  func onlyLeaf(below ancestor: StateID, trying index: Int) -> Int? {
    if leaves.count == 1 { return leaves[0] > ancestor ? 0 : nil }
    if index < leaves.count, leaves[index] > ancestor, index == 0 || leaves[index - 1] < ancestor {
      let end = chart.states[ancestor.index].end
      if leaves[index].rawValue < end, index + 1 == leaves.count || leaves[index + 1].rawValue >= end { return index }
    }
    let range = leaves(within: ancestor)
    return range.count == 1 && leaves[range.lowerBound] > ancestor ? range.lowerBound : nil
  }

  /// Deactivates a chain of states, from a deepest one up to below an ancestor without other active descendants. All of
  /// them are atomic or compound.
  mutating func exitLine(_ states: [StateID], line: Range<Int>, below ancestor: StateID, at index: Int) {
    for position in line { occupants[states[position].index] = Self.inactive }
    occupants[ancestor.index] = Self.nobody
    leaves[index] = ancestor
  }

  /// Activates a chain of states below a compound state without active descendants. All of them are atomic or compound.
  mutating func enterLine(_ states: [StateID], line: Range<Int>, below ancestor: StateID, at index: Int) {
    var above = ancestor
    var serial = entryCount
    for position in line {
      let state = states[position]
      serial += 1
      serials[state.index] = serial
      occupants[above.index] = state.rawValue
      above = state
    }
    occupants[above.index] = Self.nobody
    entryCount = serial
    leaves[index] = above
  }

  /// Carries out a move: a chain of exits as in `exitLine`, then a chain of entries as in `enterLine`. Borrows the
  /// lists once, because the ownership check for each change would cost more than the change.
  mutating func make(_ move: DirectMove, states: [StateID]) {
    var above = move.ancestor
    unsafe occupants.withUnsafeMutableBufferPointer { occupants in
      for position in move.exited.indices { unsafe occupants[states[position].index] = Self.inactive }
      for position in move.entered.indices {
        let state = states[position]
        unsafe occupants[above.index] = state.rawValue
        above = state
      }
      unsafe occupants[above.index] = Self.nobody
    }
    var serial = entryCount
    unsafe serials.withUnsafeMutableBufferPointer { serials in
      for position in move.entered.indices {
        serial += 1
        unsafe serials[states[position].index] = serial
      }
    }
    entryCount = serial
    leaves[Int(move.leaf)] = above
  }

  private func firstLeaf(notBefore state: Int32) -> Int {
    leaves.partitionPoint { $0.rawValue < state }
  }

  // MARK: Done

  private mutating func setDone(_ final: StateID) {
    isDone[final.index] = true
    var child = final
    while let parent = chart.parent(of: child) {
      if chart.states[parent.index].kind == .parallel {
        doneRegions[parent.index] += 1
        guard doneRegions[parent.index] == chart.states[parent.index].regionCount else { return }
      } else {
        guard child == final else { return }
      }
      isDone[parent.index] = true
      child = parent
    }
  }

  /// Reverts `setDone` from a done state upwards when it is exited.
  private mutating func clearDone(_ state: StateID) {
    isDone[state.index] = false
    var child = state
    while let parent = chart.parent(of: child) {
      if chart.states[parent.index].kind == .parallel {
        doneRegions[parent.index] -= 1
      } else {
        guard chart.states[child.index].kind == .final else { return }
      }
      guard isDone[parent.index] else { return }
      isDone[parent.index] = false
      child = parent
    }
  }
}
