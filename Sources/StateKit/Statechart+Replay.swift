internal import CEL
internal import StateKitCore

/// Making known steps without an engine.
extension Statechart {
  /// What came of looking for a known step.
  enum Replay {
    case made(Step)
    /// The step is not known.
    case unknown
    /// The step has to be made by an engine each time.
    case unfit
  }

  /// Makes the known step of an event that is let in. `first`: the first of the steps that are known of it here.
  func replay(_ first: KnownStep, _ event: String, _ data: Payload) -> Replay {
    var next: KnownStep? = first
    while let step = next {
      guard step.isReplayable, admits(data, step.event, event) else { return .unfit }
      if let host, step.callsHost || host.hasHooks {
        if step.takesEvents, host.hasEventHooks || !data.isNull { return .unfit }
        if let made = replay(step, event, data, telling: host) { return .made(made) }
      } else if let made = replayQuietly(step, data) {
        return .made(made)
      }
      next = step.alternative
    }
    return .unknown
  }

  /// Whether what an event carries is such that a known step follows.
  @inline(__always)
  func admits(_ data: Payload, _ admission: KnownStep.EventAdmission, _ name: String) -> Bool {
    if data.isNull { return admission.takesNothing }
    return !admission.isChecked || core.chart.rejection(of: event(name, data)) == nil
  }

  /// Makes a known step that no closure hears of; nil where it goes another way.
  private func replayQuietly(_ step: KnownStep, _ data: Payload) -> Step? {
    var effects = SharedProgram.Effects()
    if let program = step.program, !program.run(on: &self.data, payload: data.value, &effects) { return nil }
    return arrive(by: step, data, effects.values)
  }

  /// Makes the start where it is known.
  func replayStart(_ step: KnownStep) -> Step? {
    if let host, step.callsHost || host.hasHooks {
      if step.takesEvents, host.hasEventHooks { return nil }
      if step.context != nil, step.callsHost || !host.entries.isEmpty { return nil }
      if let failed = tell(host, step, nil, .null, nil) { return failed }
    }
    if let (slots, held) = step.context { (data.slots, data.held) = (slots, held) }
    return arrive(by: step, .null, .none)
  }

  private func arrive(by step: KnownStep, _ payload: Payload, _ values: ShownValues) -> Step {
    standing = step.next
    last = step.facts
    if step.event.isSeen, !payload.isNull { carried = payload.value }
    return unsafe Step(core, known: .passUnretained(step.facts), values)
  }

  /// Makes a known step that closures hear of; nil where it goes another way. They see the machine in the middle of the step,
  /// and what they keep of it is the machine before: the data change when all have been called.
  private func replay(_ step: KnownStep, _ event: String, _ payload: Payload, telling host: HostTable) -> Step? {
    var effects = SharedProgram.Effects(keepsReplaced: true)
    guard let program = step.program, program.changesData else {
      if let program = step.program, !program.run(on: &data, payload: payload.value, &effects) { return nil }
      return tell(host, step, event, payload, nil) ?? arrive(by: step, payload, effects.values)
    }
    var after = data.copy
    guard program.run(on: &after, payload: payload.value, &effects) else { return nil }
    if let failed = tell(host, step, event, payload, HostTable.Change(program, after, effects)) { return failed }
    data = after
    return arrive(by: step, payload, effects.values)
  }

  /// Calls the closures that a known step calls; the step that is made in its place where one of them fails. `event`: nil for
  /// the start.
  func tell(
    _ host: HostTable, _ step: KnownStep, _ event: String?, _ payload: Payload, _ change: HostTable.Change?
  ) -> Step? {
    unsafe host.replayed.step = .passUnretained(step)
    unsafe host.replayed.change = change
    if !payload.isNull { unsafe host.replayed.payload = payload }
    host.moment = .replay
    let failed = host.mayListen && host.hasHooks ? tellAll(host, step, event, payload) : doActions(host, step, payload)
    host.moment = .rest
    unsafe host.replayed.step = nil
    if !payload.isNull { unsafe host.replayed.payload = .null }
    if change != nil { unsafe host.replayed.change = nil }
    return failed.map { resume(after: $0.passed, host, $0.failure, event, payload) }
  }

