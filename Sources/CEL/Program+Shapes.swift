/// Properties of a program, for its callers.
extension Program {
  package var texts: [String] {
    code.constants.compactMap { if case .string(let text) = $0 { text } else { nil } }
  }

  /// The parts of an expression that only compares a variable with a whole number; nil for others.
  package var comparison: (relation: Relation, slot: Int, number: Int64)? {
    kept == nil ? (short.relation, Int(short.slot), short.number) : nil
  }

  /// The parts of an expression that only adds a whole number to a variable; nil for others.
  package var sum: (slot: Int, number: Int64)? { kept?.sum }

  /// True if the expression is only the name of a variable.
  package var isPlainVariable: Bool {
    if let kept, kept.operations.count == 1, case .slot = kept.operations[0] { true } else { false }
  }
}

extension ProgramCode {
  /// The parts of a program that only adds a whole number to a variable; nil for others.
  var sum: (slot: Int, number: Int64)? {
    guard operations.count == 1, case .compareSlot(let found, let slot, let constant) = operations[0],
      case .int(let number) = constants[Int(constant)], number > .min
    else { return nil }
    switch found {
    case .add: return (Int(slot), number)
    case .subtract: return (Int(slot), -number)
    default: return nil
    }
  }
}
