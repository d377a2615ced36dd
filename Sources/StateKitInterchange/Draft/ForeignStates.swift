import CEL
import StateKitCore

/// The states of a chart in another notation, in document order, and their names in our charts.
struct ForeignStates {
  private var states: [StateNode] = []
  private var names = NameTable()
  private var directory: StateDirectory?

  /// Reserves memory for this many states in all.
  mutating func makeRoom(for count: Int) { states.reserveCapacity(count) }

  /// Appends a state; `parent` is -1 for the root. Returns its index.
  mutating func add(_ name: String, parent: Int) -> Int {
    states.append(StateNode(name: names.intern(name), parent: Int32(parent)))
    return states.count - 1
  }

  var count: Int { states.count }

  /// Finds the shortest reference to each state, after all are added.
  mutating func close() {
    var directory = StateDirectory(names: names, states: states)
    directory.setReferenceLengths(of: &states, names: names)
    self.directory = directory
  }

  /// The parent's index, -1 for the root.
  func parent(of state: Int) -> Int { Int(states[state].parent) }

  func name(of state: Int) -> String { names.text(states[state].name) }

  /// True if the shortest reference to a state is its name.
  func isNameReference(to state: Int) -> Bool { directory == nil || states[state].referenceLength <= 1 }

  /// The shortest reference that names the state.
  func reference(to state: Int) -> String {
    guard let directory, states[state].referenceLength > 1 else { return name(of: state) }
    return ByteBuffer.text {
      directory.appendPath(
        StateID(state), segments: Int(states[state].referenceLength), names: names, states: states, to: &$0)
    }
  }

  /// The state that one of our references names; nil if there is none.
  func resolve(_ reference: String) -> Int? {
    guard case .state(let state)? = directory?.resolve(reference.utf8Bytes.span, names: names, states: states) else {
      return nil
    }
    return state.index
  }

  /// True if a transition without `reenter` exits only the active child of its compound source.
  func isPlain(_ state: Int, targets: [Int], isCompound: (Int) -> Bool) -> Bool {
    guard let ancestor = properAncestor(of: state, and: targets), isCompound(ancestor) else { return false }
    let child = child(of: ancestor, toward: state)
    return targets.allSatisfy { self.child(of: ancestor, toward: $0) != child }
  }

  /// True if a target is a history that may stand for the state, or for one below it.
  func mayReturn(to state: Int, targets: [Int], isHistory: (Int) -> Bool) -> Bool {
    targets.contains { isHistory($0) && isDescendant(state, of: parent(of: $0)) }
  }

  /// True if a state is below another one.
  func isDescendant(_ state: Int, of ancestor: Int) -> Bool {
    var next = parent(of: state)
    while next > ancestor { next = parent(of: next) }
    return next == ancestor && state != ancestor
  }

  /// The least ancestor of a state that is above all the others; nil if the root is among them.
  func properAncestor(of state: Int, and others: [Int]) -> Int? {
    var ancestor = parent(of: state)
    while ancestor >= 0 {
      if others.allSatisfy({ isDescendant($0, of: ancestor) }) { return ancestor }
      ancestor = parent(of: ancestor)
    }
    return nil
  }

  /// The child of an ancestor that contains a state below it.
  func child(of ancestor: Int, toward state: Int) -> Int {
    var child = state
    while parent(of: child) > ancestor { child = parent(of: child) }
    return child
  }
}
