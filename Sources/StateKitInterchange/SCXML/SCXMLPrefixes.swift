/// The prefixes of event names that the transitions of one state match, each with the shorter ones that match its
/// events, too.
struct SCXMLPrefixes {
  /// For each prefix, the number of transitions that match its events.
  private(set) var counts: [Int]
  private let transitions: [[Int]]
  /// For each prefix, the longest shorter one that matches its events; -1 without one.
  private var outer: [Int]

  /// `transitions`: for each prefix, those that name it.
  init(_ transitions: NameMap<[Int]>) {
    self.transitions = transitions.values
    counts = transitions.values.map(\.count)
    outer = [Int](repeating: -1, count: counts.count)
    let names = transitions.names.map { Array($0.utf8) }
    let dot = UInt8(ascii: ".")
    if names.count < 2 || !names.contains(where: { $0.isEmpty || $0.contains(dot) }) { return }
    // In this order, a prefix is directly before all those that continue it after a dot.
    let sorted = names.indices.sorted { first, second in
      names[first].lexicographicallyPrecedes(names[second]) { $1 != dot && ($0 == dot || $0 < $1) }
    }
    var open: [Int] = []
    for index in sorted {
      let name = names[index]
      while let last = open.last, !names[last].isEmpty,
        !(name.count > names[last].count && name[names[last].count] == dot && name.starts(with: names[last]))
      {
        open.removeLast()
      }
      if let last = open.last {
        outer[index] = last
        counts[index] += counts[last]
      }
      open.append(index)
    }
  }

  /// The transitions of a prefix, and those of all shorter ones that match its events.
  func lists(covering index: Int) -> [[Int]] {
    var lists: [[Int]] = []
    var next = index
    while next >= 0 {
      lists.append(transitions[next])
      next = outer[next]
    }
    return lists
  }
}
