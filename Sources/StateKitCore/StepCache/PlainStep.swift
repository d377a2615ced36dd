/// A step that can be known from the chart alone: one state is active at the end of the tree, and the first handler on the
/// way up goes to another state without a guard, and without actions, timers, regions or final states on the way.
struct PlainStep {
  let handler: Int32
  /// The exits, then the entries.
  private(set) var entries: [TraceEntry] = []
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
    self.handler = Int32(handler)
    let target = chart.targets[Int(choice.targets.start)]
    end = target
    guard let ancestor = chart.compoundAncestor(of: leaf, and: target) else { return nil }
    for state in chart.states.line(from: leaf, below: ancestor) {
      guard chart.states[state.index].isLeftInSilence else { return nil }
      entries.append(.exit(state))
    }
    guard enter(target, below: ancestor, chart) else { return nil }
  }

  /// As the machine would have made it.
  func record(of event: EventLabel) -> MacrostepRecord {
    var record = MacrostepRecord()
    record.trace.header = .event(event, data: nil)
    record.trace.entries = entries
    record.trace.summary = TraceSummary(outcome: .handled, changed: true, time: 0, leaves: [end], isDone: false)
    record.handlers = [handler]
    return record
  }

  /// Notes what is entered down to a state, and on to where it begins.
  private mutating func enter(_ target: StateID, below ancestor: StateID, _ chart: Chart) -> Bool {
    var (target, ancestor) = (target, ancestor)
    while true {
      for state in chart.states.line(from: target, below: ancestor).reversed() {
        guard chart.states[state.index].isEnteredInSilence else { return false }
        entries.append(.enter(state))
      }
      end = target
      // What is parallel is not entered in silence.
      guard case .initial(let initial) = chart.completion(of: target) else { return true }
      guard initial.actions.isEmpty, initial.targets.count == 1 else { return false }
      ancestor = target
      target = chart.targets[Int(initial.targets.start)]
    }
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
