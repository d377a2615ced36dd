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
  /// What the host says, whatever is tried, and for each way to answer the host guards that was met.
  private let answered: HostAnswers?
  private let hostGuards: [[HostAnswers.Line]]
  private var answers: [UInt32: HostAnswers?] = [:]

  init(
    _ chart: Chart, _ inputs: [InputCandidates.Input], _ limits: Limits, answered: HostAnswers?, notesSurvivors: Bool
  ) {
    self.notesSurvivors = notesSurvivors
    self.inputs = inputs
    self.answered = answered
    var hostGuards: [[HostAnswers.Line]] = []
    for input in inputs {
      guard case .answer(let index, _, let line) = input.kind else { continue }
      if index == hostGuards.count { hostGuards.append([]) }
      hostGuards[index].append(line)
    }
    self.hostGuards = hostGuards
    coverage = Coverage(chart)
    machine = Machine(chart, limits: limits, sink: summary, coverage: coverage)
  }

  /// The first state.
  mutating func start(_ codec: inout StateCodec, into fields: inout [UInt32]) -> Step {
    machine.answers = answers(0)
    machine.start()
    codec.encode(machine.parts, mayBeIrregular: !machine.faults.isEmpty, into: &fields)
    return Step(isHandled: true, movesClock: false, faults: machine.faults)
  }

  /// What the host says where these guards are true, a bit each.
  private mutating func answers(_ bits: UInt32) -> HostAnswers? {
    if hostGuards.isEmpty { return answered }
    if let known = answers[bits] { return known }
    var made = answered
    for (index, lines) in hostGuards.enumerated() {
      made = HostAnswers.adding(lines[bits >> UInt32(index) & 1 == 1 ? 1 : 0], to: made)
    }
    answers[bits] = made
    return made
  }

  /// Takes an input in a state, and writes the state after it into `next`.
  mutating func take(
    _ input: Int, in state: MachineParts, answers: UInt32, _ codec: inout StateCodec, into next: inout [UInt32]
  ) -> Step {
    machine.restore(state)
    machine.answers = self.answers(answers)
    let mark = machine.nextTimerSerial
    var step = Step()
    switch inputs[input].kind {
    case .event(let event), .end(let event, _): step.isHandled = machine.send(event) == .handled
    case .answer: break
    case .advance(let advance):
      machine.advance(advance, shown: inputs[input].line)
      step.movesClock = true
      step.isHandled = summary.hasFired || machine.lastOutcome == .handled
    }
    step.isForbidden = summary.isForbidden && !summary.isActive
    step.faults = machine.faults
    let parts = machine.parts
    codec.encode(parts, mayBeIrregular: !machine.faults.isEmpty, into: &next)
    next[codec.answersField] = answers
    if notesSurvivors, !state.timers.isEmpty {
      step.survivors = codec.kinds(of: parts.timers.filter { $0.serial < mark })
    }
    return step
  }
}
