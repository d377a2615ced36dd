internal import CEL
internal import StateKitCore

/// Computing steps with an engine, or replaying known ones.
extension Statechart {
  /// The complete state of the machine.
  var wholeSnapshot: MachineSnapshot {
    if let extra { return extra.value }
    return MachineSnapshot(in: node.situation, isFinished: node.isFinished, data: dataBefore, seen: seen)
  }

  /// Returns the complete state for a step. If no closure can ask for that state during the step, it is not kept here,
  /// so that the engine changes the timers in place instead of copying all of them.
  private func moveOut() -> MachineSnapshot {
    let snapshot = wholeSnapshot
    if host?.mayLook != true {
      data = RestingData(slots: [], held: 0)
      extra = nil
    }
    return snapshot
  }

  /// The event that expressions see.
  var seen: SeenEvent { last?.seen ?? .start }

  /// Computes a step with an engine. `index`: where to keep the step; nil if it cannot be kept.
  func run(
    _ index: Int?, occasion: StepOccasion, payload: Payload = .null, as resuming: ResumingHost? = nil,
    body: (inout Machine) -> Void
  ) -> Step {
    core.withEngine { engine in
      let recorder = index != nil && node.keepsSteps && extra == nil ? CallRecorder(host) : nil
      let end = givingAnswers {
        Self.run(
          &engine.machine, from: moveOut(), host: resuming ?? recorder ?? host, isRecorded: recorder != nil,
          body: body)
      }
      host?.moment = .rest
      let facts = takeOver(end, occasion: occasion, entries: engine.sink.popAll())
      if let index, let record = end.record, let recorder {
        keep(record, recorder: recorder, facts: facts, at: index)
      }
      return Step(core, facts: facts, time: clock, payload: payload.value)
    }
  }

  /// The state of a machine at the end of a step.
  private struct StepEnd {
    let snapshot: MachineSnapshot
    let isFinished: Bool
    let faults: [Machine.Fault]
    let outcome: StateKitCore.Outcome?
    let rejection: String?
    /// The record of the macrostep; nil if it was not recorded.
    let record: MacrostepRecord?
  }

  /// Runs a step on a machine. The machine is used in place: reading its parts through the engine would copy them.
  private static func run(
    _ machine: inout Machine, from snapshot: consuming MachineSnapshot, host: (any MachineHost)?, isRecorded: Bool,
    body: (inout Machine) -> Void
  ) -> StepEnd {
    // Another owner of the timers would make the machine copy them.
    machine.restore(consume snapshot)
    machine.attach(host)
    var record: MacrostepRecord?
    if isRecorded { record = machine.recording(withQuestions: true, body) } else { body(&machine) }
    machine.attach(nil)
    return StepEnd(
      snapshot: machine.moveOut(), isFinished: machine.isFinished, faults: machine.faults, outcome: machine.lastOutcome,
      rejection: machine.rejection, record: record)
  }

  /// Takes over the state of a machine at the end of a step.
  private func takeOver(_ end: StepEnd, occasion: StepOccasion, entries: [TraceEntry]) -> StepFacts {
    let snapshot = end.snapshot
    let from = node
    node = core.node(snapshot.situation, isFinished: end.isFinished)
    adopt(snapshot)
    let entries = end.record.map { RecordedEntries(entries, record: $0) } ?? RecordedEntries(entries)
    let facts = StepFacts(
      occasion, from: from, to: node,
      end: StepFacts.End(
        recorded: entries, faults: end.faults, seen: snapshot.seen, outcome: end.outcome,
        rejection: end.rejection, thrown: host?.popThrown() ?? []), core: core)
    last = LastStep(facts)
    return facts
  }

  /// Takes over the data of a snapshot, without the `StepNode`.
  func adopt(_ snapshot: MachineSnapshot) {
    data = snapshot.restingData
    extra = snapshot.isResting ? nil : Box(snapshot)
  }

  /// Keeps a step, or the fact that it cannot be kept.
  private func keep(_ record: MacrostepRecord, recorder: CallRecorder, facts: StepFacts, at index: Int) {
    if recorder.hasFailed { return }
    let from = facts.from
    let carriesSeen = facts.seesEvent(index, in: core.chart) && facts.seen.data != nil
    // Otherwise expressions see a raised event afterwards, whose payload comes from the chart.
    let carries = carriesSeen || facts.takesEvents && !(recorder.before?.payload.isNull ?? true)
    let isUsual = extra == nil && facts.faults.isEmpty && facts.isKept && facts.entries.count <= Self.mostEntries
    let calls = MemoisedStep.Calls(
      all: recorder.calls, ofEvent: facts.callsBeforeEvents, marks: recorder.marks, before: recorder.before,
      after: recorder.after)
    if from === core.beforeStart {
      // A start always begins with equal data.
      let isSame =
        record.dependsOnDataAlone && core.needs.guards.names.isEmpty
        && (!record.touchesData || recorder.calls.allSatisfy(\.action.isEmpty))
      guard isUsual, isSame else { return from.keep(MemoisedStep(unfit: facts), at: index) }
      let context = record.touchesData ? (slots, held) : nil
      return from.keep(MemoisedStep(start: facts, calls: calls, context: context), at: index)
    }
    guard isUsual, let program = SharedProgram(record, of: index, in: core.chart, limit: core.mostHeld) else {
      // Without the payload the step may be different.
      if !carries || record.touchesData { from.keep(MemoisedStep(unfit: facts), at: index) }
      return
    }
    let decisions = MemoisedStep.Decisions(
      program, event: index, isSeen: facts.seesEvent(index, in: core.chart), core: core)
    let known = MemoisedStep(
      carriesSeen ? facts.withoutPayload(core) : facts, calls: calls.withoutPayload,
      decisions: decisions, core: core)
    from.keep(known, at: index)
  }

  private static let mostEntries = 4_096

  func failed(_ message: String) -> StepFacts {
    StepFacts(
      .line, from: node, to: node,
      end: StepFacts.End(
        recorded: RecordedEntries([.error(message, nil)]), faults: [Machine.Fault(message)], seen: seen,
        outcome: .ignored), core: core)
  }
}
