import CEL
import StateKitCore

/// One of the two charts with its machine.
struct DiffSide {
  let chart: Chart
  let witness: Witness
  var machine: Machine
  var codec: StateCodec
  var host: HostChoices
  /// The inputs, with their events in this chart.
  private var inputs: [InputCandidates.Input.Kind] = []

  init(_ chart: Chart, inputs: [InputCandidates.Input], options: ChartDiff.Options, host: HostChoices) {
    self.chart = chart
    self.host = host
    witness = Witness(chart, sight: options.sight)
    machine = Machine(chart, limits: options.limits, sink: witness.sink)
    codec = StateCodec(chart)
    for input in inputs { add(input) }
  }

  mutating func add(_ input: InputCandidates.Input) {
    func own(_ event: Event) -> Event { chart.event(input.name.utf8Bytes.span, data: event.data) }
    switch input.kind {
    case .event(let event): inputs.append(.event(own(event)))
    case .end(let event, let work): inputs.append(.end(own(event), work: work))
    case .advance, .answer, .childEnd: inputs.append(input.kind)
    }
  }

  func asked(answering answers: UInt32, limits: Limits) -> UInt32 {
    host.asked(by: chart, limits: limits, answering: answers)
  }

  /// True if the work that an input ends is running.
  func isWorking(_ input: Int, state: MachineParts) -> Bool {
    if case .end(_, let work) = inputs[input] { state.children.isRunning(work: work, in: chart) } else { false }
  }

  /// Restores the machine to a state.
  mutating func prepare(_ state: MachineParts, answers: UInt32) {
    machine.restore(state)
    machine.answers = host.answers(answers)
  }

  mutating func start() -> Observation {
    machine.start()
    return witness.observation(of: machine, response: .none)
  }

  mutating func perform(_ input: Int) -> Observation {
    switch inputs[input] {
    case .event(let event), .end(let event, _): machine.send(event)
    case .childEnd(let end): machine.end(end)
    case .advance, .answer: break
    }
    let response: Observation.Response =
      switch machine.lastOutcome {
      case nil: .none
      case .handled: .handled
      case .ignored, .declined: witness.isChildActive ? .handled : .unhandled
      case .rejected: .rejected
      }
    return witness.observation(of: machine, response: response)
  }

  mutating func advance(_ delay: Int64) -> Observation {
    machine.advance(.by(delay), shown: "")
    return witness.observation(of: machine, response: .none)
  }

  var paths: [String] { machine.configuration.leaves.map { chart.path($0) } }
}
