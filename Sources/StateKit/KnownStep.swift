internal import CEL
internal import StateKitCore
internal import Synchronization

/// A step that is the same whenever an event without a payload comes to machines in one situation: no data, no clock
/// and no other machine has a part in it.
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
  /// What closures are called with for each action, entry and exit, in order.
  let calls: [Call]
  /// The host actions among them.
  let actions: [HostAction]
  /// What has to hold of the context for the step to be this one.
  private let conditions: [Condition]
  /// It is the same whatever the event carries.
  let takesPayloads: Bool
  /// The step where other conditions hold.
  private let other = AtomicLazyReference<KnownStep>()
  /// Steps of one event from one standing that are kept.
  private static let mostOthers = 16
  /// The context afterwards and the bytes that it counts for, where the step sets it: only a start does.
  let context: (slots: [Value], held: Int)?

  let fast: UnsafeMutablePointer<FastStep>

  /// A condition with what it came to.
  typealias Condition = (expression: Int32, answers: UInt64, holds: Bool)

  /// A host action: its index among those that the chart needs, the call, and how many entries are made when it is called.
  struct HostAction: Sendable {
    let index: Int
    let call: Int
    let entries: Int
  }

  init(unfitAt standing: Standing, _ facts: StepFacts) {
    isReplayable = false
    next = standing
    self.facts = facts
    callsHost = false
    takesEvents = false
    calls = []
    actions = []
    conditions = []
    takesPayloads = false
    context = nil
    unsafe fast = .allocate(capacity: 1)
    setFast()
  }

  deinit {
    unsafe fast.deallocate()
  }

  private func setFast() {
    let none = unsafe UnsafeMutableBufferPointer<Atomic<UInt>>(start: nil, count: 0)
    unsafe fast.initialize(
      to: FastStep(
        step: .passUnretained(self), next: .passUnretained(next), cells: next.steps?.cells ?? none,
        facts: .passUnretained(facts),
        isSilent: isReplayable && !callsHost && context == nil && conditions.isEmpty, takesPayloads: takesPayloads))
  }

  /// A step of an event.
  convenience init(
    to next: Standing, _ facts: StepFacts, _ calls: [Call], conditions: [Condition], takesPayloads: Bool,
    actions: [HostAction]
  ) {
    self.init(to: next, facts, calls, nil, conditions, takesPayloads: takesPayloads, actions)
  }

  /// A start, with the context afterwards where it sets that.
  convenience init(
    to next: Standing, _ facts: StepFacts, _ calls: [Call], _ context: (slots: [Value], held: Int)?,
    actions: [HostAction]
  ) {
    self.init(to: next, facts, calls, context, [], takesPayloads: false, actions)
  }

  private init(
    to next: Standing, _ facts: StepFacts, _ calls: [Call], _ context: (slots: [Value], held: Int)?,
    _ conditions: [Condition], takesPayloads: Bool, _ actions: [HostAction]
  ) {
    isReplayable = true
    self.actions = actions
    self.conditions = conditions
    self.next = next
    self.facts = facts
    self.calls = calls
    self.context = context
    callsHost = facts.entries.contains { if case .effect(.call, _) = $0 { true } else { false } }
    takesEvents = facts.entries.contains { if case .event = $0 { true } else { false } }
    self.takesPayloads = takesPayloads && !callsHost
    unsafe fast = .allocate(capacity: 1)
    setFast()
  }

  /// The step whose conditions hold, this or one of the others; nil where none is known.
  func following(_ slots: borrowing [Value], _ chart: StateKitCore.Chart) -> KnownStep? {
    if holds(slots, chart) { return self }
    var next = other.load()
    while let step = next {
      if step.holds(slots, chart) { return step }
      next = step.other.load()
    }
    return nil
  }

  private func holds(_ slots: borrowing [Value], _ chart: StateKitCore.Chart) -> Bool {
    for condition in conditions {
      let holds = chart.quickVerdict(condition.expression, answers: condition.answers, slots)
      if holds != condition.holds { return false }
    }
    return true
  }

  /// Adds a step for other conditions. The steps of a cell are added under its lock.
  func append(_ step: KnownStep) {
    if conditions.isEmpty { return }
    var last = self
    var count = 0
    while let next = last.other.load() {
      (last, count) = (next, count + 1)
    }
    if count < Self.mostOthers, !last.conditions.isEmpty { _ = last.other.storeIfNil(step) }
  }
}
