/// Restoring an earlier configuration.
extension Configuration {
  /// Makes these the deepest active states.
  mutating func restore(_ leaves: [StateID]) {
    var exits: [StateID] = []
    appendActive(below: .root, to: &exits)
    for state in exits { exit(state) }
    if leaves.isEmpty, isActive(.root) { exit(.root) }
    var line: [StateID] = []
    for leaf in leaves {
      var next = leaf
      while next.rawValue >= 0, !isActive(next) {
        line.append(next)
        next = StateID(rawValue: chart.states[next.index].parent)
      }
      while let state = line.popLast() { enter(state) }
    }
  }
}
