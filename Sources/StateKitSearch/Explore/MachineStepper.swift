import StateKitCore

/// Takes inputs in states by letting a machine run: any chart, any input.
struct MachineStepper {
  /// What an input has come to.
  struct Step {
    /// Some active state handled it, or a timer fired.
    var isHandled = false
    /// All that handled it were `null` handlers, which stop an event.
    var isForbidden = false
    /// The clock was moved.
    var movesClock = false
    /// The timers that waited before and wait still, a bit for each kind; only where somebody asks.
    var survivors: UInt32 = 0
    /// What went wrong and nothing in the chart took up.
    var faults: [Machine.Fault] = []
  }

  let inputs: [InputCandidates.Input]
  let coverage: Coverage
  private var machine: Machine
  private let summary = StepSummary()
  private let notesSurvivors: Bool

  init(
    _ chart: Chart, _ inputs: [InputCandidates.Input], _ limits: Limits, _ answers: HostAnswers?, notesSurvivors: Bool
  ) {
    self.notesSurvivors = notesSurvivors
    self.inputs = inputs
    coverage = Coverage(chart)
    machine = Machine(chart, limits: limits, sink: summary, coverage: coverage)
    machine.answers = answers
  }

  /// The first state.
  mutating func start(_ codec: inout StateCodec, into fields: inout [UInt32]) -> Step {
    machine.start()
    codec.encode(machine.parts, mayBeIrregular: !machine.faults.isEmpty, into: &fields)
    return Step(isHandled: true, movesClock: false, faults: machine.faults)
  }

  /// Takes an input in a state, and writes the state after it into `next`.
  mutating func take(
    _ input: Int, in state: MachineParts, _ codec: inout StateCodec, into next: inout [UInt32]
  ) -> Step {
    machine.restore(state)
    let mark = machine.nextTimerSerial
    var step = Step()
    switch inputs[input].kind {
    case .event(let event): step.isHandled = machine.send(event) == .handled
    case .advance(let advance):
      machine.advance(advance, shown: inputs[input].line)
      step.movesClock = true
      step.isHandled = summary.hasFired || machine.lastOutcome == .handled
    }
    step.isForbidden = summary.isForbidden && !summary.isActive
    step.faults = machine.faults
    let parts = machine.parts
    codec.encode(parts, mayBeIrregular: !machine.faults.isEmpty, into: &next)
    if notesSurvivors, !state.timers.isEmpty {
      step.survivors = codec.kinds(of: parts.timers.filter { $0.serial < mark })
    }
    return step
  }
}
