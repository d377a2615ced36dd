/// Finds states by name: resolves references of files and scripts, and computes shortest references (Charts.md).
package struct StateDirectory: Sendable {
  /// The result of resolving a reference.
  package enum Resolution: Sendable {
    case state(StateID)
    /// No state has this name.
    case unknown
    /// Several states match; in document order.
    case ambiguous([StateID])
  }

  /// For each name its first state, and for each state the next one with an equal name; -1 for none.
  let firstOfName: [Int32]
  let nextSame: [Int32]
  /// States whose shortest reference is longer than their name.
  var references = ReferenceTable()
  /// The highest number of dots in the name of a state.
  let mostDots: Int

  package init(names: NameTable, states: [StateNode]) {
    var firstOfName = [Int32](repeating: -1, count: names.count)
    var nextSame = [Int32](repeating: -1, count: states.count)
    var mostDots = 0
    for index in states.indices.reversed() {
      let name = states[index].name
      nextSame[index] = firstOfName[name.index]
      if nextSame[index] < 0 { mostDots = max(mostDots, names[name].count { $0 == UInt8(ascii: ".") }) }
      firstOfName[name.index] = Int32(index)
    }
    // A text longer than the limit is not a name.
    (self.firstOfName, self.nextSame, self.mostDots) = (firstOfName, nextSame, min(mostDots, InputLimits.nameBytes))
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

  /// The only state with a name; nil if there is none or more than one.
  func onlyState(named name: NameID) -> StateID? {
    guard name.index < firstOfName.count else { return nil }
    let first = firstOfName[name.index]
    return first >= 0 && nextSame[Int(first)] < 0 ? StateID(rawValue: first) : nil
  }

  /// Resolves an exact name first, then a dotted suffix of a path. A full path always matches its state.
  package func resolve(_ reference: Span<UInt8>, names: NameTable, states: [StateNode]) -> Resolution {
    var visits = Int.max
    return resolve(reference, names: names, states: states, visits: &visits) ?? .unknown
  }

  /// Resolves a reference while `visits` remain. A reference that is not a shortest one, and does not end in one, is
  /// searched among all states with its last name. Returns nil if there are too many.
  package func resolve(
    _ reference: Span<UInt8>, names: NameTable, states: [StateNode], visits: inout Int
  ) -> Resolution? {
    var found = names.find(reference).map { self.states(named: $0) } ?? []
    if found.isEmpty {
      if let state = state(at: reference, names: names, states: states) { return .state(state) }
      var dots = 0
      for dot in reference.indices.reversed() where reference[dot] == UInt8(ascii: ".") {
        if dots > mostDots { break }
        dots += 1
        // Each suffix with many dots is a name to look up.
        visits -= mostDots * 32
        if visits < 0 { return nil }
        guard let last = names.find(reference.extracting(dot + 1..<reference.count)), isState(last) else { continue }
        let parents = endings(of: reference.extracting(0..<dot), names: names)
        var next = firstOfName[last.index]
        while next >= 0 {
          visits -= 1
          if visits < 0 { return nil }
          let state = StateID(rawValue: next)
          let parent = states[state.index].parent
          // Nearly all other states have different parents.
          if parent >= 0, parents.contains(states[Int(parent)].name),
            matches(reference, end: dot, above: state, names: names, states: states)
          {
            found.append(state)
          }
          next = nextSame[Int(next)]
        }
      }
    }
    switch found.count {
    case 0: return .unknown
    case 1: return .state(found[0])
    default:
      for state in found where isFullPath(reference, of: state, names: names, states: states) { return .state(state) }
      return .ambiguous(found.sorted())
    }
  }

  /// The possible last names of a path; exactly one if no name contains dots.
  private func endings(of path: Span<UInt8>, names: NameTable) -> [NameID] {
    var found: [NameID] = []
    var start = path.count
    for _ in 0...mostDots where start >= 0 {
      repeat { start -= 1 } while start >= 0 && path[start] != UInt8(ascii: ".")
      if let name = names.find(path.extracting(start + 1..<path.count)), isState(name) { found.append(name) }
    }
    return found
  }

  /// The state of a path that ends in its shortest reference, found without looking at other states with its name. Nil
  /// if the path does not end in a shortest reference; then it may still match a state.
  package func state(at reference: Span<UInt8>, names: NameTable, states: [StateNode]) -> StateID? {
    if references.isEmpty || mayHoldDottedName(reference, names: names) { return nil }
    var hash = references.seed
    var length: Int32 = 0
    var end = reference.count
    while end >= 0 {
      var start = end
      while start > 0, reference[start - 1] != UInt8(ascii: ".") { start -= 1 }
      guard let name = names.find(reference.extracting(start..<end)) else { return nil }
      hash = references.hash(hash, name: name)
      length += 1
      let found = references.state(hash) { state in
        // Compares the length first, because it differs for nearly all others.
        states[state.index].referenceLength == length && endsWith(reference, state: state, names: names, states: states)
      }
      if let found { return found }
      end = start - 1
    }
    return nil
  }

  /// True if a path ends in the names of a state and its ancestors.
  private func endsWith(_ reference: Span<UInt8>, state: StateID, names: NameTable, states: [StateNode]) -> Bool {
    let name = names[states[state.index].name]
    let start = reference.count - name.count
    guard start >= 0, reference.holds(name, at: start) else { return false }
    return start == 0
      || reference[start - 1] == UInt8(ascii: ".")
        && matches(reference, end: start - 1, above: state, names: names, states: states)
  }

  /// True if a name with dots may be part of a path.
  private func mayHoldDottedName(_ reference: Span<UInt8>, names: NameTable) -> Bool {
    if mostDots == 0 { return false }
    // True for many parts, each of which may begin a name with many dots.
    if reference.count * mostDots > 1 << 12 { return true }
    var start = 0
    while start <= reference.count {
      var dots = 0
      var end = start
      while end <= reference.count, dots <= mostDots {
        if end == reference.count || reference[end] == UInt8(ascii: ".") {
          if dots > 0, let name = names.find(reference.extracting(start..<end)), isState(name) { return true }
          dots += 1
        }
        end += 1
      }
      while start < reference.count, reference[start] != UInt8(ascii: ".") { start += 1 }
      start += 1
    }
    return false
  }

  private func isState(_ name: NameID) -> Bool { name.index < firstOfName.count && firstOfName[name.index] >= 0 }

  /// Appends the last `segments` names on the path from `root` to the state, joined by dots.
  package func appendPath(
    _ state: StateID, segments: Int, names: NameTable, states: [StateNode], to out: inout ByteBuffer
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

  /// True if the bytes before the dot at `end` are names of ancestors of `state`.
  private func matches(
    _ reference: Span<UInt8>, end: Int, above state: StateID, names: NameTable, states: [StateNode]
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

  private func isFullPath(_ reference: Span<UInt8>, of state: StateID, names: NameTable, states: [StateNode])
    -> Bool
  {
    var out = ByteBuffer()
    appendPath(state, segments: .max, names: names, states: states, to: &out)
    return reference.equals(out.bytes[...])
  }
}
