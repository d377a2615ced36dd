package import StateKitCore

extension ScriptStep {
  /// True for an event or a clock change: lines before the first one that replace the host take effect from the start.
  package var isEventOrClock: Bool {
    switch self {
    case .event, .end, .advance: true
    case .nothing, .set, .show, .expect, .host, .test, .chart: false
    }
  }
}

extension Machine {
  /// Starts the machine as a script of these steps does.
  package mutating func start(of steps: some Sequence<ScriptStep>) {
    for step in steps.prefix(while: { !$0.isEventOrClock }) where step.standsInForHost { perform(step) }
    start()
  }

  /// Carries out a step with an effect. Returns false for other steps, which a script's runner handles.
  @discardableResult
  package mutating func perform(_ step: ScriptStep) -> Bool {
    switch step {
    case .event(let event): send(event)
    case .end(let end): self.end(end)
    case .advance(let advance, let shown): self.advance(advance, shown: shown)
    case .set(let path, let expression, let shown): set(path, to: expression, shown: shown)
    case .show(let expression, let shown): show(expression, shown: shown)
    case .host(let line): answer(line)
    case .nothing, .expect, .test, .chart: return false
    }
    return true
  }
}
