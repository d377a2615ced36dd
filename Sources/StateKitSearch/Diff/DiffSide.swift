import CEL
import StateKitCore

/// One of the two charts with its machine.
struct DiffSide {
  let chart: Chart
  let witness: Witness
  var machine: Machine
  var codec: StateCodec
  var host: HostChoices
  /// For each input, its event in this chart; nil for a clock move.
  private var events: [Event?] = []
  /// For each input, the id of the host work that it ends; nil for other inputs.
  private var works: [String?] = []
  /// For each input, the end of host work of a child; nil for other inputs.
  private var childEnds: [ChildEnd?] = []

  init(_ chart: Chart, inputs: [InputCandidates.Input], options: ChartDiff.Options, host: HostChoices) {
    self.chart = chart
    self.host = host
    witness = Witness(chart, sight: options.sight)
    machine = Machine(chart, limits: options.limits, sink: witness.sink)
    codec = StateCodec(chart)
    for input in inputs { add(input) }
  }

  mutating func add(_ input: InputCandidates.Input) {
    switch input.kind {
    case .event(let event), .end(let event, _): events.append(chart.event(input.name.utf8Bytes.span, data: event.data))
    case .advance, .answer, .childEnd: events.append(nil)
    }
    if case .end(_, let work) = input.kind { works.append(work) } else { works.append(nil) }
    if case .childEnd(let end) = input.kind { childEnds.append(end) } else { childEnds.append(nil) }
  }

  func asked(answering answers: UInt32, limits: Limits) -> UInt32 {
    host.asked(by: chart, limits: limits, answering: answers)
  }

  /// True if the work that an input ends is running.
  func isWorking(_ input: Int, state: MachineParts) -> Bool {
    works[input].map { state.children.isRunning(work: $0, in: chart) } ?? false
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
    if let event = events[input] {
      machine.send(event)
    } else if let end = childEnds[input] {
      machine.end(end)
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
