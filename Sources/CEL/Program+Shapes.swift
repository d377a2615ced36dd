/// What there is to see in a program from outside.
extension Program {
  /// The whole numbers, and the texts, that stand in the expression.
  package var integers: [Int64] {
    code.constants.compactMap { if case .int(let number) = $0 { number } else { nil } }
  }

  package var texts: [String] {
    code.constants.compactMap { if case .string(let text) = $0 { text } else { nil } }
  }

  /// A comparison of a variable with a whole number, where that is all there is.
  package var comparison: (relation: Relation, slot: Int, number: Int64)? {
    kept == nil ? (short.relation, Int(short.slot), short.number) : nil
  }

  /// A variable to which a whole number is added, where that is all there is.
  package var sum: (slot: Int, number: Int64)? {
    kept != nil && short.slot >= 0 ? (Int(short.slot), short.number) : nil
  }

  /// The expression is the name of a variable and nothing else.
  package var isPlainVariable: Bool {
    if let kept, kept.operations.count == 1, case .slot = kept.operations[0] { true } else { false }
  }
}

extension ProgramCode {
  /// A variable to which a whole number is added, where that is all there is.
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
