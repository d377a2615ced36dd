/// Evaluates the operators (cel-spec, "Arithmetic Operators"); ints are checked, never wrapped.
extension Evaluator {
  mutating func apply(
    _ found: BinaryOperator, left: Value, right: Value, at offset: Int
  ) throws(EvaluationError) -> Operand {
    switch found {
    case .equal, .unequal:
      let isEqual: Bool
      switch (left, right) {
      case (.int(let a), .int(let b)): isEqual = a == b
      case (.bool(let a), .bool(let b)): isEqual = a == b
      default:
        try charge(comparisonCost(left, right), at: offset)
        isEqual = Comparison.areEqual(left, right)
      }
      return .value(.bool(isEqual == (found == .equal)))
    case .less, .lessOrEqual, .greater, .greaterOrEqual:
      if case .int(let a) = left, case .int(let b) = right {
        return .value(.bool(holds(found, order: a < b ? -1 : a > b ? 1 : 0)))
      }
      try charge(min(left.textLength, right.textLength) / 16, at: offset)
      guard let order = Comparison.order(left, right) else {
        return .failure(noOverload(found.rawValue, values: left, right, at: offset))
      }
      return .value(.bool(holds(found, order: order)))
    case .contained: return try contains(right, element: left, at: offset)
    case .add, .subtract, .multiply, .divide, .modulo:
      return try arithmetic(found, left: left, right: right, at: offset)
    }
  }

  private func holds(_ found: BinaryOperator, order: Int) -> Bool {
    switch found {
    case .less: order < 0
    case .lessOrEqual: order <= 0
    case .greater: order > 0 && order != Comparison.unordered
    case .greaterOrEqual: order >= 0 && order != Comparison.unordered
    default: false
    }
  }

  private mutating func contains(_ range: Value, element: Value, at offset: Int) throws(EvaluationError) -> Operand {
    switch range {
    case .list(let list):
      for other in list.elements {
        try charge(comparisonCost(element, other), at: offset)
        if Comparison.areEqual(element, other) { return .value(.bool(true)) }
      }
      return .value(.bool(false))
    case .map(let map):
      try charge(element.textLength / 16, at: offset)
      return .value(.bool(map[element] != nil))
    default: return .failure(noOverload("in", values: element, range, at: offset))
    }
  }

  private mutating func arithmetic(
    _ found: BinaryOperator, left: Value, right: Value, at offset: Int
  ) throws(EvaluationError) -> Operand {
    switch (left, right) {
    case (.int(let a), .int(let b)): return integer(found, a: a, b: b, at: offset) { .int($0) }
    case (.uint(let a), .uint(let b)): return integer(found, a: a, b: b, at: offset) { .uint($0) }
    case (.double(let a), .double(let b)): if let result = double(found, a: a, b: b) { return result }
    // Widening: an int with a double is computed in double.
    case (.int(let a), .double(let b)): if let result = double(found, a: Double(a), b: b) { return result }
    case (.double(let a), .int(let b)): if let result = double(found, a: a, b: Double(b)) { return result }
    case (.string(let a), .string(let b)) where found == .add:
      try charge((a.utf8.count + b.utf8.count) / 16, at: offset)
      return .value(.string(a + b))
    case (.bytes(let a), .bytes(let b)) where found == .add:
      try charge((a.count + b.count) / 16, at: offset)
      return .value(.bytes(a + b))
    case (.list(let a), .list(let b)) where found == .add:
      try charge(a.elements.count + b.elements.count, at: offset)
      return checked(.list(ListValue(a.elements + b.elements)), at: offset)
    default: break
    }
    return time(found, left: left, right: right, at: offset)
  }

  private func integer<Integer: FixedWidthInteger>(
    _ found: BinaryOperator, a: Integer, b: Integer, at offset: Int, value: (Integer) -> Value
  ) -> Operand {
    let result: (partialValue: Integer, overflow: Bool)
    switch found {
    case .add: result = a.addingReportingOverflow(b)
    case .subtract: result = a.subtractingReportingOverflow(b)
    case .multiply: result = a.multipliedReportingOverflow(by: b)
    case .divide, .modulo:
      if b == 0 {
        return .failure(EvaluationError(found == .divide ? "division by zero" : "modulus by zero", at: offset))
      }
      result = found == .divide ? a.dividedReportingOverflow(by: b) : a.remainderReportingOverflow(dividingBy: b)
    default: return .failure(EvaluationError("no such overload", at: offset))
    }
    return result.overflow
      ? .failure(EvaluationError("integer overflow", at: offset)) : .value(value(result.partialValue))
  }

  private func double(_ found: BinaryOperator, a: Double, b: Double) -> Operand? {
    switch found {
    case .add: .value(.double(a + b))
    case .subtract: .value(.double(a - b))
    case .multiply: .value(.double(a * b))
    case .divide: .value(.double(a / b))
    default: nil
    }
  }

  private func time(_ found: BinaryOperator, left: Value, right: Value, at offset: Int) -> Operand {
    let result: Value?
    switch (found, left, right) {
    case (.add, .timestamp(let a), .duration(let b)), (.add, .duration(let b), .timestamp(let a)):
      result = a.adding(b).map { .timestamp($0) }
    case (.subtract, .timestamp(let a), .duration(let b)):
      result = b.negated.flatMap { a.adding($0) }.map { .timestamp($0) }
    case (.subtract, .timestamp(let a), .timestamp(let b)): result = a.since(b).map { .duration($0) }
    case (.add, .duration(let a), .duration(let b)): result = a.adding(b).map { .duration($0) }
    case (.subtract, .duration(let a), .duration(let b)): result = a.adding(b, times: -1).map { .duration($0) }
    default: return .failure(noOverload(found.rawValue, values: left, right, at: offset))
    }
    return result.map { .value($0) } ?? .failure(EvaluationError("time out of range", at: offset))
  }

  /// The cost of comparing two values for equality: their nodes, and the texts and keys in them.
  private func comparisonCost(_ a: Value, _ b: Value) -> Int {
    min(a.nodes, b.nodes) + min(a.bytesBesidesNodes, b.bytesBesidesNodes) / 16
  }

  func noOverload(_ name: String, values: Value..., at offset: Int) -> EvaluationError {
    let types = values.map(\.typeName.rawValue).joined(separator: " and ")
    return EvaluationError("\"\(name)\" does not fit \(types)", at: offset)
  }
}
