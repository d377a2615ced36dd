/// Finds states by name: what a reference in a file or a script means, and the shortest reference to a state (Charts.md).
package struct StateDirectory: Sendable {
  /// What a reference may turn out to be.
  package enum Resolution: Sendable {
    case state(StateID)
    /// No state has this name.
    case unknown
    /// Several could be meant; in document order.
    case ambiguous([StateID])
  }

  /// For each name the first state that has it, and for each state the next one with the same name; -1 for none.
  private var firstOfName: [Int32]
  private var nextSame: [Int32]

  package init(names: NameTable, states: [StateNode]) {
    firstOfName = [Int32](repeating: -1, count: names.count)
    nextSame = [Int32](repeating: -1, count: states.count)
    for index in states.indices.reversed() {
      nextSame[index] = firstOfName[states[index].name.index]
      firstOfName[states[index].name.index] = Int32(index)
    }
  }

  /// The states with a name, in document order.
  func states(named name: NameID) -> [StateID] {
    var found: [StateID] = []
    var next = name.index < firstOfName.count ? firstOfName[name.index] : -1
    while next >= 0 {
      found.append(StateID(rawValue: next))
      next = nextSame[Int(next)]
    }
    return found
  }

  /// The only state with a name, nil where there is none or more than one.
  func onlyState(named name: NameID) -> StateID? {
    guard name.index < firstOfName.count else { return nil }
    let first = firstOfName[name.index]
    return first >= 0 && nextSame[Int(first)] < 0 ? StateID(rawValue: first) : nil
  }

  /// An exact name first, then a dotted suffix of a path. A full path always names its state.
  package func resolve(_ reference: Span<UInt8>, names: NameTable, states: [StateNode]) -> Resolution {
    var found = names.find(reference).map { self.states(named: $0) } ?? []
    if found.isEmpty {
      for dot in reference.indices.reversed() where reference[dot] == UInt8(ascii: ".") {
        guard let last = names.find(reference.extracting(dot + 1..<reference.count)) else { continue }
        for state in self.states(named: last) where matches(reference, dot, above: state, names, states) {
          found.append(state)
        }
      }
    }
    switch found.count {
    case 0: return .unknown
    case 1: return .state(found[0])
    default:
      for state in found where isFullPath(reference, of: state, names, states) { return .state(state) }
      return .ambiguous(found.sorted())
    }
  }

  /// Appends the last `segments` names on the line from `root` to the state, with dots between.
  package func appendPath(
    _ state: StateID, segments: Int, _ names: NameTable, _ states: [StateNode], to out: inout ByteBuffer
  ) {
    if segments == 1 {
      names.append(states[state.index].name, to: &out)
      return
    }
    var line: [NameID] = []
    var next = state.rawValue
    while next >= 0, line.count < segments {
      line.append(states[Int(next)].name)
      next = states[Int(next)].parent
    }
    for (index, name) in line.reversed().enumerated() {
      if index > 0 { out.append(UInt8(ascii: ".")) }
      names.append(name, to: &out)
    }
  }

  /// Whether the bytes before the dot at `end` are names on the line above `state`.
  private func matches(
    _ reference: Span<UInt8>, _ end: Int, above state: StateID, _ names: NameTable, _ states: [StateNode]
  ) -> Bool {
    var end = end
    var next = states[state.index].parent
    while next >= 0 {
      let name = names[states[Int(next)].name]
      let start = end - name.count
      guard start >= 0, reference.holds(name, at: start) else { return false }
      if start == 0 { return true }
      guard reference[start - 1] == UInt8(ascii: ".") else { return false }
      end = start - 1
      next = states[Int(next)].parent
    }
    return false
  }

  private func isFullPath(_ reference: Span<UInt8>, of state: StateID, _ names: NameTable, _ states: [StateNode])
    -> Bool
  {
    var out = ByteBuffer()
    appendPath(state, segments: .max, names, states, to: &out)
    return reference.equals(out.bytes[...])
  }
}

extension StateDirectory {
  /// States whose last `length` names are the same, each with the ancestor that bears the first of these names.
  private struct Alike {
    var length: Int32
    var members: [(state: Int32, ancestor: Int32)]
  }

  /// Sets for every state how many names its shortest reference takes: the states of one name are distinguished by their
  /// parents, those that are still alike by their grandparents, and so on.
  package func setReferenceLengths(of states: inout [StateNode], names: NameTable) {
    var groups: [Alike] = []
    for index in states.indices where nextSame[index] >= 0 && firstOfName[states[index].name.index] == Int32(index) {
      let members = self.states(named: states[index].name).map { (state: $0.rawValue, ancestor: $0.rawValue) }
      groups.append(Alike(length: 1, members: members))
    }
    while var group = groups.popLast() {
      raise(&group, states)
      var keyed: [(name: Int32, state: Int32, ancestor: Int32)] = []
      for (state, ancestor) in group.members {
        let next = states[Int(ancestor)].parent
        // A path that ends here is a suffix of the others; as a full path it still names its state.
        states[Int(state)].referenceLength = group.length
        if next >= 0 { keyed.append((states[Int(next)].name.rawValue, state, next)) }
      }
      keyed.sort { ($0.name, $0.state) < ($1.name, $1.state) }
      var start = 0
      while start < keyed.count {
        var end = start + 1
        while end < keyed.count, keyed[end].name == keyed[start].name { end += 1 }
        if end - start == 1 {
          states[Int(keyed[start].state)].referenceLength = group.length + 1
        } else {
          let members = keyed[start..<end].map { (state: $0.state, ancestor: $0.ancestor) }
          groups.append(Alike(length: group.length + 1, members: members))
        }
        start = end
      }
    }
    lengthenDotted(&states, names)
  }

  /// Goes up as long as the next names are all the same: that tells nobody apart.
  private func raise(_ group: inout Alike, _ states: [StateNode]) {
    while true {
      let first = states[Int(group.members[0].ancestor)].parent
      guard first >= 0 else { return }
      let name = states[Int(first)].name
      for member in group.members {
        let next = states[Int(member.ancestor)].parent
        if next < 0 || states[Int(next)].name != name { return }
      }
      for index in group.members.indices {
        group.members[index].ancestor = states[Int(group.members[index].ancestor)].parent
      }
      group.length += 1
    }
  }

  /// Where names hold dots, a short reference may name another state: it grows until it does not.
  private func lengthenDotted(_ states: inout [StateNode], _ names: NameTable) {
    guard states.contains(where: { names[$0.name].contains(UInt8(ascii: ".")) }) else { return }
    for index in states.indices {
      var depth: Int32 = 0
      var next = Int32(index)
      while next >= 0 {
        depth += 1
        next = states[Int(next)].parent
      }
      while states[index].referenceLength < depth {
        var out = ByteBuffer()
        appendPath(StateID(index), segments: Int(states[index].referenceLength), names, states, to: &out)
        let found = out.withSpan { resolve($0, names: names, states: states) }
        if case .state(let state) = found, state.index == index { break }
        states[index].referenceLength += 1
      }
    }
  }
}
