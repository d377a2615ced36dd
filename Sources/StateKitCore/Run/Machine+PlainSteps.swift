import CEL

/// Steps of events without a payload, for a machine in which nothing waits and that nobody listens to: most of what a step asks
/// elsewhere is answered for all of them at once.
extension Machine {
  /// Whether nothing but handlers of events has a part in the steps of a chart.
  static func canStepPlainly(_ chart: Chart, coverage: Coverage?) -> Bool {
    coverage == nil && !chart.hasAlways && chart.invariants.isEmpty && chart.alphabet == nil && chart.family == nil
  }

  /// Takes one event from outside, without a payload, to its end.
  package mutating func send(_ event: EventID) {
    if !takesAtRest(event) { send(Event(event, data: nil, origin: .external, in: chart)) }
  }

  /// Takes an event to its end where the machine is at rest; false, with nothing done, where it is not.
  @inline(__always)
  mutating func takesAtRest(_ event: EventID) -> Bool {
    guard isAtRest, chart.invocations.isEmpty || !chart.mayEndWork(.known(chart.eventNames[event.index])) else {
      return false
    }
    takeAtRest(event)
    return true
  }

  /// Whether a step has nothing to do but what its event asks for.
  @inline(__always)
  private var isAtRest: Bool {
    mutating get {
      stepsPlainly && !isFinished && timers.hasNone && work.sent.isEmpty && configuration.leaves.count == 1
        && trace.recorder == nil && host == nil && observer == nil && relatives == nil
    }
  }

  private mutating func takeAtRest(_ event: EventID) {
    forgetLastStep()
    data.see(event)
    work.selector.select(
      event, fromOnly: configuration.leaves[0], in: configuration, data: &data, into: &work.selection)
    if takesDirectStep(event) { return }
    trace.sink.begin(.event(.known(chart.eventNames[event.index]), data: nil))
    let before = work.changes
    let outcome = takeSelected()
    settle()
    lastOutcome = outcome
    end(outcome, changed: work.changes != before)
  }

  /// Makes the step of the chosen handler where that is a direct one; false, with nothing done, where there is more to do, or
  /// to say.
  @inline(__always)
  private mutating func takesDirectStep(_ event: EventID) -> Bool {
    guard work.selection.isPlain,
      let step = work.direct.step(of: work.selection.handlers[0], chart: chart, in: configuration, history: history),
      data.meter.end == nil, data.meter.admits(step.move.count + step.actionCost)
    else { return false }
    var assigned: TraceEntries.AssignedNumber?
    if step.action >= 0 {
      guard let number = step.sum.sum(data.slots), case .assign(let path, _) = chart.actions[Int(step.action)] else {
        return false
      }
      data.set(Int(step.slot), toInt: number)
      assigned = TraceEntries.AssignedNumber(path: path, number: number, inHook: false)
    }
    if step.move.count > 0 {
      if chart.hasHistory { recordHistory(of: step.move) }
      configuration.make(step.move, states: work.direct.states)
      work.changes += step.move.count
    }
    _ = data.meter.spend(step.move.count + step.actionCost)
    lastOutcome = .handled
    trace.sink.add(
      MoveStep(
        event: chart.eventNames[event.index], states: work.direct.states, exited: step.move.exited, assigned: assigned,
        entered: step.move.entered, leaves: configuration.leaves, time: time))
    return true
  }
}
