/// The answer of the embedding program to a host guard.
package enum HostAnswer: Sendable {
  case yes
  case no
  /// No answer: the whole expression fails.
  case error(String)
}

/// Named guards: binding parameters, and asking the host.
extension Evaluator {
  /// Pops a map from the stack into a local. Returns false for an error, which stays on the stack, or for another type.
  mutating func bind(_ local: Int, at offset: Int) -> Bool {
    guard case .value(let value)? = stack.last else { return false }
    stack.removeLast()
    guard case .map = value else {
      push(failing: "a guard takes one map, this is \(value.typeName.rawValue)", at: offset)
      return false
    }
    setLocal(local, to: value)
    return true
  }

  /// Asks the host with the map on the stack. A missing answer fails the whole expression; no surrounding operator
  /// absorbs it.
  mutating func ask(_ number: Int, host: (Int, Value) -> HostAnswer, at offset: Int) throws(EvaluationError) {
    guard case .value(let value)? = stack.last else { return }
    stack.removeLast()
    guard case .map = value else {
      push(failing: "a guard takes one map, this is \(value.typeName.rawValue)", at: offset)
      return
    }
    switch host(number, value) {
    case .yes: stack.append(.value(.bool(true)))
    case .no: stack.append(.value(.bool(false)))
    case .error(let message): throw EvaluationError(message, at: offset, isFatal: true)
    }
  }
}
