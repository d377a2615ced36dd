/// What the embedding program says to a host guard.
package enum HostAnswer: Sendable {
  case yes
  case no
  /// There is no answer: the expression as a whole fails.
  case error(String)
}

/// Named guards: parameters, and asking the host.
extension Evaluator {
  /// Puts the map on the stack in a local; false where it is an error, which stays, or no map.
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

  /// Asks the host with the map on the stack. An answer that is missing is no operand like others: whatever stands around it,
  /// the expression fails.
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
