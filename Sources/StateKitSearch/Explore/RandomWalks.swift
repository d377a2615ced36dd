package import StateKitCore
import StateKitFormat

/// Random scripts of handled inputs, which prefer inputs not tried yet (Programs.md). A seed gives the same walks on
/// every computer.
package struct RandomWalks {
  private let chart: Chart
  private let inputs: [InputCandidates.Input]
  private let limits: Limits
  private let answers: HostAnswers?
  private let stops: () -> Bool
  private var random: SplitMix64
  /// The inputs that were tried in a configuration, as text.
  private var tried: Set<String> = []

  package init(_ space: StateSpace, chart: Chart, options: Explorer.Options, seed: UInt64) {
    self.chart = chart
    inputs = Array(space.inputs.all.prefix(space.inputs.fixedCount))
    limits = options.limits
    answers = options.choice.answered
    stops = { options.stop() != nil }
    random = SplitMix64(state: seed)
  }

  /// The lines of the next walk, at most `length`; nil if the exploration must stop before its end. `movesClock` is
  /// false for a program without a clock.
  package mutating func next(length: Int, movesClock: Bool) -> [String]? {
    var machine = Machine(chart, limits: limits, sink: NoTrace())
    machine.answers = answers
    machine.start()
    var lines: [String] = []
    while lines.count < length, !machine.isFinished {
      if stops() { return nil }
      let place = machine.configuration.leaves.map { String($0.index) }.joined(separator: " ")
      let usable = inputs.indices.filter { Self.isUsable(inputs[$0], in: &machine, movesClock: movesClock) }
      let fresh = usable.filter { !tried.contains("\(place): \($0)") }
      let choice = fresh.isEmpty ? usable : fresh
      if choice.isEmpty { break }
      let index = choice[random.next(below: choice.count)]
      tried.insert("\(place): \(index)")
      lines.append(inputs[index].line)
      switch inputs[index].kind {
      case .event(let event), .end(let event, _): machine.send(event)
      case .childEnd(let end): machine.end(end)
      case .advance(let advance): machine.advance(advance, shown: inputs[index].line)
      case .answer: break
      }
    }
    return lines
  }

  private static func isUsable(
    _ input: InputCandidates.Input, in machine: inout Machine, movesClock: Bool
  ) -> Bool {
    switch input.kind {
    case .event(let event), .end(let event, _): machine.verdict(on: event).isHandled
    case .advance: movesClock && machine.nextTimer() != nil
    case .answer, .childEnd: false
    }
  }
}
