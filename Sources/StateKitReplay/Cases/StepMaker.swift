import CEL
import StateKitCore
import StateKitFormat

/// Lets a machine take an event in any state that a case can have.
struct StepMaker {
  /// The effect of an event.
  struct Made {
    let parts: MachineParts
    let outcome: Outcome
    let hasError: Bool
    /// The moment from which the timers of the next state count, if the event comes before the next timer.
    let timing: Timing
    /// True if another payload would have the same effect.
    let ignoresPayload: Bool
    /// The host actions, if they are recorded.
    let did: [Carried]
    /// The reason why the event was rejected.
    let rejection: String?
  }

  /// The moment from which the timers of a state count.
  enum Timing {
    /// From the event: no timer ran before it.
    case renewed
    /// As before the event: no timer was started.
    case kept
    /// Some timers ran before, and others were started: the moment of the event matters.
    case mixed
  }

  let chart: Chart
  let coverage: Coverage
  private var machine: Machine
  private let hasChildren: Bool
  private let parser: ScriptParser
  /// Nil if actions are not recorded.
  private let record: StepRecord?

  init(_ chart: Chart, options: CaseReplay.Options) {
    self.chart = chart
    coverage = Coverage(chart)
    parser = ScriptParser(chart)
    record = options.comparesActions ? StepRecord(chart) : nil
    machine = Machine(
      chart, context: options.context, limits: options.limits, sink: record ?? NoTrace(), coverage: coverage)
    machine.answers = options.answers
    hasChildren = !chart.invocations.isEmpty
  }

  /// The host actions of the last step.
  var did: [Carried] { record?.called ?? [] }

  /// The machine's parts after its start.
  mutating func start() -> (parts: MachineParts, hasError: Bool) {
    machine.start()
    return (machine.parts, !machine.faults.isEmpty)
  }

  /// The machine's parts after `delay` milliseconds, and the timers that are due in them.
  mutating func fire(
    _ parts: MachineParts, after delay: Int64
  ) -> (parts: MachineParts, hasError: Bool, macrosteps: Int) {
    machine.restore(parts)
    machine.advance(.by(delay), shown: "")
    return (machine.parts, !machine.faults.isEmpty, machine.macrosteps)
  }

  /// Makes the step of an event at the moment in which a state begins.
  mutating func step(_ event: Event, in parts: MachineParts) -> Made {
    machine.restore(parts)
    let mark = machine.nextTimerSerial
    var outcome = Outcome.ignored
    let end = end(event)
    let record = machine.recording { outcome = Self.send(event, end: end, to: &$0) }
    let after = machine.parts
    let ignoresPayload =
      record.accesses.isEmpty && record.dependence.isSubset(of: [.timers]) && !hasChildren && chart.alphabet == nil
    return Made(
      parts: after, outcome: outcome, hasError: !machine.faults.isEmpty,
      timing: timing(parts, after: after, mark: mark),
      ignoresPayload: ignoresPayload, did: did, rejection: machine.rejection)
  }

  /// Makes the step of an event some time after a state begins, before its next timer.
  mutating func step(_ event: Event, in parts: MachineParts, after delay: Int64) -> Made {
    machine.restore(parts)
    machine.passTime(to: machine.time + delay)
    let outcome = Self.send(event, end: end(event), to: &machine)
    return Made(
      parts: machine.parts, outcome: outcome, hasError: !machine.faults.isEmpty, timing: .renewed,
      ignoresPayload: false, did: did, rejection: machine.rejection)
  }

  /// The end of host work of a child, which no event of the chart is.
  private func end(_ event: Event) -> ChildEnd? {
    event.id == nil ? parser.childEnd(named: chart.text(of: event.label), data: event.data) : nil
  }

  private static func send(_ event: Event, end: ChildEnd?, to machine: inout Machine) -> Outcome {
    guard let end else { return machine.send(event) }
    machine.end(end)
    return machine.lastOutcome ?? .ignored
  }

  private func timing(_ before: MachineParts, after: MachineParts, mark: Int64) -> Timing {
    // New timers of children cannot be told from old ones.
    if before.children.nextDue != nil || after.children.nextDue != nil { return .mixed }
    let survivors = after.timers.count { $0.serial < mark }
    if survivors == 0 { return .renewed }
    return survivors == after.timers.count ? .kept : .mixed
  }
}
