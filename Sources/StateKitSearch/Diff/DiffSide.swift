import StateKitCore

/// One of the two charts with a machine on it.
struct DiffSide {
  let chart: Chart
  let sink: ObservationSink
  var machine: Machine
  var codec: StateCodec
  /// For each input, the event that it is to this chart; nil for a move of the clock.
  let events: [Event?]

  /// `answered`: what the host says.
  init(_ chart: Chart, _ lines: [InputCandidates.Input], _ limits: Limits, answered: HostAnswers?) {
    self.chart = chart
    sink = ObservationSink(chart)
    machine = Machine(chart, limits: limits, sink: sink)
    machine.answers = answered
    codec = StateCodec(chart)
    events = lines.map { input in
      switch input.kind {
      case .event(let event), .end(let event, _): return chart.event(input.name.utf8.span, data: event.data)
      case .advance, .answer: return nil
      }
    }
  }

  mutating func start() -> Observation {
    machine.start()
    return sink.observation(of: machine, .none)
  }

  mutating func take(_ input: Int) -> Observation {
    guard let event = events[input] else { return sink.observation(of: machine, .none) }
    let response: Observation.Response =
      switch machine.send(event) {
      case .handled: .handled
      case .ignored, .declined: .unhandled
      case .rejected: .rejected
      }
    return sink.observation(of: machine, response)
  }

  mutating func advance(_ delay: Int64) -> Observation {
    machine.advance(.by(delay), shown: "")
    return sink.observation(of: machine, .none)
  }

  var paths: [String] { machine.configuration.leaves.map { chart.path($0) } }
}
