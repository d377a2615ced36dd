import CEL

/// The trace output for events without a handler.
extension Machine {
  /// Selects the handlers of an event, and reports an error event that has no handler.
  mutating func selectOrReport(_ event: Event) {
    select(event)
    reportUnhandled(event)
  }

  /// Reports an error event without a handler, and records a raised event without one. Mostly there is a handler, so that
  /// is checked first.
  @inline(__always)
  mutating func reportUnhandled(_ event: Event) {
    if work.selection.outcome == .handled { return }
    switch event.origin {
    case .failure(let message, let span): report(message, at: span)
    case .internal: coverage?.lose(event.label, in: chart)
    case .external, .platform: break
    }
  }

  mutating func showReasons(isAnswered: Bool) -> Outcome {
    if data.meter.end != nil {
      reportEndOfLine(at: work.selection.failures.last?.failure.span)
      work.selection.removeAll()
    }
    let outcome = data.meter.end == nil ? work.selection.outcome : .declined
    let isAnswered = isAnswered && data.meter.end == nil
    showForbidding()
    trace.recorder?.record.unhandledOutcome = outcome
    if kin.passed >= 0 {
      // Shown after all machines have got the event.
      relatives?.note(outcome, refusals: outcome == .declined ? refusals : [], from: self)
      if outcome == .declined { trace.recorder?.note(.machines) }
    } else if isAnswered {
      if outcome == .ignored { emit(.ignored) }
      if outcome == .declined { for entry in refusals { emit(entry) } }
    }
    noteFailedGuards()
    return outcome
  }

  /// Shows which states stopped the event.
  mutating func showForbidding() {
    if !work.selection.isForbidden { return }
    for handler in work.selection.forbidding {
      coverage?.countTaken(Int(handler))
      emit(.forbidden(chart.handlers[Int(handler)].state))
    }
  }
}