  /// An action that failed: how many closures were called before, and why.
  private typealias FailedAction = (passed: Int, failure: String)

  /// Does the host actions of a known step, where nothing else is told.
  private func doActions(_ host: HostTable, _ step: KnownStep, _ payload: Payload) -> FailedAction? {
    for action in step.calls.actions {
      unsafe host.replayed.entries = action.entries
      unsafe host.replayed.mark = step.calls.marks[action.call]
      let why = unsafe step.calls.all.withUnsafeBufferPointer { calls in
        unsafe payload.isNull
          ? host.perform(action.index, calls[action.call])
          : host.perform(action.index, calls[action.call].carrying(payload))
      }
      if let why { return (action.call, why) }
    }
    return nil
  }

  /// Calls the closures that a known step calls, in its order. Where one fails the step is made by an engine: what comes of
  /// that.
  private func tellAll(_ host: HostTable, _ step: KnownStep, _ event: String?, _ payload: Payload) -> FailedAction? {
    let facts = step.facts
    let calls = payload.isNull ? step.calls.all : step.calls.all.map { $0.carrying(payload) }
    if let event, let call = step.calls.before, !host.before.isEmpty {
      unsafe host.replayed.entries = 0
      unsafe host.replayed.mark = .beginning
      host.notify(host.before.wanted(Name(event)), call.carrying(payload))
    }
    var next = 0
    for (index, entry) in facts.entries.enumerated() {
      if next < calls.count {
        unsafe host.replayed.entries = index + 1
        unsafe host.replayed.mark = step.calls.marks[next]
      }
      switch entry {
      case .enter(let state):
        if !host.entries.isEmpty { host.notify(host.entries.wanted(state), calls[next]) }
      case .exit(let state):
        if !host.exits.isEmpty { host.notify(host.exits.wanted(state), calls[next]) }
      case .effect(.call, _):
        if let why = host.perform(calls[next].action, calls[next]) { return (next, why) }
      case .effect, .event, .always, .afterFired, .sendFired, .invoke, .stop, .ignored, .declined, .forbidden,
        .rejected, .error,
        .invariant, .value, .done, .child:
        continue
      }
      next += 1
    }
    if let event, let call = step.calls.after, !host.after.isEmpty {
      unsafe host.replayed.entries = facts.entries.count
      unsafe host.replayed.mark = .end
      host.notify(host.after.wanted(Name(event)), call.carrying(payload))
    }
    return nil
  }

  private func resume(
    after passed: Int, _ host: HostTable, _ failure: String, _ event: String?, _ payload: Payload
  ) -> Step {
    let resuming = ResumingHost(host, passed: passed, failure: failure)
    guard let event else { return run(nil, as: resuming) { $0.start() } }
    let sent = self.event(event, payload)
    return run(nil, as: resuming) { $0.send(sent) }
  }

  /// Looks at the machine in the middle of a known step.
  func lookInReplay<Result>(_ body: (inout Machine) -> Result) -> Result {
    guard let host, let step = unsafe host.replayed.step?.takeUnretainedValue() else {
      return look(at: wholeSnapshot, body)
    }
    let (entries, mark, payload) = unsafe (host.replayed.entries, host.replayed.mark, host.replayed.payload)
    var data = data
    if let change = unsafe host.replayed.change {
      data = change.program.data(
        between: self.data, and: change.after, change.effects, accesses: mark.accesses,
        timerChanges: mark.timerChanges)
    }
    let seen = payload.isNull ? step.facts.seen : step.facts.seen.carrying(payload.value)
    let before = MachineSnapshot(in: standing.situation, isFinished: standing.isFinished, data, seen: self.seen)
    return look(at: before) { machine in
      machine.follow(step.facts.entries.prefix(entries), seeing: seen)
      return body(&machine)
    }
  }
}
