internal import CEL
internal import StateKitCore

/// What a step did.
final class StepFacts: Sendable {
  unowned let from: Standing
  unowned let to: Standing
  /// Keeps each of the two where the chart does not. What the chart keeps is not held: its known steps hold their facts.
  private let held: (from: Standing?, to: Standing?)
  /// What happened, with the values of the time when the step was made first.
  let recorded: RecordedEntries
  let outcome: Outcome
  let faults: [Machine.Fault]
  /// Why the event was not let in.
  let rejection: String?
  /// The same as `outcome`, as the engine says it; nil where there was no event.
  let end: StateKitCore.Outcome?
  /// The event that expressions see afterwards.
  let seen: SeenEvent

  var entries: [TraceEntry] { recorded.entries }

  /// The chart keeps both standings.
  var isKept: Bool { held.from == nil && held.to == nil }

  init(
    from: Standing, to: Standing, recorded: RecordedEntries, faults: [Machine.Fault], seen: SeenEvent,
    outcome: StateKitCore.Outcome?, rejection: String?, core: ChartCore
  ) {
    self.from = from
    self.to = to
    held = (from.keepsSteps ? nil : from, to.keepsSteps ? nil : to)
    self.recorded = recorded
    self.faults = faults
    self.rejection = rejection
    self.seen = seen
    end = outcome
    self.outcome = Outcome(outcome, rejection: rejection, entries: recorded.entries, seen: seen, from: from, core: core)
  }
}

extension StepFacts {
  /// The same without what the event carried: nothing that it did depends on that.
  func withoutPayload(_ core: ChartCore) -> StepFacts {
    StepFacts(
      from: from, to: to, recorded: recorded, faults: faults, seen: seen.carrying(nil), outcome: end,
      rejection: rejection, core: core)
  }

  /// Whether expressions see this event of the chart afterwards, and no other one.
  func seesEvent(_ index: Int, in chart: StateKitCore.Chart) -> Bool {
    guard seen.isEvent, case .known(let name) = seen.eventLabel, name == chart.eventNames[index] else { return false }
    return !takesEvents
  }

  /// How many actions, entries and exits there were before internal or sent events were taken up.
  var callsBeforeEvents: Int {
    var count = 0
    for entry in entries {
      switch entry {
      case .event: return count
      case .enter, .exit, .effect(.call, _): count += 1
      case .effect, .always, .afterFired, .sendFired, .invoke, .stop, .ignored, .declined, .forbidden, .rejected,
        .error, .invariant, .value, .done, .child:
        continue
      }
    }
    return count
  }

  /// Whether internal or sent events were taken up.
  var takesEvents: Bool { entries.contains { if case .event = $0 { true } else { false } } }
}

extension Outcome {
  /// What an engine says of a step.
  fileprivate init(
    _ outcome: StateKitCore.Outcome?, rejection: String?, entries: [TraceEntry], seen: SeenEvent,
    from: Standing, core: ChartCore
  ) {
    switch outcome {
    case .handled?: self = .handled
    case .rejected?: self = .rejected(rejection ?? "")
    case .declined?:
      self = .declined(
        entries.flatMap { entry in
          if case .child(let trace) = entry {
            return trace.entries.compactMap { Refusal($0, in: core.chart.relative(trace.chart)) }
          }
          return Refusal(entry, in: core.chart).map { [$0] } ?? []
        })
    case .ignored?:
      if from.isFinished {
        self = .ignored(active: [], handlers: [])
      } else {
        let event = core.chart.event(core.chart.text(of: seen.eventLabel).utf8Bytes.span, data: nil)
        self = .ignored(active: from.paths, handlers: core.chart.statesHandling(event).map { core.chart.path($0) })
      }
    // At the start there is no event, and where the clock is moved there may be none.
    case nil: self = from.situation.leaves.isEmpty ? .handled : .ignored(active: [], handlers: [])
    }
  }
}

extension Outcome.Refusal {
  fileprivate init?(_ entry: TraceEntry, in chart: StateKitCore.Chart) {
    guard case .declined(let state, let text) = entry else { return nil }
    self.init(state: chart.path(state), guardText: text, error: nil)
  }
}
