import CEL

/// The states of a chart as a saved machine names them (Durable.md): by full paths. Two states share a path if a name has
/// a dot; each is then named by its quoted names, `"root"."b.c"`, which no path is, because a path begins with `root`.
package struct SavedPaths {
  private let chart: Chart
  /// The hash of each path, and those that several states have; empty if no name has a dot.
  private var hashes: [UInt64] = []
  private var shared: Set<UInt64> = []
  /// The states by their texts; created if a path is not the only reference to its state.
  private var states: [[UInt8]: StateID]?

  package init(_ chart: Chart) {
    self.chart = chart
    if chart.directory.mostDots == 0 { return }
    var known: Set<UInt64> = []
    hashes.reserveCapacity(chart.states.count)
    // A parent comes before its children.
    for state in chart.states {
      var hash = Self.seed
      if state.parent >= 0 { hash = Self.hash(hashes[Int(state.parent)], byte: UInt8(ascii: ".")) }
      let name = chart.names[state.name]
      for index in name.indices { hash = Self.hash(hash, byte: name[index]) }
      hashes.append(hash)
      if !known.insert(hash).inserted { shared.insert(hash) }
    }
  }

  private static let seed: UInt64 = 0xCBF2_9CE4_8422_2325

  private static func hash(_ hash: UInt64, byte: UInt8) -> UInt64 { (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01B3 }

  package func text(of state: StateID) -> String {
    guard !shared.isEmpty, shared.contains(hashes[state.index]) else { return chart.path(state) }
    return chart.states.line(upFrom: state).reversed()
      .map { DisplayText.string(chart.names.text(chart.states[$0.index].name)) }.joined(separator: ".")
  }

  /// The text of the state with a path, at or below another state; the path itself if no state there has it.
  package func text(of path: String, within state: StateID) -> String {
    if !isShared(path) { return path }
    let found = (state.rawValue..<chart.states[state.index].end).first { index in
      chart.path(StateID(rawValue: index)).utf8.elementsEqual(path.utf8)
    }
    return found.map { text(of: StateID(rawValue: $0)) } ?? path
  }

  /// True if several states have this path, so that it names none of them.
  func isShared(_ path: String) -> Bool {
    !shared.isEmpty && shared.contains(path.utf8.reduce(Self.seed) { Self.hash($0, byte: $1) })
  }

  /// The state with a text; nil for none.
  mutating func state(_ text: String) -> StateID? {
    if isShared(text) { return nil }
    if case .state(let state) = chart.resolve(text.utf8Bytes.span), chart.path(state).utf8.elementsEqual(text.utf8) {
      return state
    }
    if states == nil {
      var all: [[UInt8]: StateID] = [:]
      for index in chart.states.indices {
        let state = StateID(index)
        all[Array(self.text(of: state).utf8)] = state
      }
      states = all
    }
    return states?[Array(text.utf8)]
  }
}
