package import StateKitCore

extension Machine {
  /// Takes a step that makes something happen; whether it did. What a script asks or begins is left to its runner.
  @discardableResult
  package mutating func take(_ step: ScriptStep) -> Bool {
    switch step {
    case .event(let event): send(event)
    case .advance(let advance, let shown): self.advance(advance, shown: shown)
    case .set(let path, let expression, let shown): set(path, to: expression, shown: shown)
    case .show(let expression, let shown): show(expression, shown: shown)
    case .nothing, .expect, .test, .chart: return false
    }
    return true
  }
}
