import StateKitCore

/// Applies inputs to states with a machine: any chart, any input.
struct MachineStepper: ~Copyable {
  /// The result of an input.
  struct Step {
    /// True if an active state handled it, or a timer fired.
    var isHandled = false
    /// True if only `null` handlers handled it, which stop an event.
    var isForbidden = false
    /// True if the clock was moved.
    var movesClock = false
    /// The timers that waited before the step and still wait, a bit for each kind; only recorded on request.
    var survivors: UInt32 = 0
    /// True if a delayed send had an effect right after an equal one.
    var repeatsEffect = false
    /// The errors that the chart does not handle.
    var faults: [Machine.Fault] = []
  }

  /// A state between two steps, with the answers of the host's guards.
  struct State {
    let parts: MachineParts
    let answers: UInt32
  }

  private(set) var inputs: [InputCandidates.Input]
  let coverage: Coverage
  let ties: TimerTies
  private var machine: Machine
  private let summary = StepSummary()
  private let notesSurvivors: Bool
  private let triesTies: Bool
  private var host: HostChoices
  private let footprint: Footprint
  private var reads: FieldReads?
  /// The timers that the last step started and that still run.
  private var started: [PendingTimer] = []
  /// True if an event has started a timer while another one waited.
  private(set) var startsBeside = false

  init(_ chart: Chart, inputs: InputCandidates, limits: Limits, notesSurvivors: Bool, triesTies: Bool) {
    self.notesSurvivors = notesSurvivors
    self.triesTies = triesTies
    self.inputs = inputs.all
    host = inputs.host
    coverage = Coverage(chart)
    coverage.notesHidden = true
    ties = TimerTies(chart, limits: limits)
    machine = Machine(chart, limits: limits, sink: summary, coverage: coverage)
    footprint = Footprint(chart)
  }

  mutating func add(_ input: InputCandidates.Input) { inputs.append(input) }

  /// Starts with these answers of the host's guards.
  mutating func start(answering answers: UInt32, codec: inout StateCodec, into fields: inout [UInt32]) -> Step {
    machine.answers = host.answers(answers)
    coverage.clearRecent()
    machine.start()
    codec.encode(machine.parts, into: &fields)
    fields[codec.answersField] = answers
    return Step(isHandled: true, movesClock: false, faults: machine.faults)
  }

  /// Applies an input to a state, and writes the state after it into `next`. `isNoted`: record what the step looks
  /// at.
  mutating func perform(
    _ input: Int, in state: State, isNoted: Bool = false, codec: inout StateCodec, into next: inout [UInt32]
  ) -> Step {
    machine.restore(state.parts)
    machine.answers = host.answers(state.answers)
    coverage.clearRecent()
    let mark = machine.nextTimerSerial
    var step = Step()
    if isNoted {
      machine.noting(footprint) { [inputs, summary] in
        Self.perform(inputs[input], machine: &$0, summary: summary, step: &step)
      }
    } else {
      Self.perform(inputs[input], machine: &machine, summary: summary, step: &step)
    }
    step.isForbidden = summary.isForbidden && !summary.isActive
    step.repeatsEffect = summary.repeatsEffect
    step.faults = machine.faults
    let parts = machine.parts
    codec.encode(parts, into: &next)
    next[codec.answersField] = state.answers
    if triesTies, case .advance(.next) = inputs[input].kind {
      ties.check(
        state.parts, answers: machine.answers, ended: parts, keys: codec.keys, footprint: isNoted ? footprint : nil)
    }
    if notesSurvivors, state.parts.nextDue != nil {
      let own = parts.timers.map { FamilyTimer(path: [], chart: 0, timer: $0) }
      step.survivors = codec.kinds(of: (own + parts.children.timers).filter { $0.timer.serial < mark })
    }
    if !step.movesClock, !startsBeside { startsBeside = Self.startsBeside([(parts, mark)]) }
    if isNoted { started = parts.timers.filter { $0.serial >= mark }.sorted { $0.serial < $1.serial } }
    return step
  }

