import StateKitCore

/// The states that can ever be exited. In doubt, the answer is true: a state marked false is never exited.
struct Leaving: Sendable {
  /// By index in `Chart.states`.
  private(set) var canBeLeft: [Bool]

  /// The targets of transitions that exit everything below a state except the path to the target, as a span of
  /// indices.
  private struct Span {
    var low = Int32.max
    var high = Int32.min

    mutating func add(_ state: Int32) {
      low = min(low, state)
      high = max(high, state)
    }

    mutating func add(_ other: Span) {
      low = min(low, other.low)
      high = max(high, other.high)
    }
  }

  init(_ chart: Chart, transitions: PossibleTransitions, reachability: Reachability) {
    let count = chart.states.count
    canBeLeft = [Bool](repeating: false, count: count)
    var depth = [Int32](repeating: 0, count: count)
    for index in 1..<max(1, count) { depth[index] = depth[Int(chart.states[index].parent)] + 1 }
    // The highest state that a transition from here keeps, as a depth; and the targets of transitions from here or
    // above.
    var kept = [Int32](repeating: .max, count: count)
    var targets = [Span](repeating: Span(), count: count)
    for transition in transitions where reachability.isReached[transition.state.index] {
      if transition.reentry == .children { targets[transition.state.index].add(-1) }
      if transition.reentry.exitsBelowAncestor {
        let ancestor = chart.reentryAncestor(
          from: transition.state, to: transition.targets, reentry: transition.reentry)?.index
        kept[transition.state.index] = min(kept[transition.state.index], ancestor.map { depth[$0] } ?? -1)
        if let ancestor { targets[ancestor].add(-1) }
        continue
      }
      for index in transition.targets.indices {
        let target = chart.targets[index]
        let lca = chart.states.leastCommonAncestor(of: transition.state, and: target)
        // What goes on from the target leaves it again.
        if transition.isPassing { kept[target.index] = min(kept[target.index], depth[lca.index]) }
        if chart.states[lca.index].kind == .parallel, lca != target {
          // In a parallel state, only the region that contains the target is affected.
          let region = chart.states.child(of: lca, towards: target)
          targets[region.index].add(target.rawValue)
        } else {
          kept[transition.state.index] = min(kept[transition.state.index], depth[lca.index])
          targets[transition.state.index].add(target.rawValue)
        }
      }
    }
    for index in stride(from: count - 1, to: 0, by: -1) {
      let parent = Int(chart.states[index].parent)
      if kept[index] < depth[index] { canBeLeft[index] = true }
      kept[parent] = min(kept[parent], kept[index])
    }
    if kept[0] < 0 { canBeLeft[0] = true }
    for index in 1..<max(1, count) {
      let parent = Int(chart.states[index].parent)
      if canBeLeft[parent] { canBeLeft[index] = true }
      let span = targets[parent]
      if span.low < Int32(index) || span.high >= chart.states[index].end, span.low <= span.high {
        canBeLeft[index] = true
      }
      targets[index].add(span)
    }
  }
}
