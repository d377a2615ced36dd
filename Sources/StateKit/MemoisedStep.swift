internal import CEL
internal import StateKitCore
internal import Synchronization

/// A step that machines in one situation repeat whenever an equal event arrives, and their data and the host guards
/// give equal answers. It depends on no clock and no other machine.
final class MemoisedStep: @unchecked Sendable {
  /// False if the step has to be computed each time.
  let isReplayable: Bool
  /// The `StepNode` after the step. The chart keeps it alive.
  unowned let next: StepNode
  let facts: StepFacts
  let callsHost: Bool
  /// True if it handles internal or external events from the queues.
  let takesEvents: Bool
  /// The arguments of closures, except the payload of the event.
  let calls: Calls
  /// The questions to host guards, which are asked before anything changes.
  let questions: [KnownQuestion]
  /// The changes to data and timers; nil if there are none, whatever the data are.
  let program: SharedProgram?
  /// The events for which the step is known.
  let event: EventAdmission
  /// The next step, for other answers of the data and of guards.
  private let other = AtomicLazyReference<MemoisedStep>()
  /// The highest number of steps that are kept for one event and one `StepNode`.
  private static let mostOthers = 16
  /// The context after the step and its size in bytes; only for a start.
  let context: (slots: [Value], held: Int)?

  /// The host actions among the calls, in order; empty if a call has a payload that does not come from the event.
  let actions: [KnownAction]

  /// The progress of a step: the number of data accesses and timer changes so far.
  struct Mark: Sendable {
    let accesses: Int
    let timerChanges: Int

    static let beginning = Mark(accesses: 0, timerChanges: 0)
    static let end = Mark(accesses: .max, timerChanges: .max)
  }

  /// The events for which a step is known, by their payload.
  struct EventAdmission: Sendable {
    /// True if the step is known for an event without a payload.
    let takesNothing: Bool
    /// True if the chart checks the payload before it accepts the event.
    let isChecked: Bool
    /// True if expressions see this event after the step.
    let isSeen: Bool

    static let none = EventAdmission(takesNothing: true, isChecked: false, isSeen: false)
  }

  /// The event and the questions that decide whether a step is made, and the changes that it makes.
  struct Decisions {
    let event: EventAdmission
    let questions: [KnownQuestion]
    /// The questions about the data and the changes to them; nil if there are none.
    let program: SharedProgram?

    static let none = Decisions(event: .none, questions: [], program: nil)

    private init(event: EventAdmission, questions: [KnownQuestion], program: SharedProgram?) {
      self.event = event
      self.questions = questions
      self.program = program
    }

    /// The decisions of a program for an event, by its index. `isSeen`: see `EventAdmission`.
    init(_ program: SharedProgram, event index: Int, isSeen: Bool = false, core: ChartCore) {
      let chart = core.chart
      let bare = chart.event(chart.names.text(chart.eventNames[index]).utf8Bytes.span, data: nil)
      self.init(
        event: EventAdmission(
          takesNothing: chart.rejection(of: bare) == nil, isChecked: chart.alphabet != nil, isSeen: isSeen),
        questions: KnownQuestion.all(program, event: index, core: core), program: program.isEmpty ? nil : program)
    }
  }

  /// The arguments of the closures in a step.
  struct Calls {
    /// The arguments for each action, entry and exit, in order.
    let all: [Call]
    /// The number of calls while the event of the step is handled. These calls have its payload; later calls have
    /// payloads from the chart.
    let ofEvent: Int
    /// The progress of the step at each call.
    let marks: [Mark]
    /// The arguments of the hooks before and after the event is handled.
    let before: Call?
    let after: Call?

    static let none = Calls(all: [], ofEvent: 0, marks: [], before: nil, after: nil)

    /// The argument of a call, for an event with this payload.
    @inline(__always)
    func call(_ index: Int, payload: Payload, sendingTo mailbox: Mailbox) -> Call {
      let isOfEvent = index < ofEvent && !payload.isNull
      return all[index].carrying(isOfEvent ? payload : all[index].payload, sendingTo: mailbox)
    }

    /// A copy for an event without a payload.
    var withoutPayload: Calls {
      Calls(
        all: all.enumerated().map { $0 < ofEvent ? $1.withoutPayload : $1 }, ofEvent: ofEvent, marks: marks,
        before: before?.withoutPayload, after: after?.withoutPayload)
    }
  }

  /// Creates a step that has to be computed each time.
  convenience init(unfit facts: StepFacts) {
    self.init(facts, calls: .none, decisions: nil)
  }

  /// Creates a step of an event.
  convenience init(_ facts: StepFacts, calls: Calls, decisions: Decisions, core: ChartCore) {
    self.init(facts, calls: calls, decisions: decisions, actions: KnownAction.all(facts, calls: calls, core: core))
  }

  /// Creates a start, with the context after it if the start sets the context.
  convenience init(start facts: StepFacts, calls: Calls, context: (slots: [Value], held: Int)?) {
    self.init(facts, calls: calls, decisions: Decisions.none, context: context)
  }

  /// `decisions`: nil if the step has to be computed each time.
  private init(
    _ facts: StepFacts, calls: Calls, decisions: Decisions?, context: (slots: [Value], held: Int)? = nil,
    actions: [KnownAction] = []
  ) {
    isReplayable = decisions != nil
    next = facts.to
    self.facts = facts
    self.calls = calls
    questions = decisions?.questions ?? []
    program = decisions?.program
    event = decisions?.event ?? .none
    self.context = context
    callsHost = facts.entries.contains { if case .effect(.call, _) = $0 { true } else { false } }
    takesEvents = facts.takesEvents
    self.actions = actions
  }

  /// The step to try if the data or guards give other answers.
  var alternative: MemoisedStep? { other.load() }

  /// Adds a step for other answers.
  func append(_ step: MemoisedStep) {
    var last = self
    var count = 0
    while let next = last.other.load() {
      (last, count) = (next, count + 1)
    }
    if count < Self.mostOthers, last.program != nil || !last.questions.isEmpty { _ = last.other.storeIfNil(step) }
  }
}
