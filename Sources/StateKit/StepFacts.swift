internal import CEL
internal import StateKitCore

enum StepOccasion: Sendable {
  case start
  case event(String)
  /// The clock was moved by milliseconds.
  case advance(Int64)
  /// Any other line of a script.
  case line

  var event: String? {
    if case .event(let name) = self { name } else { nil }
  }
}

final class StepFacts: Sendable {
  unowned let from: StepNode
  unowned let to: StepNode
  /// Keeps the `StepNode` objects alive that the chart does not keep. Those of the chart are not held, because their
  /// memoised steps hold the facts.
  private let held: (from: StepNode?, to: StepNode?)
  /// The entries, with the values of the first time the step was made.
  let recorded: RecordedEntries
  let occasion: StepOccasion
  let outcome: Outcome
  let faults: [Machine.Fault]
  let errors: [StepError]
  /// The reason why the event was rejected.
  let rejection: String?
  /// The engine's form of `outcome`; nil if there was no event.
  let end: StateKitCore.Outcome?
  /// The event that expressions see after the step.
  let seen: SeenEvent

  var entries: [TraceEntry] { recorded.entries }

  /// True if the chart keeps both `StepNode` objects alive.
  var isKept: Bool { held.from == nil && held.to == nil }

  struct End {
    var recorded = RecordedEntries([])
    var faults: [Machine.Fault] = []
    var seen: SeenEvent
    var outcome: StateKitCore.Outcome?
    /// True if no handler of the chart handles the event.
    var isUnknown = false
    var rejection: String?
    /// The errors that closures threw.
    var thrown: [HostTable.Thrown] = []
  }

  init(_ occasion: StepOccasion, from: StepNode, to: StepNode, end: End, core: ChartCore) {
    self.occasion = occasion
    self.from = from
    self.to = to
    held = (from.keepsSteps ? nil : from, to.keepsSteps ? nil : to)
    recorded = end.recorded
    faults = end.faults
    errors = core.errors(of: end.faults, thrown: end.thrown)
    rejection = end.rejection
    seen = end.seen
    self.end = end.outcome
    outcome = Outcome(end, event: occasion.event, from: from, core: core)
  }

  /// True if a state was entered or exited.
  var changesStates: Bool {
    entries.contains {
      switch $0 {
      case .enter, .exit: true
      default: false
      }
    }
  }
}

struct LastStep {
  let facts: StepFacts
  /// The payload of the event, if its step was found by the event's name.
  private let carried: ChartValue?

  init(_ facts: StepFacts, carried: ChartValue? = nil) {
    self.facts = facts
    self.carried = carried
  }

  /// The event that expressions see.
  var seen: SeenEvent { carried == nil ? facts.seen : facts.seen.carrying(carried) }
}

extension StepFacts {
  /// A copy without the payload of the event, for a step that does not depend on it.
  func withoutPayload(_ core: ChartCore) -> StepFacts {
    StepFacts(
      occasion, from: from, to: to,
      end: End(recorded: recorded, faults: faults, seen: seen.carrying(nil), outcome: end, rejection: rejection),
      core: core)
  }

  /// True if expressions see exactly this event of the chart after the step.
  func seesEvent(_ index: Int, in chart: Chart) -> Bool {
    guard seen.isEvent, case .known(let name) = seen.label, name == chart.eventNames[index] else { return false }
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
  fileprivate init(_ end: StepFacts.End, event: String?, from: StepNode, core: ChartCore) {
    let entries = end.recorded.entries
    switch end.outcome {
    case .handled?: self = .handled
    case .rejected?: self = .rejected(end.rejection ?? "")
    case .declined?:
      self = .declined(
        entries.flatMap { entry in
          if case .child(let trace) = entry {
            return trace.entries.compactMap { Refusal($0, in: core.chart.relative(trace.chart)) }
          }
          return Refusal(entry, in: core.chart).map { [$0] } ?? []
        })
    case .ignored?:
      if from.isFinished || end.isUnknown {
        self = .ignored(active: from.isFinished ? [] : from.paths, handlers: [])
      } else {
        let event = core.chart.event((event ?? core.chart.text(of: end.seen.label)).utf8Bytes.span, data: nil)
        self = .ignored(active: from.paths, handlers: core.chart.statesHandling(event).map { core.chart.path($0) })
      }
    // A start has no event, and a clock change may have none.
    case nil: self = from.situation.leaves.isEmpty ? .handled : .ignored(active: [], handlers: [])
    }
  }
}

extension Outcome.Refusal {
  fileprivate init?(_ entry: TraceEntry, in chart: Chart) {
    guard case .declined(let state, let text, let error) = entry else { return nil }
    self.init(state: chart.path(state), guardText: text, error: error)
  }
}
