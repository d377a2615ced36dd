internal import CEL
internal import StateKitCore
internal import Synchronization

/// A step that machines in one situation make whenever the same event comes and their data give the same answers: no clock, no
/// host guard and no other machine has a part in it.
@safe final class KnownStep: @unchecked Sendable {
  /// False where the step has to be made each time.
  let isReplayable: Bool
  /// Kept by the chart, as this is.
  unowned let next: Standing
  let facts: StepFacts
  /// It calls host actions.
  let callsHost: Bool
  /// It takes up internal or sent events.
  let takesEvents: Bool
  /// What closures are called with, but for what the event carries.
  let calls: Calls
  /// What it does to data and timers; nil where that is nothing, whatever they are.
  let program: SharedProgram?
  /// It follows such an event, without a payload or with one that the chart admits.
  let event: EventAdmission
  /// The step where the data give other answers.
  private let other = AtomicLazyReference<KnownStep>()
  /// Steps of one event from one standing that are kept.
  private static let mostOthers = 16
  /// The context afterwards and the bytes that it counts for, where the step sets it: only a start does.
  let context: (slots: [Value], held: Int)?

  let fast: UnsafeMutablePointer<FastStep>
  /// The host actions among the calls, in order; none where calls carry what the event does not.
  private let ownActions: [KnownAction]
  /// The same in memory of its own that nothing changes.
  let actions: UnsafeMutableBufferPointer<Unmanaged<KnownAction>>

  /// How far a step is: accesses to the data, and changes of timers, that have been made.
  struct Mark: Sendable {
    let accesses: Int
    let timerChanges: Int

    static let beginning = Mark(accesses: 0, timerChanges: 0)
    static let end = Mark(accesses: .max, timerChanges: .max)
  }

  /// What an event may carry for which a step is known.
  struct EventAdmission: Sendable {
    /// The event comes without a payload.
    let takesNothing: Bool
    /// The chart looks at what it carries before it is let in.
    let isChecked: Bool
    /// It is the event that expressions see afterwards.
    let isSeen: Bool

    static let none = EventAdmission(takesNothing: true, isChecked: false, isSeen: false)
  }

  /// What closures are called with in a step.
  struct Calls {
    /// For each action, entry and exit, in order.
    let all: [Call]
    /// How many of them are made while the event of the step is handled: those carry what that carries, the others what the
    /// chart raises.
    let ofEvent: Int
    /// How far the step is at each of those.
    let marks: [Mark]
    /// Those before and after the event is handled.
    let before: Call?
    let after: Call?

    static let none = Calls(all: [], ofEvent: 0, marks: [], before: nil, after: nil)

    /// The same for an event that carries nothing.
    var withoutPayload: Calls {
      Calls(
        all: carrying(.null), ofEvent: ofEvent, marks: marks, before: before?.withoutPayload,
        after: after?.withoutPayload)
    }

    /// The calls for an event that carries something else.
    func carrying(_ payload: Payload) -> [Call] {
      all.enumerated().map { $0 < ofEvent ? $1.carrying(payload) : $1 }
    }
  }

  /// A step that has to be made each time.
  convenience init(unfitAt standing: Standing, facts: StepFacts) {
    self.init(isReplayable: false, to: standing, facts: facts, calls: .none, program: nil, event: .none, context: nil)
  }

  /// A step of an event.
  convenience init(
    to next: Standing, facts: StepFacts, calls: Calls, program: SharedProgram, event: EventAdmission,
    core: ChartCore
  ) {
    let program = program.isEmpty ? nil : program
    self.init(
      isReplayable: true, to: next, facts: facts, calls: calls, program: program, event: event, context: nil,
      actions: KnownAction.all(facts, calls: calls, core: core))
  }

  /// A start, with the context afterwards where it sets that.
  convenience init(
    startTo next: Standing, facts: StepFacts, calls: Calls, context: (slots: [Value], held: Int)?
  ) {
    self.init(isReplayable: true, to: next, facts: facts, calls: calls, program: nil, event: .none, context: context)
  }

  private init(
    isReplayable: Bool, to next: Standing, facts: StepFacts, calls: Calls, program: SharedProgram?,
    event: EventAdmission, context: (slots: [Value], held: Int)?, actions: [KnownAction] = []
  ) {
    self.isReplayable = isReplayable
    self.next = next
    self.facts = facts
    self.calls = calls
    self.program = program
    self.event = event
    self.context = context
    callsHost = facts.entries.contains { if case .effect(.call, _) = $0 { true } else { false } }
    takesEvents = facts.takesEvents
    ownActions = actions
    unsafe self.actions = .allocate(capacity: actions.count)
    _ = unsafe self.actions.initialize(from: actions.map { unsafe .passUnretained($0) })
    unsafe fast = .allocate(capacity: 1)
    let none = unsafe UnsafeMutableBufferPointer<Atomic<UInt>>(start: nil, count: 0)
    unsafe fast.initialize(
      to: FastStep(
        step: .passUnretained(self), next: .passUnretained(next), cells: next.steps?.cells ?? none,
        facts: .passUnretained(facts), program: program.map { unsafe .passUnretained($0) },
        isQuiet: isReplayable && !callsHost && context == nil,
        onlyAsks: isReplayable && !callsHost && context == nil && program.map(\.onlyAsks) ?? true,
        acts: !actions.isEmpty && program.map { !$0.changesTimers } ?? true,
        isSilent: isReplayable && !callsHost && context == nil && program == nil && event.takesNothing,
        takesPayloads: event.isSeen && !event.isChecked, event: event))
  }

  deinit {
    unsafe actions.deallocate()
    unsafe fast.deallocate()
  }

  /// The step to try where the data give other answers.
  var alternative: KnownStep? { other.load() }

  /// Adds a step for other answers. The steps of a cell are added under its lock.
  func append(_ step: KnownStep) {
    var last = self
    var count = 0
    while let next = last.other.load() {
      (last, count) = (next, count + 1)
    }
    if count < Self.mostOthers, last.program != nil { _ = last.other.storeIfNil(step) }
  }
}
