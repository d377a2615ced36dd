/// Shortest references: the fewest names that identify a state, for showing and finding it (Charts.md).
extension StateDirectory {
  /// States whose last `length` names are equal, each with the ancestor that has the first of these names.
  private struct Alike {
    var length: Int32
    var members: [(state: Int32, ancestor: Int32)]
  }

  /// Computes the number of names in every state's shortest reference. States with one name are distinguished by their
  /// parents, remaining ambiguous ones by their grandparents, and so on.
  package mutating func setReferenceLengths(of states: inout [StateNode], names: NameTable) {
    var groups: [Alike] = []
    for index in states.indices where nextSame[index] >= 0 && firstOfName[states[index].name.index] == Int32(index) {
      let members = self.states(named: states[index].name).map { (state: $0.rawValue, ancestor: $0.rawValue) }
      groups.append(Alike(length: 1, members: members))
    }
    while var group = groups.popLast() {
      raise(&group, states: states)
      var keyed: [(name: Int32, state: Int32, ancestor: Int32)] = []
      for (state, ancestor) in group.members {
        let next = states[Int(ancestor)].parent
        // A path that ends here is a suffix of the others; as a full path it still identifies its state.
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
    addReferences(to: states)
    lengthenDotted(&states, names: names)
    if mostDots > 0 { addReferences(to: states) }
  }

  /// Adds the states with longer references to the table.
  private mutating func addReferences(to states: [StateNode]) {
    references = ReferenceTable(count: states.count { $0.referenceLength > 1 })
    for index in states.indices where states[index].referenceLength > 1 {
      var hash = references.seed
      var next = Int32(index)
      for _ in 0..<states[index].referenceLength where next >= 0 {
        hash = references.hash(hash, name: states[Int(next)].name)
        next = states[Int(next)].parent
      }
      references.insert(StateID(index), hash: hash)
    }
  }

  /// Goes up while the next names are all equal, because these distinguish no states.
  private func raise(_ group: inout Alike, states: [StateNode]) {
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

  /// Lengthens references that contain dots in names while they match another state.
  private func lengthenDotted(_ states: inout [StateNode], names: NameTable) {
    if mostDots == 0 { return }
    var visits = InputLimits.stateVisits
    for index in states.indices {
      var depth: Int32 = 0
      var next = Int32(index)
      while next >= 0 {
        depth += 1
        next = states[Int(next)].parent
      }
      while states[index].referenceLength < depth {
        var out = ByteBuffer()
        appendPath(StateID(index), segments: Int(states[index].referenceLength), names: names, states: states, to: &out)
        let found = out.withSpan { resolve($0, names: names, states: states, visits: &visits) }
        if case .state(let state) = found, state.index == index { break }
        // If the search takes too long, the full path is used.
        states[index].referenceLength = found == nil ? depth : states[index].referenceLength + 1
      }
    }
  }
}
