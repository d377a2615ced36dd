import StateKitCore

/// The steps that must follow: those that no guard and no external event can prevent.
struct SureSteps {
  /// A step from one resting state of the machine to the next.
  struct Step {
    let from: StateID
    let to: StateID
    /// Its target, before the target is completed.
    let target: StateID
    let cause: Cause
  }

  /// The action or handler that makes a step.
  struct Cause {
    /// A description without the state: `always leads to`.
    let words: String
    let span: SourceSpan
    /// True if the step happens because its state was entered, not because it is active.
    var needsEntry = true
    var isTimer = false
    var reenters = false
  }

  private let subject: Subject
  private let chart: Chart
  private let eventless: StateTally

  init(_ subject: Subject) {
    self.subject = subject
    chart = subject.chart
    eventless = StateTally(chart) { !$0.always.isEmpty }
  }

  /// The step that follows once `leaf` is active and at rest; nil if none follows or a guard decides.
  func step(from leaf: StateID) -> Step? {
    let node = chart.states[leaf.index]
    if node.kind == .parallel || node.kind.isHistory { return nil }
    let hooks = Hooks(node.enterActions, subject: subject)
    if hooks.maybeGoes { return nil }
    if let index = hooks.goes {
      guard case .goTo(let target) = chart.actions[index] else { return nil }
      return step(
        leaf, to: chart.targets[Int(target)], by: Cause(words: "enterState goes to", span: chart.actionSpans[index]))
    }
    if node.alwaysOwner >= 0 {
      return step(leaf, by: chart.states[Int(node.alwaysOwner)].always, words: "always leads to", isActive: true)
    }
    if node.kind == .final, node.parent >= 0 {
      let done = chart.states[Int(node.parent)].doneEvent
      return done < 0 ? nil : step(leaf, on: EventID(rawValue: done), words: "its done event leads to")
    }
    if hooks.maybeRaises { return nil }
    if let event = hooks.raises {
      return step(leaf, on: event, words: "raises \(subject.shown(event)), which leads to")
    }
    if let event = hooks.sends { return step(leaf, on: event, words: "sends \(subject.shown(event)), which leads to") }
    for timer in chart.timers[node.timers.indices] where timer.isDueAtOnce {
      return step(leaf, by: timer.candidates, words: "after 0 leads to", isTimer: true)
    }
    return nil
  }

  /// The handler that always handles an event in `leaf`; nil if a guard decides or no state handles the event.
  func handler(of event: EventID, in leaf: StateID) -> Int? {
    chart.firstCandidate(of: event, from: leaf).flatMap { first in
      subject.isUnguarded(first) && !chart.handlers[first].isForbidden ? first : nil
    }
  }

  /// The leaf in which the machine rests after going to a target; nil if that depends on guards.
  func rest(at target: StateID) -> StateID? {
    var state = target
    while true {
      if chart.states[state.index].kind.isHistory { return nil }
      switch chart.completion(of: state) {
      case .rests: return state
      case .regions: return nil
      case .initial(let initial):
        let targets = chart.targets(of: initial)
        guard targets.count == 1, targets[0] > state else { return nil }
        state = targets[0]
      }
    }
  }

  private func step(_ leaf: StateID, on event: EventID, words: String) -> Step? {
    guard let handler = handler(of: event, in: leaf) else { return nil }
    let entry = chart.handlers[handler]
    guard let target = target(of: entry), isUndisturbed(entry, from: leaf) else { return nil }
    return step(leaf, to: target, by: Cause(words: words, span: entry.span, reenters: entry.reentry.exitsBelowAncestor))
  }

  private func step(
    _ leaf: StateID, by candidates: TableRange, words: String, isActive: Bool = false, isTimer: Bool = false
  ) -> Step? {
    guard let first = candidates.indices.first, subject.isUnguarded(first), !chart.handlers[first].isForbidden else {
      return nil
    }
    let entry = chart.handlers[first]
    if entry.targets.isEmpty, isActive {
      let cause = Cause(words: "always is taken in", span: entry.span, needsEntry: false)
      return Step(from: leaf, to: leaf, target: leaf, cause: cause)
    }
    guard let target = target(of: entry), isUndisturbed(entry, from: leaf) else { return nil }
    let cause = Cause(
      words: words, span: entry.span, needsEntry: !isActive, isTimer: isTimer,
      reenters: entry.reentry.exitsBelowAncestor)
    return step(leaf, to: target, by: cause)
  }

  /// The only target of a handler, which is its own state if it only reenters; nil for several or none.
  private func target(of handler: EventHandler) -> StateID? {
    if handler.targets.count == 1 { return chart.targets[Int(handler.targets.start)] }
    return handler.targets.isEmpty && handler.reentry.exitsBelowAncestor ? handler.state : nil
  }

  /// True if no action of a handler, and no other region, decides before the next state does.
  private func isUndisturbed(_ handler: EventHandler, from leaf: StateID) -> Bool {
    func isQuiet(_ actions: TableRange) -> Bool {
      let hooks = Hooks(actions, subject: subject)
      return hooks.raises == nil && !hooks.maybeRaises
    }
    let hooks = Hooks(handler.actions, subject: subject)
    guard isQuiet(handler.actions), hooks.goes == nil, !hooks.maybeGoes else { return false }
    return chart.states.line(upFrom: leaf).allSatisfy { state in
      guard isQuiet(chart.states[state.index].exitActions) else { return false }
      guard chart.hasAlways, let parent = chart.parent(of: state), chart.states[parent.index].kind == .parallel else {
        return true
      }
      return eventless.count(below: parent.index, in: chart) == eventless.count(within: state.index, in: chart)
    }
  }

  private func step(_ leaf: StateID, to target: StateID, by cause: Cause) -> Step? {
    rest(at: target).map { Step(from: leaf, to: $0, target: target, cause: cause) }
  }
}

/// The effects that a list of actions has in any case.
struct Hooks {
  /// The last `goToState`; the first event raised, and the first sent without delay.
  private(set) var goes: Int?
  private(set) var raises: EventID?
  private(set) var sends: EventID?
  /// A `goToState`, or a `raise`, within a branch or a loop.
  private(set) var maybeGoes = false
  private(set) var maybeRaises = false

  init(_ range: TableRange, subject: Subject) {
    for index in range.indices {
      let isSure = !subject.actions.isConditional[index]
      switch subject.chart.actions[index] {
      case .goTo: if isSure { goes = index } else { maybeGoes = true }
      case .raise(.event(let event), _): if isSure { raises = raises ?? event } else { maybeRaises = true }
      case .raise: maybeRaises = true
      case .send(.event(let event), _, .milliseconds(0), _, nil): if isSure { sends = sends ?? event }
      default: break
      }
    }
  }
}
