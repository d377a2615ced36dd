internal import CEL
internal import StateKitCore

/// The effects of a step.
final class StepFacts: Sendable {
  unowned let from: StepNode
  unowned let to: StepNode
  /// Keeps the `StepNode` objects alive that the chart does not keep. Those of the chart are not held, because their
  /// memoised steps hold the facts.
  private let held: (from: StepNode?, to: StepNode?)
  /// The entries, with the values of the first time the step was made.
  let recorded: RecordedEntries
  let outcome: Outcome
  let faults: [Machine.Fault]
  /// The reason why the event was rejected.
  let rejection: String?
  /// The engine's form of `outcome`; nil if there was no event.
  let end: StateKitCore.Outcome?
  /// The event that expressions see after the step.
  let seen: SeenEvent

  var entries: [TraceEntry] { recorded.entries }

  /// True if the chart keeps both `StepNode` objects alive.
  var isKept: Bool { held.from == nil && held.to == nil }

  init(
    from: StepNode, to: StepNode, recorded: RecordedEntries, faults: [Machine.Fault], seen: SeenEvent,
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
  /// A copy without the payload of the event, for a step that does not depend on it.
  func withoutPayload(_ core: ChartCore) -> StepFacts {
    StepFacts(
      from: from, to: to, recorded: recorded, faults: faults, seen: seen.carrying(nil), outcome: end,
      rejection: rejection, core: core)
  }

  /// True if expressions see exactly this event of the chart after the step.
  func seesEvent(_ index: Int, in chart: Chart) -> Bool {
    guard seen.isEvent, case .known(let name) = seen.eventLabel, name == chart.eventNames[index] else { return false }
    return !takesEvents
  }

  /// The number of actions, entries and exits before the first internal or external event from a queue.
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

  /// True if internal or external events were taken from the queues.
  var takesEvents: Bool { entries.contains { if case .event = $0 { true } else { false } } }
}

extension Outcome {
  /// The outcome of a step from an engine.
  fileprivate init(
    _ outcome: StateKitCore.Outcome?, rejection: String?, entries: [TraceEntry], seen: SeenEvent,
    from: StepNode, core: ChartCore
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
    // A start has no event, and a clock change may have none.
    case nil: self = from.situation.leaves.isEmpty ? .handled : .ignored(active: [], handlers: [])
    }
  }
}

extension Outcome.Refusal {
  fileprivate init?(_ entry: TraceEntry, in chart: Chart) {
    guard case .declined(let state, let text) = entry else { return nil }
    self.init(state: chart.path(state), guardText: text, error: nil)
  }
}
