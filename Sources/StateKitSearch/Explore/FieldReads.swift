import StateKitCore

/// Computes the fields of a state (`StateCodec`) on which a step depends, from its footprint (`Footprint`).
struct FieldReads: Sendable {
  private let chart: Chart
  private let handlers: HandlersOfEvents
  private let childField: [Int]
  private let recordField: [StateID: Int]
  private let firstValue: Int
  private let fieldCount: Int
  private let wide: [Bool]
  /// The fields that show which states with handlers are active, for handlers without an event, and for each event.
  private var always: [Bool] = []
  private var events: [EventID: [Bool]] = [:]

  init(_ codec: StateCodec) {
    chart = codec.chart
    handlers = HandlersOfEvents(chart)
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
    always = fields(above: chart.states.indices.filter { !chart.states[$0].always.isEmpty })
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
    let found = fields(above: handlers.lists(of: event).filter { !$0.list.isEmpty }.map(\.state))
    events[event] = found
    return found
  }

  /// The fields of compound states with one of these states below them.
  private func fields(above states: [Int]) -> [Bool] {
    var isRead = [Bool](repeating: false, count: fieldCount)
    for state in states { if let parent = chart.parent(of: StateID(state)) { mark(parent, isRead: &isRead) } }
    return isRead
  }
}
