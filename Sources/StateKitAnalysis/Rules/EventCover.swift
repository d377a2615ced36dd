import StateKitCore

/// A handler of a state, in few bytes: a chart may have very many.
struct CoveringHandler {
  let event: Int32
  let state: Int32
  /// Its index in the bindings of the chart.
  let binding: Int32

  /// The handlers of reachable states, sorted by event, and within an event from the last state and binding to the first.
  static func all(of subject: Subject) -> [CoveringHandler] {
    let bindings = subject.spans.bindings
    var all: [CoveringHandler] = []
    all.reserveCapacity(bindings.count)
    for index in bindings.indices {
      guard case .event(let event) = bindings[index].trigger else { continue }
      let state = bindings[index].state
      if subject.reachability.isReached[Int(state)] {
        all.append(CoveringHandler(event: event.rawValue, state: state, binding: Int32(index)))
      }
    }
    return all.sorted { ($0.event, $1.state, $1.binding) < ($1.event, $0.state, $0.binding) }
  }
}

/// The states that always handle one event, computed from below. The lists cover all states, because an event may
/// have very many handlers.
struct EventCover {
  private let chart: Chart
  private let childCounts: [Int32]
  /// For each state, the number of children that always handle the event.
  private var taking: [Int32]
  /// The states with handlers of the event.
  private var isBound: [Bool]
  /// The states to reset for the next event.
  private var touched: [StateID] = []

  init(_ chart: Chart, childCounts: [Int32]) {
    self.chart = chart
    self.childCounts = childCounts
    taking = [Int32](repeating: 0, count: chart.states.count)
    isBound = [Bool](repeating: false, count: chart.states.count)
  }

  mutating func begin(_ states: some Sequence<StateID>) {
    for state in touched {
      taking[state.index] = 0
      isBound[state.index] = false
    }
    touched.removeAll(keepingCapacity: true)
    for state in states {
      isBound[state.index] = true
      touched.append(state)
    }
  }

  /// True if each child that can be active handles the event; one region is enough if the chart asks by subtree.
  func isCovered(_ state: StateID) -> Bool {
    let node = chart.states[state.index]
    guard node.kind == .parallel || node.initial >= 0, taking[state.index] > 0 else { return false }
    if node.kind == .parallel, chart.bubbling == .subtree { return true }
    return taking[state.index] == childCounts[state.index]
  }

  /// Marks a state that always handles the event, and the ancestors that it was missing for.
  mutating func add(_ state: StateID) {
    var state = state
    while let parent = chart.parent(of: state) {
      taking[parent.index] += 1
      touched.append(parent)
      if isBound[parent.index] || !isCovered(parent) { break }
      state = parent
    }
  }
}
