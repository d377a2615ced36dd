internal import CEL
internal import StateKitCore

/// Making steps, by an engine or from what is known.
extension Statechart {
  /// All that the machine is.
  var wholeSnapshot: MachineSnapshot {
    if let extra { return extra.snapshot }
    return MachineSnapshot(
      in: standing.situation, isFinished: standing.isFinished, context: slots, seen: seen, time: clock,
      held: held + seen.payloadBytes)
  }

  /// The event that expressions see.
  var seen: SeenEvent {
    guard let last else { return .start }
    return carried == nil ? last.seen : last.seen.carrying(carried)
  }

  /// Lets an engine make a step. `index`: where the step is kept, if it can be.
  func run(_ index: Int?, as resuming: ResumingHost? = nil, _ body: (inout Machine) -> Void) -> Step {
    core.withEngine { engine in
      let recorder = index != nil && standing.keepsSteps && extra == nil ? CallRecorder(host) : nil
      let end = Self.run(
        &engine.machine, from: wholeSnapshot, resuming ?? recorder ?? host, isRecorded: recorder != nil, body)
      host?.moment = .rest
      let (from, isFirst) = (standing, standing === core.beforeStart)
      let facts = takeOver(end, engine.sink.take())
      if let index, let record = end.record, let recorder {
        keep(record, recorder, facts, at: index, of: from, isStart: isFirst)
      }
      return Step(core, facts)
    }
  }

  /// What a machine has come to.
  private struct StepEnd {
    let snapshot: MachineSnapshot
    let isFinished: Bool
    let faults: [Machine.Fault]
    let outcome: StateKitCore.Outcome?
    let rejection: String?
    /// How it came to that, where it was recorded.
    let record: MacrostepRecord?
  }

  /// Lets a machine make a step. The machine is used where it is: each part that is read through the engine would copy it.
  private static func run(
    _ machine: inout Machine, from snapshot: MachineSnapshot, _ host: (any MachineHost)?, isRecorded: Bool,
    _ body: (inout Machine) -> Void
  ) -> StepEnd {
    machine.restore(snapshot)
    machine.attach(host)
    var record: MacrostepRecord?
    if isRecorded { record = machine.recording(body) } else { body(&machine) }
    machine.attach(nil)
    return StepEnd(
      snapshot: machine.snapshot, isFinished: machine.isFinished, faults: machine.faults, outcome: machine.lastOutcome,
      rejection: machine.rejection, record: record)
  }

  /// Becomes what a machine has come to.
  private func takeOver(_ end: StepEnd, _ entries: [TraceEntry]) -> StepFacts {
    let snapshot = end.snapshot
    let from = standing
    standing = core.standing(snapshot.situation, isFinished: end.isFinished)
    clock = snapshot.clock
    slots = snapshot.context
    held = snapshot.size - snapshot.seenEvent.payloadBytes
    extra = snapshot.isPlain ? nil : Extra(snapshot)
    let facts = StepFacts(
      from: from, to: standing, entries, end.faults, snapshot.seenEvent, outcome: end.outcome, end.rejection, core)
    last = facts
    return facts
  }

  /// Keeps a step, or that it cannot be kept.
  private func keep(
    _ record: MacrostepRecord, _ recorder: CallRecorder, _ facts: StepFacts, at index: Int, of from: Standing,
    isStart: Bool
  ) {
    if recorder.hasFailed { return }
    let conditions = isStart || from.isFinished ? nil : quickConditions(of: record)
    let isSame =
      isStart
      // A start begins with the same data each time.
      ? record.dependsOnDataAlone && core.needs.guards.isEmpty
        && (!record.touchesData || recorder.calls.allSatisfy(\.action.isEmpty))
      : record.isReplayable && (!record.touchesData || conditions != nil)
    let carries = facts.seen.payload != nil
    guard isSame, extra == nil, facts.faults.isEmpty, facts.isKept, facts.entries.count <= 4_096 else {
      // Without what the event carries it may be another one.
      if !carries || record.touchesData { from.keep(KnownStep(unfitAt: from, facts), at: index) }
      return
    }
    if isStart {
      let context = record.touchesData ? (slots, held) : nil
      let known = KnownStep(to: standing, facts, recorder.calls, context, actions: hostActions(of: facts))
      return from.keep(known, at: index)
    }
    let known = KnownStep(
      to: standing, carries ? facts.withoutPayload(core) : facts,
      carries ? recorder.calls.map(\.withoutPayload) : recorder.calls, conditions: conditions ?? [],
      takesPayloads: conditions != nil && core.chart.alphabet == nil && facts.seesEvent(index, core.chart),
      actions: hostActions(of: facts))
    from.keep(known, at: index)
  }

