package import StateKitCore

extension ScriptStep {
  /// It is an event, or moves the clock: lines before the first one that stand in for the host hold from the start on.
  package var isEventOrClock: Bool {
    switch self {
    case .event, .end, .advance: true
    case .nothing, .set, .show, .expect, .host, .test, .chart: false
    }
  }
}

extension Machine {
  /// Starts it as a script of these steps does.
  package mutating func start(of steps: some Sequence<ScriptStep>) {
    for step in steps.prefix(while: { !$0.isEventOrClock }) where step.standsInForHost { take(step) }
    start()
  }

  /// Takes a step that makes something happen; whether it did. What a script asks or begins is left to its runner.
  @discardableResult
  package mutating func take(_ step: ScriptStep) -> Bool {
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
