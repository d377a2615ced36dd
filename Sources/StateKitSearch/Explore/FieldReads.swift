import StateKitCore

/// Computes the fields of a state (`StateCodec`) on which a step depends, from its footprint (`Footprint`).
struct FieldReads: Sendable {
  private let chart: Chart
  private let childField: [Int]
  private let recordField: [StateID: Int]
  private let firstValue: Int
  private let fieldCount: Int
  private let wide: [Bool]
  /// The fields that show which states with handlers are active, for handlers without an event, and for each event.
  private let always: [Bool]
  private var events: [EventID: [Bool]] = [:]

  init(_ codec: StateCodec) {
    chart = codec.chart
    childField = codec.childField
    firstValue = codec.firstValue
    fieldCount = codec.roles.count
    var recordField: [StateID: Int] = [:]
    for (index, state) in codec.historyStates.enumerated() { recordField[state] = codec.firstRecord + index }
    self.recordField = recordField
    wide = codec.roles.map { role in
      switch role {
      case .child, .record: true
      case .flags, .value, .timers, .after, .timerOrder, .children, .answers, .irregular: false
      }
    }
    let chart = self.chart
    always = Self.fields(chart, childField: childField, count: fieldCount) { !chart.states[$0].always.isEmpty }
  }

  /// The fields on which a step with this footprint depends. `passed`: the states that were exited or entered.
  mutating func fields(_ footprint: Footprint, passed: [StateID]) -> [Bool] {
    var isRead = chart.hasAlways ? always : [Bool](repeating: false, count: fieldCount)
    for event in footprint.events {
      for (field, isAsked) in asked(event).enumerated() where isAsked { isRead[field] = true }
    }
    for state in footprint.states { mark(state, isRead: &isRead) }
    for state in passed { mark(state, isRead: &isRead) }
    for history in footprint.histories {
      mark(history, isRead: &isRead)
      if let field = recordField[history] { isRead[field] = true }
    }
    for slot in footprint.slots { isRead[firstValue + slot] = true }
    // A done region is counted with the others.
    let isWide = footprint.isWide || passed.contains { chart.states[$0.index].kind == .final }
    if isWide { for field in wide.indices where wide[field] { isRead[field] = true } }
    return isRead
  }

  /// The fields that are set when states are exited or entered.
  func written(_ passed: [StateID], exited: [StateID]) -> [Int] {
    var found: Set<Int> = []
    for state in passed {
      if childField[state.index] >= 0 { found.insert(childField[state.index]) }
      if let parent = chart.parent(of: state), childField[parent.index] >= 0 { found.insert(childField[parent.index]) }
    }
    for state in exited where chart.states[state.index].hasHistory {
      for child in chart.children(of: state) { if let field = recordField[child] { found.insert(field) } }
    }
    return found.sorted()
  }

  /// Marks the fields that show the active descendants of a state, and its active ancestors. With a field, those of all
  /// ancestors are marked, so that many states of a deep chart take no time for each level.
  private func mark(_ state: StateID, isRead: inout [Bool]) {
    for ancestor in chart.states.line(upFrom: state) where childField[ancestor.index] >= 0 {
      if isRead[childField[ancestor.index]] { return }
      isRead[childField[ancestor.index]] = true
    }
  }

  private mutating func asked(_ event: EventID) -> [Bool] {
    if let known = events[event] { return known }
    let chart = self.chart
    let found = Self.fields(chart, childField: childField, count: fieldCount) { state in
      chart.candidateLists(of: state, for: event).contains { !$0.isEmpty }
    }
    events[event] = found
    return found
  }

  /// The fields of compound states with a descendant that has a handler.
  private static func fields(
    _ chart: Chart, childField: [Int], count: Int, where hasHandler: (Int) -> Bool
  ) -> [Bool] {
    var isRead = [Bool](repeating: false, count: count)
    var hasOneBelow = [Bool](repeating: false, count: chart.states.count)
    // In reverse document order, so that descendants come first.
    for index in chart.states.indices.reversed() {
      if hasOneBelow[index], childField[index] >= 0 { isRead[childField[index]] = true }
      let parent = Int(chart.states[index].parent)
      if parent >= 0, hasOneBelow[index] || hasHandler(index) { hasOneBelow[parent] = true }
    }
    return isRead
  }
}
