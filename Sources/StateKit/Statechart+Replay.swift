internal import CEL
internal import StateKitCore

/// Replaying memoised steps without an engine.
extension Statechart {
  /// The result of looking for a memoised step.
  enum Replay {
    case made(Step)
    /// The step is not known.
    case unknown
    /// An engine has to compute the step each time.
    case unfit
  }

  /// Replays the memoised step of an accepted event. `first`: the first of its memoised steps in this `StepNode`.
  func replay(_ first: MemoisedStep, event: String, data: Payload) -> Replay {
    var step = first
    while true {
      guard step.isReplayable, admits(data, admission: step.event, name: event) else { return .unfit }
      if let host, step.callsHost || host.hasHooks || !step.questions.isEmpty {
        if step.takesEvents, host.hasEventHooks { return .unfit }
        if let made = replay(step, event: event, payload: data, telling: host) {
          host.forgetAnswers()
          return .made(made)
        }
      } else if step.questions.isEmpty, let made = replayWithoutObservers(step, data: data) {
        return .made(made)
      }
      guard let next = step.alternative else { return .unknown }
      step = next
    }
  }

  func admits(_ data: Payload, admission: MemoisedStep.EventAdmission, name: String) -> Bool {
    if data.isNull { return admission.takesNothing }
    return !admission.isChecked || core.chart.rejection(of: event(name, data: data)) == nil
  }

  /// Replays a memoised step without listeners; nil if the step takes another course.
  private func replayWithoutObservers(_ step: MemoisedStep, data: Payload) -> Step? {
    guard let program = step.program else { return arrive(by: step, payload: data, values: []) }
    var effects = SharedProgram.Effects()
    if !changingData({ program.run(on: &$0, payload: data.value, effects: &effects) }) { return nil }
    return arrive(by: step, payload: data, values: effects.values)
  }

  func replayStart(_ step: MemoisedStep) -> Step? {
    if let host, step.callsHost || host.hasHooks {
      if step.takesEvents, host.hasEventHooks { return nil }
      if step.context != nil, step.callsHost || !host.entries.isEmpty { return nil }
      if let failed = tell(host, step: step, event: nil, payload: .null) { return failed }
    }
    if let (slots, held) = step.context { (data.slots, data.held) = (slots, held) }
    return arrive(by: step, payload: .null, values: [])
  }

  private func arrive(by step: MemoisedStep, payload: Payload, values: [Value]) -> Step {
    node = step.next
    last = LastStep(step.facts, carried: step.event.isSeen && !payload.isNull ? seen(payload.value, in: step) : nil)
    return Step(core, facts: step.facts, time: data.time, payload: payload.value, values: values)
  }

  /// Replays a memoised step with listeners; nil if the step takes another course. Closures see the machine in the middle
  /// of the step. The context changes before they are called, and its old values are recorded; timers change after the
  /// last call.
  private func replay(_ step: MemoisedStep, event: String, payload: Payload, telling host: HostTable) -> Step? {
    var values: [Value] = []
    if let program = step.program, !changeData(by: program, payload: payload, telling: host, values: &values) {
      return nil
    }
    if !step.questions.isEmpty, !host.agrees(with: step.questions, payload: payload) {
      changingData { host.change.undo(in: &$0) }
      host.change.end()
      return nil
    }
    if step.callsHost || host.hasHooks, let failed = tell(host, step: step, event: event, payload: payload) {
      return failed
    }
    if step.program != nil { settleData(host) }
    return arrive(by: step, payload: payload, values: values)
  }

  /// Applies the data changes of a memoised step with listeners; returns false without any change if the step takes
  /// another course.
  func changeData(
    by program: SharedProgram, payload: Payload, telling host: HostTable, values: inout [Value]
  ) -> Bool {
    let held = data.held
    var effects = SharedProgram.Effects(keepsReplaced: program.changesData)
    if program.changesTimers {
      var after = data.copy
      guard program.run(on: &after, payload: payload.value, effects: &effects) else { return false }
      host.change.begin(program, replaced: effects.replaced, held: held, after: after)
    } else {
      guard changingData({ program.run(on: &$0, payload: payload.value, effects: &effects) }) else { return false }
      if program.changesData { host.change.begin(program, replaced: effects.replaced, held: held) }
    }
    values = effects.values
    return true
  }

  /// Applies the final data of the reported step.
  func settleData(_ host: HostTable) {
    if host.change.isNone { return }
    if let after = host.change.after { data = after }
    host.change.end()
  }

  /// Calls the closures of a memoised step. If one of them fails, returns the step that replaces the known one. `event`:
  /// nil for the start.
  func tell(_ host: HostTable, step: MemoisedStep, event: String?, payload: Payload) -> Step? {
    host.replayed = ReplayedStep(step: step, payload: payload.value)
    host.moment = .replay
    let actsAlone = !step.actions.isEmpty && !host.hasHooks
    let failed =
      actsAlone
      ? doActions(host, step: step, event: event, payload: payload)
      : tellAll(host, step: step, event: event, payload: payload, from: 0)
    host.moment = .rest
    host.replayed = ReplayedStep()
    guard let failed else { return nil }
    changingData { host.change.undo(in: &$0) }
    host.change.end()
    return resume(after: failed.passed, host: host, failure: failed.failure, event: event, payload: payload)
  }