  /// True if timers from before and after a step wait, in one machine or in machines that run side by side. `mark`:
  /// the first serial number of the step.
  static func startsBeside(_ ends: [(parts: MachineParts, mark: Int64)]) -> Bool {
    var (hasOld, hasNew) = (false, false)
    for (parts, mark) in ends where parts.nextDue != nil {
      for serial in parts.timers.map(\.serial) + parts.children.timers.map(\.timer.serial) {
        if serial < mark { hasOld = true } else { hasNew = true }
      }
    }
    return hasOld && hasNew
  }

  private static func perform(
    _ input: InputCandidates.Input, machine: inout Machine, summary: StepSummary, step: inout Step
  ) {
    switch input.kind {
    case .event(let event), .end(let event, _):
      step.isHandled = machine.send(event) == .handled || summary.isChildActive
    case .childEnd(let end):
      machine.end(end)
      step.isHandled = machine.lastOutcome == .handled || summary.isChildActive
    case .answer: break
    case .advance(let advance):
      machine.advance(advance, shown: input.line)
      step.movesClock = true
      step.isHandled = summary.hasFired || machine.lastOutcome == .handled
    }
  }

  // MARK: What a step looked at

  /// The last step in a form to store; nil if its dependencies are unknown. `running`: the `after` timers before it.
  mutating func localStep(
    _ step: Step, codec: StateCodec, before: [UInt32], after: [UInt32], running: RunningTimers
  ) -> LocalSteps.Step? {
    guard step.faults.isEmpty, before[codec.irregularField] == 0, after[codec.irregularField] == 0 else { return nil }
    let passed = summary.exited + summary.entered
    var reads = self.reads.take() ?? FieldReads(codec)
    defer { self.reads = reads }
    let looked = step.movesClock ? passed + ties.passed : passed
    var found = LocalSteps.Step(isRead: reads.fields(footprint, passed: looked))
    found.writes = reads.written(passed, exited: summary.exited).map { ($0, nil) }
    let keys = codec.keys.uses
    found.writes += footprint.writes.filter { keys[$0.slot] != .unread }.map {
      (codec.firstValue + $0.slot, $0.source.map { codec.firstValue + $0 })
    }
    if step.isHandled { found.flags.insert(.handled) }
    if step.isForbidden { found.flags.insert(.forbidden) }
    if step.movesClock { found.flags.insert(.movesClock) }
    if codec.isFinished(after) {
      // All timers end with the machine.
      if codec.firstAfter != nil { return nil }
      found.writes.append((0, nil))
    }
    if let firstAfter = codec.firstAfter {
      for state in summary.exited {
        for timer in codec.chart.states[state.index].timers.indices { found.timers.stopped |= 1 << UInt32(timer) }
      }
      found.timers.started = AfterTimers.started(by: started)
      var changed = RunningTimers()
      if step.movesClock {
        guard let due = running.dueNumber else { return nil }
        found.due = due
      }
      let started = found.timers.started
      changed.become(
        running, stopped: found.timers.stopped, started: started, starts: started.indices, movesClock: step.movesClock)
      guard changed == AfterTimers.running(of: codec.timers(after)) else { return nil }
      guard isWhole(found, before: before, after: after, besides: [codec.timerOrderField], from: firstAfter) else {
        return nil
      }
      if !step.movesClock {
        for timer in codec.chart.timers.indices where found.timers.stopped >> UInt32(timer) & 1 == 1 {
          found.writes.append((firstAfter + timer, nil))
        }
        for started in found.timers.started where found.timers.stopped >> UInt32(started.index) & 1 == 0 {
          found.writes.append((firstAfter + started.index, nil))
        }
      }
    } else {
      found.isRead[codec.timersField] = true
      found.writes.append((codec.timersField, nil))
      guard isWhole(found, before: before, after: after, besides: [], from: before.count) else { return nil }
    }
    // A field with an equal value before and after the step needs no write.
    found.writes.removeAll { field, source in
      source == nil && found.isRead[field] && before[field] == after[field] || source == field
    }
    return found
  }

  /// True if a step contains all changes.
  private func isWhole(
    _ step: LocalSteps.Step, before: [UInt32], after: [UInt32], besides timers: [Int], from firstTimer: Int
  ) -> Bool {
    var expected = before
    for (field, source) in step.writes { expected[field] = source.map { before[$0] } ?? after[field] }
    return expected.indices.allSatisfy { expected[$0] == after[$0] || $0 >= firstTimer || timers.contains($0) }
  }
}
