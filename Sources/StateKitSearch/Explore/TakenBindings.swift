import StateKitCore

/// The bindings of a chart with a handler that was taken, by their triggers and states.
struct TakenBindings {
  struct Entry {
    let state: Int32
    /// The index of the binding in the order of the chart.
    let binding: Int
    let candidates: TableRange
  }

  /// The entries of each trigger, in the order of their states.
  private var entries: [ChartDraft.Trigger: [Entry]] = [:]

  init(_ bindings: [ChartDraft.Binding], counts: CoverageCounts) {
    let order = bindings.indices.sorted { (bindings[$0].state, $0) < (bindings[$1].state, $1) }
    for index in order {
      let binding = bindings[index]
      guard binding.candidates.indices.contains(where: { counts.taken[$0] > 0 }) else { continue }
      entries[binding.trigger, default: []].append(
        Entry(state: binding.state, binding: index, candidates: binding.candidates))
    }
  }

  /// The first entries of a trigger in a range of states.
  func first(_ count: Int, of trigger: ChartDraft.Trigger, in states: Range<Int32>) -> ArraySlice<Entry> {
    guard let entries = entries[trigger] else { return [] }
    return entries[entries.partitionPoint { $0.state < states.lowerBound }...].prefix(count).prefix {
      $0.state < states.upperBound
    }
  }
}
