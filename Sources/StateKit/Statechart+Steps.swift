internal import CEL
internal import StateKitCore

/// Making steps, by an engine or from what is known.
extension Statechart {
  /// The whole of a machine that is more than a situation and a context.
  final class Extra {
    let snapshot: MachineSnapshot

    init(_ snapshot: MachineSnapshot) {
      self.snapshot = snapshot
    }
  }

  /// All that the machine is.
  var wholeSnapshot: MachineSnapshot {
    if let extra { return extra.snapshot }
    return MachineSnapshot(in: standing.situation, isFinished: standing.isFinished, data: dataBefore, seen: seen)
  }

  /// The event that expressions see.
  var seen: SeenEvent {
    guard let last else { return .start }
    return carried == nil ? last.seen : last.seen.carrying(carried)
  }

  /// Lets an engine make a step. `index`: where the step is kept, if it can be.
  func run(_ index: Int?, as resuming: ResumingHost? = nil, body: (inout Machine) -> Void) -> Step {
    core.withEngine { engine in
      let recorder = index != nil && standing.keepsSteps && extra == nil ? CallRecorder(host) : nil
      let end = Self.run(
        &engine.machine, from: wholeSnapshot, host: resuming ?? recorder ?? host, isRecorded: recorder != nil,
        body: body)
      host?.moment = .rest
      let (from, isFirst) = (standing, standing === core.beforeStart)
      let facts = takeOver(end, entries: engine.sink.take())
      if let index, let record = end.record, let recorder {
        keep(record, recorder: recorder, facts: facts, at: index, of: from, isStart: isFirst)
      }
      return Step(core, facts: facts)
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
    _ machine: inout Machine, from snapshot: MachineSnapshot, host: (any MachineHost)?, isRecorded: Bool,
    body: (inout Machine) -> Void
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
  private func takeOver(_ end: StepEnd, entries: [TraceEntry]) -> StepFacts {
    let snapshot = end.snapshot
    let from = standing
    standing = core.standing(snapshot.situation, isFinished: end.isFinished)
    take(snapshot)
    let entries = end.record.map { RecordedEntries(entries, record: $0) } ?? RecordedEntries(entries)
    let facts = StepFacts(
      from: from, to: standing, recorded: entries, faults: end.faults, seen: snapshot.seenEvent, outcome: end.outcome,
      rejection: end.rejection, core: core)
    last = facts
    return facts
  }

  /// Becomes what a snapshot says beside where the machine stands.
  func take(_ snapshot: MachineSnapshot) {
    data = snapshot.restingData
    extra = snapshot.isResting ? nil : Extra(snapshot)
  }

  /// Keeps a step, or that it cannot be kept.
  private func keep(
    _ record: MacrostepRecord, recorder: CallRecorder, facts: StepFacts, at index: Int, of from: Standing,
    isStart: Bool
  ) {
    if recorder.hasFailed { return }
    let carriesSeen = facts.seesEvent(index, in: core.chart) && facts.seen.payload != nil
    // Else expressions see an event afterwards that was raised: what that carries is the chart's.
    let carries = carriesSeen || facts.takesEvents && !(recorder.before?.payload.isNull ?? true)
    let isUsual = extra == nil && facts.faults.isEmpty && facts.isKept && facts.entries.count <= Self.mostEntries
    let calls = KnownStep.Calls(
      all: recorder.calls, ofEvent: facts.callsBeforeEvents, marks: recorder.marks, before: recorder.before,
      after: recorder.after)
    if isStart {
      // A start begins with the same data each time.
      let isSame =
        record.dependsOnDataAlone && core.needs.guards.isEmpty
        && (!record.touchesData || recorder.calls.allSatisfy(\.action.isEmpty))
      guard isUsual, isSame else { return from.keep(KnownStep(unfitAt: from, facts: facts), at: index) }
      let context = record.touchesData ? (slots, held) : nil
      return from.keep(KnownStep(startTo: standing, facts: facts, calls: calls, context: context), at: index)
    }
    guard isUsual, let program = SharedProgram(record, of: index, in: core.chart, limit: core.mostHeld) else {
      // Without what the event carries it may be another one.
      if !carries || record.touchesData { from.keep(KnownStep(unfitAt: from, facts: facts), at: index) }
      return
    }
    let bare = core.chart.event(core.chart.names.text(core.chart.eventNames[index]).utf8Bytes.span, data: nil)
    let event = KnownStep.EventAdmission(
      takesNothing: core.chart.rejection(of: bare) == nil, isChecked: core.chart.alphabet != nil,
      isSeen: facts.seesEvent(index, in: core.chart))
    let known = KnownStep(
      to: standing, facts: carriesSeen ? facts.withoutPayload(core) : facts,
      calls: carries ? calls.withoutPayload : calls, program: program,
      event: event, core: core)
    from.keep(known, at: index)
  }

  private static let mostEntries = 4_096

  /// A step that did nothing but fail.
  func failed(_ message: String) -> StepFacts {
    let fault = Machine.Fault(message)
    return StepFacts(
      from: standing, to: standing, recorded: RecordedEntries([.error(message, nil)]), faults: [fault], seen: seen,
      outcome: .ignored, rejection: nil, core: core
    )
  }
}

extension Step {
  init(_ facts: StepFacts, in machine: Statechart) {
    self.init(machine.core, facts: facts)
  }
}