  /// The conditions that a step has asked, where they are all that it asked of the context and each is known without a run.
  private func quickConditions(of record: MacrostepRecord) -> [KnownStep.Condition]? {
    guard let conditions = record.conditions(in: core.chart) else { return nil }
    let areQuick = conditions.allSatisfy {
      core.chart.quickVerdict($0.expression, answers: $0.answers, slots) == $0.holds
    }
    return areQuick ? conditions : nil
  }

  /// The host actions that a step does.
  private func hostActions(of facts: StepFacts) -> [KnownStep.HostAction] {
    var found: [KnownStep.HostAction] = []
    var call = 0
    for (index, entry) in facts.entries.enumerated() {
      switch entry {
      case .effect(.call(let name, _), _):
        let name = Name(core.chart.names.text(name))
        if let needed = core.needs.actions.firstIndex(of: name) {
          found.append(KnownStep.HostAction(index: needed, call: call, entries: index + 1))
        }
        call += 1
      case .enter, .exit: call += 1
      case .effect, .event, .always, .afterFired, .sendFired, .invoke, .stop, .ignored, .declined, .forbidden,
        .rejected, .error, .invariant, .value, .done, .child:
        continue
      }
    }
    return found
  }

  /// Makes a known step; nil where it has to be made by an engine. `event`: its name, nil for the start.
  func replay(_ known: KnownStep, _ event: String?) -> Step? {
    if let host, known.callsHost || host.hasHooks {
      if known.takesEvents, host.hasEventHooks { return nil }
      if known.context != nil, known.callsHost || !host.entries.isEmpty { return nil }
      if let failed = host.hasHooks ? tellHost(host, known, event) : doActions(host, known, event) { return failed }
    }
    standing = known.next
    last = known.facts
    if let (slots, held) = known.context { (self.slots, self.held) = (slots, held) }
    return Step(core, known.facts)
  }

  /// Does the host actions of a known step, where nothing else is told.
  private func doActions(_ host: HostTable, _ known: KnownStep, _ event: String?) -> Step? {
    defer { host.moment = .rest }
    for action in known.actions {
      host.moment = .replay(known.facts, upTo: action.entries)
      let call = known.calls[action.call]
      if let why = host.perform(action.index, call) { return resume(after: action.call, host, why, event) }
    }
    return nil
  }

  /// Calls the closures that a known step calls, in its order. Where one fails the step is made by an engine: what comes of
  /// that.
  private func tellHost(_ host: HostTable, _ known: KnownStep, _ event: String?) -> Step? {
    let facts = known.facts
    var passed = 0
    defer { host.moment = .rest }
    let isHandled = event != nil && facts.outcome == .handled
    if isHandled {
      host.moment = .replay(facts, upTo: 0)
      if let event, !host.before.isEmpty { host.notify(host.before.wanted(Name(event)), call(event, known)) }
    }
    var next = 0
    for (index, entry) in facts.entries.enumerated() {
      host.moment = .replay(facts, upTo: index + 1)
      switch entry {
      case .enter(let state):
        if !host.entries.isEmpty { host.notify(host.entries.wanted(state), known.calls[next]) }
      case .exit(let state):
        if !host.exits.isEmpty { host.notify(host.exits.wanted(state), known.calls[next]) }
      case .effect(.call, _):
        let call = known.calls[next]
        if let why = host.perform(call.action, call) {
          return resume(after: passed, host, why, event)
        }
      case .effect, .event, .always, .afterFired, .sendFired, .invoke, .stop, .ignored, .declined, .forbidden,
        .rejected, .error,
        .invariant, .value, .done, .child:
        continue
      }
      next += 1
      passed += 1
    }
    if isHandled, let event, !host.after.isEmpty {
      host.notify(host.after.wanted(Name(event)), call(event, known))
    }
    return nil
  }

  /// What a hook of an event is called with: what belongs to the transition is that of the first action, entry or exit.
  private func call(_ event: String, _ known: KnownStep) -> Call {
    let model = known.calls.first
    return Call(
      action: "", data: .null, event: event, payload: .null, state: nil, source: model?.source,
      targets: model?.targets ?? [])
  }

  private func resume(after passed: Int, _ host: HostTable, _ failure: String, _ event: String?) -> Step {
    host.moment = .rest
    let resuming = ResumingHost(host, passed: passed, failure: failure)
    guard let event else { return run(nil, as: resuming) { $0.start() } }
    let sent = self.event(event, .null)
    return run(nil, as: resuming) { $0.send(sent) }
  }

  /// A step that did nothing but fail.
  func failed(_ message: String) -> StepFacts {
    let fault = Machine.Fault(message)
    return StepFacts(
      from: standing, to: standing, [.error(message, nil)], [fault], seen, outcome: .ignored, nil, core)
  }
}

extension Step {
  init(_ facts: StepFacts, _ machine: Statechart) {
    self.init(machine.core, facts)
  }
}
