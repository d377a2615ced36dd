import CEL

/// What the trace says where no handler is taken.
extension Machine {
  /// Chooses the handlers of an event; an error that none takes is reported.
  mutating func selectOrReport(_ event: Event) {
    select(event)
    reportUnhandled(event)
  }

  /// Reports an error that no handler takes. Mostly one takes the event, whatever it is: that is asked first.
  @inline(__always)
  mutating func reportUnhandled(_ event: Event) {
    if work.selection.outcome != .handled, case .failure(let message, let span) = event.origin {
      report(message, at: span)
    }
  }

  mutating func showReasons(isAnswered: Bool) -> Outcome {
    if data.meter.end != nil { work.selection.removeAll() }
    let outcome = data.meter.end == nil ? work.selection.outcome : .declined
    let isAnswered = isAnswered && data.meter.end == nil
    showForbidding()
    if kin.passed >= 0 {
      // It is shown when all machines have had the event.
      relatives?.note(outcome, refusals: outcome == .declined ? refusals : [], from: self)
      if outcome == .declined { trace.recorder?.note(.machines) }
      trace.recorder?.record.passedOutcome = outcome
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
      coverage?.take(Int(handler))
      emit(.forbidden(chart.handlers[Int(handler)].state))
    }
  }
}
