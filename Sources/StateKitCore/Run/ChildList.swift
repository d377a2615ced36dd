/// A child between its macrosteps.
package struct Child: Sendable {
  /// The properties of a child that never change.
  package struct Facts: Sendable {
    /// Unique among all children of the machine, past ones included.
    let serial: Int32
    /// The index of the invocation in the chart of the invoking machine.
    package let invocation: Int32
    /// The index of its chart in the family.
    package let chart: Int32
    /// The ids of the machines on the way to it, including its own as the last.
    package let path: [String]
    /// The path as a prefix of the lines in its trace.
    let prefix: LinePrefix
    package let forwards: Bool

    package var id: String { path.last ?? "" }
  }

  package let facts: Facts
  package var state: MachineSnapshot
  /// The next timer of the child or its descendants.
  var due: TimerQueue.Moment?
}

/// The children of a machine in the order of their starts.
package struct ChildList: Sendable {
  package private(set) var all: [Child] = []
  private var serials: [[UInt8]: Int32] = [:]
  private(set) var nextSerial: Int32 = 0
  private(set) var forwarding = 0
  /// The child with the next timer; nil if it has to be searched after a change.
  private var earliest: Int??

  var isEmpty: Bool { all.isEmpty }

  /// The number of children and descendants.
  private(set) var total = 0

  /// Appends the state that decides the future behaviour of the children, as unambiguous bytes; `first` is the first
  /// chart of their family.
  func appendIdentity(in first: Chart, now: Int64, isOrdered: Bool, to out: inout ByteBuffer) {
    for child in all {
      out.append("{")
      out.append(counted: Array(child.facts.id.utf8))
      out.append(number: UInt64(child.facts.invocation))
      child.state.appendIdentity(
        first.relative(Int(child.facts.chart)), in: first, now: now, isOrdered: isOrdered, to: &out)
      out.append("}")
    }
  }

  /// Brings the children and their descendants to the states after their replayed macrosteps. Removes the marks, which
  /// mean nothing to another family.
  mutating func catchUp(with replay: any ChildReplay) {
    for index in all.indices {
      if let mark = all[index].state.mark, let ahead = replay.resolve(mark, in: all[index].facts.chart) {
        all[index].state.leaves = ahead.situation.leaves
        all[index].state.history = ahead.situation.history
        all[index].state.seen = ahead.seen
      }
      all[index].state.mark = nil
      all[index].state.children.catchUp(with: replay)
    }
  }

  /// The index of the child with a serial; nil if it has ended.
  func index(of serial: Int32) -> Int? {
    let index = firstIndex(from: serial)
    return index < all.count && all[index].facts.serial == serial ? index : nil
  }

  /// The index of the first child with this serial or a later one.
  func firstIndex(from serial: Int32) -> Int {
    all.partitionPoint { $0.facts.serial < serial }
  }

  func serial(named id: String) -> Int32? {
    serials[Array(id.utf8)]
  }

  package func child(named id: String) -> Child? {
    serial(named: id).flatMap { index(of: $0) }.map { all[$0] }
  }

  /// Adds a child that has not begun, and returns its index.
  mutating func add(_ invocation: Int, chart: Int, path: [String], forwards: Bool) -> Int {
    let facts = Child.Facts(
      serial: nextSerial, invocation: Int32(invocation), chart: Int32(chart), path: path, prefix: LinePrefix(path),
      forwards: forwards)
    serials[Array(facts.id.utf8)] = nextSerial
    nextSerial += 1
    if forwards { forwarding += 1 }
    total += 1
    all.append(Child(facts: facts, state: .nowhere))
    return all.count - 1
  }

  /// Removes and returns the state of a child. It must then be put back or the child removed; it is not stored twice,
  /// so that it can change in place.
  mutating func moveOut(_ index: Int) -> MachineSnapshot {
    var state = MachineSnapshot.nowhere
    total -= all[index].state.children.total
    swap(&state, &all[index].state)
    return state
  }

  /// Calls `body` with the children, for changes that affect no timer.
  mutating func withAll<Result>(_ body: (inout [Child]) -> Result) -> Result {
    body(&all)
  }

  mutating func put(_ state: MachineSnapshot, due: TimerQueue.Moment?, at index: Int) {
    total += state.children.total
    all[index].state = state
    if all[index].due == due { return }
    all[index].due = due
    earliest = nil
  }

  /// Removes children by their sorted indices.
  mutating func remove(at indices: [Int]) {
    for index in indices {
      let child = all[index]
      total -= 1 + child.state.children.total
      serials[Array(child.facts.id.utf8)] = nil
      if child.facts.forwards { forwarding -= 1 }
    }
    if indices.count == 1 {
      all.remove(at: indices[0])
    } else {
      var gone = indices[...]
      all = all.indices.compactMap { index in
        if gone.first != index { return all[index] }
        gone.removeFirst()
        return nil
      }
    }
    earliest = nil
  }

  /// The index of the child with the next timer.
  mutating func indexOfEarliest() -> Int? {
    if let earliest { return earliest }
    var best: Int?
    for index in all.indices {
      guard let due = all[index].due else { continue }
      if let known = best.flatMap({ all[$0].due }), !(due < known) { continue }
      best = index
    }
    earliest = .some(best)
    return best
  }
}