  /// The context, the clock and the timers before the step in progress.
  var dataBefore: RestingData {
    guard let host else { return data }
    var before = data
    host.change.undo(in: &before)
    return before
  }

  /// An action that failed: the number of closures called before it, and the reason.
  private typealias FailedAction = (passed: Int, failure: String?)

  /// Carries out the host actions of a memoised step when there are no hooks.
  private func doActions(
    _ host: HostTable, step: MemoisedStep, event: String?, payload: Payload
  ) -> FailedAction? {
    for action in step.actions {
      host.replayed.move(to: action.call, entries: action.entries)
      if let why = host.perform(action, payload: payload) { return (action.call, why) }
      if needsEngine(step, host) { return (action.call + 1, nil) }
      // The action may have added hooks.
      if host.hasHooks {
        return tellAll(host, step: step, event: event, payload: payload, from: host.replayed.call + 1)
      }
    }
    return nil
  }

  /// Calls the closures of a memoised step in order, beginning at an index. If one fails, an engine computes the step, and
  /// that step is returned.
  private func tellAll(
    _ host: HostTable, step: MemoisedStep, event: String?, payload: Payload, from first: Int
  ) -> FailedAction? {
    if first == 0, let event, !host.before.isEmpty,
      let call = step.calls.before?.carrying(payload, sendingTo: host.mailbox)
    {
      host.notify(host.before.wanted(Name(event)), call: call)
    }
    if step.callsHost || !host.entries.isEmpty || !host.exits.isEmpty,
      let failed = tellEntries(host, step: step, payload: payload, from: first)
    {
      return failed
    }
    if let event, !host.after.isEmpty, let call = step.calls.after?.carrying(payload, sendingTo: host.mailbox) {
      host.replayed.move(to: step.calls.all.count, entries: step.facts.entries.count)
      host.notify(host.after.wanted(Name(event)), call: call)
    }
    return nil
  }

  /// Calls the closures of the actions, entries and exits of a memoised step, beginning at an index.
  private func tellEntries(
    _ host: HostTable, step: MemoisedStep, payload: Payload, from first: Int
  ) -> FailedAction? {
    func call(_ index: Int) -> Call { step.calls.call(index, payload: payload, sendingTo: host.mailbox) }
    var next = 0
    for (index, entry) in step.facts.entries.enumerated() {
      host.replayed.move(to: next, entries: index + 1)
      switch entry {
      case .enter where next < first, .exit where next < first, .effect(.call, _) where next < first: break
      case .enter(let state):
        if !host.entries.isEmpty { host.notify(host.entries.wanted(state), call: call(next)) }
      case .exit(let state):
        if !host.exits.isEmpty { host.notify(host.exits.wanted(state), call: call(next)) }
      case .effect(.call, _):
        if let why = host.perform(step.calls.all[next].action, call: call(next)) { return (next, why) }
      case .effect, .event, .always, .afterFired, .sendFired, .invoke, .stop, .ignored, .declined, .forbidden,
        .rejected, .error,
        .invariant, .value, .done, .child:
        continue
      }
      next += 1
      if needsEngine(step, host) { return (next, nil) }
    }
    return nil
  }

  /// True if a closure of the step has added the first hook of an event, and the step takes events from the queues.
  private func needsEngine(_ step: MemoisedStep, _ host: HostTable) -> Bool {
    step.takesEvents && host.hasEventHooks
  }

  private func resume(
    after passed: Int, host: HostTable, failure: String?, event: String?, payload: Payload
  ) -> Step {
    let resuming = ResumingHost(host, passed: passed, failure: failure)
    guard let event else { return run(nil, occasion: .start, as: resuming) { $0.start() } }
    let sent = self.event(event, data: payload)
    return run(nil, occasion: .event(event), payload: payload, as: resuming) { $0.send(sent) }
  }

  /// The payload of a memoised step's event as expressions see it.
  private func seen(_ payload: ChartValue, in step: MemoisedStep) -> ChartValue? {
    core.chart.seenData(payload, of: step.facts.seen.label)
  }

  /// Calls `body` with the machine in the middle of a memoised step.
  func lookInReplay<Result>(_ body: (inout Machine) -> Result) -> Result {
    guard let host, let step = host.replayed.step else { return look(at: wholeSnapshot, body: body) }
    let (entries, mark, payload) = (host.replayed.entries, host.replayed.mark, host.replayed.payload)
    var data = dataBefore
    let change = host.change
    if let program = change.program {
      data = program.data(
        between: data, and: change.after ?? self.data, replaced: change.replaced, accesses: mark.accesses,
        timerChanges: mark.timerChanges)
    }
    let facts = step.facts
    let seen = payload.isNull || step.takesEvents ? facts.seen : facts.seen.carrying(self.seen(payload, in: step))
    let before = MachineSnapshot(in: node.situation, isFinished: node.isFinished, data: data, seen: self.seen)
    return look(at: before) { machine in
      machine.follow(step.facts.entries.prefix(entries), seeing: seen)
      return body(&machine)
    }
  }
}
