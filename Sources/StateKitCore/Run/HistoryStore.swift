/// What history states remember (Semantics.md, rules 23 and 24).
package struct HistoryStore: Sendable {
  /// For each history state what was recorded last; empty for nothing.
  private(set) var records: [[StateID]] = []
  /// The history states, in document order.
  let states: [StateID]
  private let chart: Chart

  /// Nothing is recorded yet.
  package init(_ chart: Chart) {
    self.chart = chart
    if chart.hasHistory {
      records = [[StateID]](repeating: [], count: chart.states.count)
      states = chart.states.indices.filter { chart.states[$0].kind.isHistory }.map { StateID($0) }
    } else {
      states = []
    }
  }

  /// What is recorded, without what is not.
  var all: [(history: StateID, record: [StateID])] {
    states.filter { !records[$0.index].isEmpty }.map { ($0, records[$0.index]) }
  }

  /// Takes back what was recorded at another time.
  mutating func restore(_ all: [(history: StateID, record: [StateID])]) {
    for state in states where !records[state.index].isEmpty { records[state.index] = [] }
    for (history, record) in all { records[history.index] = record }
  }

  /// The states that a history state stands for; empty when nothing is recorded.
  func record(of history: StateID) -> [StateID] {
    records[history.index]
  }

  /// The state that a history state stands for, where that is a single one.
  func onlyRecord(of history: StateID) -> StateID? {
    records[history.index].count == 1 ? records[history.index][0] : nil
  }

  /// Records a state that is about to be exited, for each of its history children.
  mutating func record(_ state: StateID, in configuration: borrowing Configuration) {
    for child in chart.children(of: state) {
      switch chart.states[child.index].kind {
      case .deepHistory:
        records[child.index].removeAll(keepingCapacity: true)
        for index in configuration.leaves(within: state) {
          records[child.index].append(configuration.leaves[index])
        }
      case .shallowHistory:
        records[child.index].removeAll(keepingCapacity: true)
        if chart.states[state.index].kind == .parallel {
          for region in chart.children(of: state) where configuration.isActive(region) {
            records[child.index].append(region)
          }
        } else if let active = configuration.activeChild(of: state) {
          records[child.index].append(active)
        }
        // A parent that rests on itself is recorded as itself; so is a parallel one whose regions are all exited already.
        if records[child.index].isEmpty { records[child.index].append(state) }
      case .atomic, .compound, .parallel, .final: break
      }
    }
  }
}
