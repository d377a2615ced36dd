internal import CEL
internal import StateKitCore
internal import StateKitFormat

/// The effect of one event, or one clock change, on a machine.
public struct Step: Sendable {
  private let core: ChartCore
  /// The effects; nil for a step without any.
  let facts: StepFacts?
  /// The clock after the step in milliseconds.
  private let clock: Int64
  /// The parts that few steps have. A separate object, because steps are copied often.
  private var box: Box<Rest>?
  private var rest: Rest? { box?.value }

  private struct Rest: Sendable {
    /// The values that vary in a memoised step.
    var values: [Value] = []
    /// The payload of the event, for the trace.
    var payload = ChartValue.null
    /// The active states, the event and the outcome of a step without effects.
    var nothing: (paths: [String], event: String?, outcome: Outcome)?
    /// The errors that belong to the queue of events, or to the work of an invocation, not to the chart.
    var more: [StepError] = []
    /// The host actions without a closure.
    var missing: [String] = []
  }

  init(_ core: ChartCore, facts: StepFacts, time: Int64, payload: ChartValue = .null, values: [Value] = []) {
    self.core = core
    self.facts = facts
    clock = time
    if values.isEmpty, payload.isNull { return }
    box = Box(Rest(values: values, payload: payload))
  }

  init(_ core: ChartCore, at paths: [String], event: String?, outcome: Outcome, time: Int64 = 0) {
    self.core = core
    facts = nil
    clock = time
    box = Box(Rest(nothing: (paths, event, outcome)))
  }

  /// Returns the step with an error that belongs to the queue of events.
  func adding(_ error: StepError) -> Step {
    var (copy, rest) = (self, rest ?? Rest())
    rest.more.append(error)
    copy.box = Box(rest)
    return copy
  }

  /// Returns the step with the host actions that have no closure.
  func missing(_ actions: [String]) -> Step {
    if actions.isEmpty { return self }
    var (copy, rest) = (self, rest ?? Rest())
    rest.missing = actions
    copy.box = Box(rest)
    return copy
  }

  /// The name of the event; nil for the start and for a clock change.
  public var event: String? { facts.map { $0.occasion.event } ?? rest?.nothing?.event }

  /// The result of the event. For a clock change, the result of the last timer, or ignored if no timer fired.
  public var outcome: Outcome { facts?.outcome ?? rest?.nothing?.outcome ?? .handled }

  /// The full paths of the deepest active states before the step, in document order.
  public var from: [String] { facts?.from.paths ?? rest?.nothing?.paths ?? [] }

  /// The full paths of the deepest active states after the step, in document order.
  public var to: [String] { facts?.to.paths ?? rest?.nothing?.paths ?? [] }

  /// The time on the machine's clock after the step, since the start, or since the creation of a `StatechartActor`.
  public var time: Swift.Duration { .milliseconds(clock) }

  /// The changes in order. Changes of children are in `Change.child`.
  public var changes: [Change] { entries.flatMap { Change.all($0, of: core.chart) } }

  /// The errors that no handler of the chart handled, at most 100 of each kind.
  public var errors: [StepError] {
    (facts?.errors ?? []) + (rest?.more ?? [])
  }

  /// The host actions of the step that were not carried out, because they have no closure. This is not an error: a restored
  /// machine can run before its closures are set. A machine that `start` has accepted has all closures.
  public var missingActions: [String] { rest?.missing ?? [] }

  /// The names of the host actions, those of children included.
  var calledActions: [String] {
    changes.compactMap { change in
      let own = if case .child(_, let inner) = change { inner } else { change }
      return if case .called(let name, _) = own { name } else { nil }
    }
  }

  /// The lines of the step in the trace of `statekit run`: the event, then the changes. They are written when asked for.
  ///
  /// ```swift
  /// machine.send("open").trace  // ["open", "  exit closed", "  enter open", "    do lightOn", "  => open"]
  /// ```
  public var trace: [String] {
    let output = ByteCollector()
    let text = TraceText(core.chart, source: core.origin.lines.source, output: output)
    text.begin(header)
    text.add(TraceEntries(core.located(entries)))
    if let facts {
      text.end(
        TraceSummary(
          outcome: facts.end, changed: facts.changesStates, time: clock, leaves: facts.to.situation.leaves,
          isDone: facts.to.isFinished))
    }
    text.flush()
    return output.bytes.split(separator: UInt8(ascii: "\n")).map { String(decoding: $0, as: UTF8.self) }
  }

  private var header: TraceHeader {
    let data = rest.flatMap { $0.payload.isNull ? nil : $0.payload }
    guard let facts else {
      guard let event else { return .line("") }
      return .event(core.chart.event(event.utf8Bytes.span, data: nil).label, data: data)
    }
    switch facts.occasion {
    case .start: return .start
    case .event(let name): return .event(core.chart.event(name.utf8Bytes.span, data: nil).label, data: data)
    case .advance(let milliseconds): return .line("+" + StateKitCore.Delay.text(milliseconds))
    case .line: return .line("")
    }
  }

  private var entries: [TraceEntry] {
    if let facts { return rest.map { facts.recorded.entries(showing: $0.values) } ?? facts.entries }
    if case .rejected(let why)? = rest?.nothing?.outcome { return [.rejected(why)] }
    return []
  }
}

extension Step: CustomStringConvertible {
  /// The outcome, the active states, the errors and the missing closures: `handled, root.open`. For an event that the
  /// chart does not know, also the nearest one: `did you mean "open"?`
  public var description: String {
    let missing = missingActions.isEmpty ? nil : MissingHost(actions: missingActions, guards: [], sources: [])
    let ends = [missing?.description, suggestion].compactMap { $0 }
    return (["\(outcome), \(to.joined(separator: ", "))"] + errors.map(\.description) + ends).joined(separator: "; ")
  }

  /// The event with a similar name, if the chart does not know the event of the step.
  var suggestion: String? {
    guard let event else { return nil }
    let chart = core.chart
    let sent = chart.event(event.utf8Bytes.span, data: nil)
    switch outcome {
    case .rejected: return chart.helpForRejected(sent)
    case .ignored(_, let handlers):
      if !handlers.isEmpty || chart.isKnown(sent) { return nil }
      return Suggestion.help(for: event, among: chart.inputEventNames)
    case .handled, .declined, .queued: return nil
    }
  }
}
