/// A step that can be known from the chart alone: one state is active at the end of the tree, and the first handler on the
/// way up goes to another state without a guard, and without actions, timers, regions or final states on the way.
struct PlainStep {
  let target: StateID
  /// Where the exits stop.
  let ancestor: StateID
  /// The exits, then the entries.
  private(set) var entries: [TraceEntry] = []
  private(set) var exitCount = 0
  /// The state that is active at the end of the tree then.
  private(set) var end: StateID

  /// Whether a chart's steps can be known so: nothing else has a say in all of them.
  static func canTell(_ chart: Chart) -> Bool {
    !chart.hasHistory && !chart.hasAlways && chart.invariants.isEmpty && chart.alphabet == nil
  }

  /// The step that an event makes; nil where it takes more than this.
  init?(_ chart: Chart, from leaf: StateID, _ event: EventID) {
    guard let handler = chart.firstCandidate(of: event, from: leaf) else { return nil }
    let choice = chart.handlers[handler]
    guard choice.condition < 0, !choice.isForbidden, choice.reentry == .none, choice.actions.isEmpty,
      choice.targets.count == 1
    else { return nil }
    target = chart.targets[Int(choice.targets.start)]
    end = target
    guard let ancestor = chart.compoundAncestor(of: leaf, and: target) else { return nil }
    self.ancestor = ancestor
    entries.reserveCapacity(Self.usualEntries)
    guard chart.states.exitInSilence(from: leaf, below: ancestor, &entries) else { return nil }
    exitCount = entries.count
    guard enter(target, below: ancestor, chart) else { return nil }
  }

  private static let usualEntries = 8

  /// As the trace shows it.
  func shown(_ event: EventLabel) -> TraceStep {
    var step = TraceStep()
    step.header = .event(event, data: nil)
    step.entries = entries
    step.summary = TraceSummary(outcome: .handled, changed: true, time: 0, leaves: [end], isDone: false)
    return step
  }

  /// Notes what is entered down to a state, and on to where it begins.
  private mutating func enter(_ target: StateID, below ancestor: StateID, _ chart: Chart) -> Bool {
    var (target, ancestor) = (target, ancestor)
    while true {
      let first = entries.count
      for state in chart.states.line(upFrom: target) {
        if state == ancestor { break }
        guard chart.states[state.index].isEnteredInSilence else { return false }
        entries.append(.enter(state))
      }
      entries[first...].reverse()
      end = target
      // What is parallel is not entered in silence.
      guard case .initial(let initial) = chart.completion(of: target) else { return true }
      guard initial.actions.isEmpty, initial.targets.count == 1 else { return false }
      ancestor = target
      target = chart.targets[Int(initial.targets.start)]
    }
  }
}

extension [StateNode] {
  /// Notes the exits from a state up to the one below `ancestor`; false where leaving one of them does something else.
  func exitInSilence(from leaf: StateID, below ancestor: StateID, _ entries: inout [TraceEntry]) -> Bool {
    for state in line(upFrom: leaf) {
      if state == ancestor { break }
      guard self[state.index].isLeftInSilence else { return false }
      entries.append(.exit(state))
    }
    return true
  }
}

extension StateNode {
  /// Leaving it does nothing else.
  var isLeftInSilence: Bool { exitActions.isEmpty && timers.isEmpty }

  /// Entering it does nothing else but to go on to its `initial`.
  fileprivate var isEnteredInSilence: Bool {
    switch kind {
    case .atomic, .compound: enterActions.isEmpty && timers.isEmpty
    case .parallel, .final, .shallowHistory, .deepHistory: false
    }
  }
}
