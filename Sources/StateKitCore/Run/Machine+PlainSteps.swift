import CEL

/// Steps for events without a payload, for a machine at rest without listeners. Most checks of a step are made once for
/// all of them.
extension Machine {
  /// True if only handlers of events affect the steps of a chart.
  static func canStepPlainly(_ chart: Chart, coverage: Coverage?) -> Bool {
    coverage == nil && !chart.hasAlways && chart.invariants.isEmpty && chart.alphabet == nil && chart.family == nil
  }

  /// Handles one external event without a payload to its end.
  package mutating func send(_ event: EventID) {
    if !handlesAtRest(event) { send(Event(event, data: nil, origin: .external, in: chart)) }
  }

  /// Handles an event to its end if the machine is at rest. Returns false without any change otherwise.
  @inline(__always)
  mutating func handlesAtRest(_ event: EventID) -> Bool {
    guard isAtRest, chart.invocations.isEmpty || !chart.mayEndWork(.known(chart.eventNames[event.index])) else {
      return false
    }
    handleAtRest(event)
    return true
  }

  /// True if a step only has to handle its event.
  @inline(__always)
  private var isAtRest: Bool {
    mutating get {
      stepsPlainly && !isFinished && timers.hasNone && work.sent.isEmpty && configuration.leaves.count == 1
        && trace.recorder == nil && host == nil && observer == nil && relatives == nil
    }
  }

  private mutating func handleAtRest(_ event: EventID) {
    forgetLastStep()
    data.show(event)
    work.selector.select(
      event, fromOnly: configuration.leaves[0], in: configuration, data: &data, into: &work.selection)
    if performsDirectStep(event) { return }
    trace.sink.begin(.event(.known(chart.eventNames[event.index]), data: nil))
    let before = work.changes
    let outcome = performSelected()
    settle()
    lastOutcome = outcome
    end(outcome, changed: work.changes != before)
  }

  /// Makes the step of the chosen handler if it is a direct one. Returns false without any change if there is more to
  /// do or to show.
  @inline(__always)
  private mutating func performsDirectStep(_ event: EventID) -> Bool {
    guard work.selection.isPlain,
      let move = work.direct.move(of: work.selection.handlers[0], chart: chart, in: configuration, history: history),
      data.meter.end == nil, data.meter.admits(move.count)
    else { return false }
    if move.count > 0 {
      if chart.hasHistory { recordHistory(of: move) }
      configuration.make(move, states: work.direct.states)
      work.changes += move.count
    }
    _ = data.meter.spend(move.count)
    lastOutcome = .handled
    trace.sink.add(
      MoveStep(
        event: chart.eventNames[event.index], states: work.direct.states, exited: move.exited, entered: move.entered,
        leaves: configuration.leaves, time: time))
    return true
  }
}
