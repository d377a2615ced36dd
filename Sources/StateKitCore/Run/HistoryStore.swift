/// The records of history states (Semantics.md, rules 23 and 24).
package struct HistoryStore: Sendable {
  /// The last record of each history state; empty if nothing is recorded.
  private(set) var records: [[StateID]] = []
  /// The history states, in document order.
  let states: [StateID]
  private let chart: Chart

  /// Creates a store without records.
  package init(_ chart: Chart) {
    self.chart = chart
    if chart.hasHistory {
      records = [[StateID]](repeating: [], count: chart.states.count)
      states = chart.states.indices.filter { chart.states[$0].kind.isHistory }.map { StateID($0) }
    } else {
      states = []
    }
  }

  /// The history states that have a record.
  var all: [(history: StateID, record: [StateID])] {
    states.filter { !records[$0.index].isEmpty }.map { ($0, records[$0.index]) }
  }

  mutating func restore(_ all: [(history: StateID, record: [StateID])]) {
    for state in states where !records[state.index].isEmpty { records[state.index] = [] }
    for (history, record) in all { records[history.index] = record }
  }

  /// The states to which a history state resolves; empty if nothing is recorded.
  func record(of history: StateID) -> [StateID] {
    records[history.index]
  }

  /// The state to which a history state resolves; nil if it is not a single one.
  func onlyRecord(of history: StateID) -> StateID? {
    records[history.index].count == 1 ? records[history.index][0] : nil
  }

  /// Records a state before its exit, for each of its history children.
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
        // A parent that rests on itself is recorded as itself; so is a parallel state whose regions have all been
        // exited.
        if records[child.index].isEmpty { records[child.index].append(state) }
      case .atomic, .compound, .parallel, .final: break
      }
    }
  }
}
