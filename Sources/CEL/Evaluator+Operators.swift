/// What the operators do with values (cel-spec, "Arithmetic Operators"); ints are checked, never wrapped.
extension Evaluator {
  mutating func apply(
    _ found: BinaryOperator, _ left: Value, _ right: Value, _ offset: Int
  ) throws(EvaluationError) -> Operand {
    switch found {
    case .equal, .unequal:
      let isEqual: Bool
      switch (left, right) {
      case (.int(let a), .int(let b)): isEqual = a == b
      case (.bool(let a), .bool(let b)): isEqual = a == b
      default:
        try charge(comparisonCost(left, right), offset)
        isEqual = Comparison.areEqual(left, right)
      }
      return .value(.bool(isEqual == (found == .equal)))
    case .less, .lessOrEqual, .greater, .greaterOrEqual:
      if case .int(let a) = left, case .int(let b) = right {
        return .value(.bool(holds(found, a < b ? -1 : a > b ? 1 : 0)))
      }
      try charge(min(left.textLength, right.textLength) / 16, offset)
      guard let order = Comparison.order(left, right) else {
        return .failure(noOverload(found.rawValue, left, right, at: offset))
      }
      return .value(.bool(holds(found, order)))
    case .contained: return try contains(right, left, offset)
    case .add, .subtract, .multiply, .divide, .modulo: return try arithmetic(found, left, right, offset)
    }
  }

  private func holds(_ found: BinaryOperator, _ order: Int) -> Bool {
    switch found {
    case .less: order < 0
    case .lessOrEqual: order <= 0
    case .greater: order > 0 && order != Comparison.unordered
    case .greaterOrEqual: order >= 0 && order != Comparison.unordered
    default: false
    }
  }

  private mutating func contains(_ range: Value, _ element: Value, _ offset: Int) throws(EvaluationError) -> Operand {
    switch range {
    case .list(let list):
      for other in list.elements {
        try charge(comparisonCost(element, other), offset)
        if Comparison.areEqual(element, other) { return .value(.bool(true)) }
      }
      return .value(.bool(false))
    case .map(let map):
      try charge(element.textLength / 16, offset)
      return .value(.bool(map[element] != nil))
    default: return .failure(noOverload("in", element, range, at: offset))
    }
  }

  private mutating func arithmetic(
    _ found: BinaryOperator, _ left: Value, _ right: Value, _ offset: Int
  ) throws(EvaluationError) -> Operand {
    switch (left, right) {
    case (.int(let a), .int(let b)): return integer(found, a, b, offset) { .int($0) }
    case (.uint(let a), .uint(let b)): return integer(found, a, b, offset) { .uint($0) }
    case (.double(let a), .double(let b)): return double(found, a, b, left, right, offset)
    // The widening: an int with a double is done in double.
    case (.int(let a), .double(let b)): return double(found, Double(a), b, left, right, offset)
    case (.double(let a), .int(let b)): return double(found, a, Double(b), left, right, offset)
    case (.string(let a), .string(let b)) where found == .add:
      try charge((a.utf8.count + b.utf8.count) / 16, offset)
      return .value(.string(a + b))
    case (.bytes(let a), .bytes(let b)) where found == .add:
      try charge((a.count + b.count) / 16, offset)
      return .value(.bytes(a + b))
    case (.list(let a), .list(let b)) where found == .add:
      try charge(a.elements.count + b.elements.count, offset)
      return checked(.list(ListValue(a.elements + b.elements)), offset)
    default: return time(found, left, right, offset)
    }
  }

  private func integer<Integer: FixedWidthInteger>(
    _ found: BinaryOperator, _ a: Integer, _ b: Integer, _ offset: Int, _ value: (Integer) -> Value
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

  private func double(
    _ found: BinaryOperator, _ a: Double, _ b: Double, _ left: Value, _ right: Value, _ offset: Int
  ) -> Operand {
    switch found {
    case .add: .value(.double(a + b))
    case .subtract: .value(.double(a - b))
    case .multiply: .value(.double(a * b))
    case .divide: .value(.double(a / b))
    default: .failure(noOverload(found.rawValue, left, right, at: offset))
    }
  }

  private func time(_ found: BinaryOperator, _ left: Value, _ right: Value, _ offset: Int) -> Operand {
    let result: Value?
    switch (found, left, right) {
    case (.add, .timestamp(let a), .duration(let b)), (.add, .duration(let b), .timestamp(let a)):
      result = a.adding(b).map { .timestamp($0) }
    case (.subtract, .timestamp(let a), .duration(let b)):
      result = b.negated.flatMap { a.adding($0) }.map { .timestamp($0) }
    case (.subtract, .timestamp(let a), .timestamp(let b)): result = a.since(b).map { .duration($0) }
    case (.add, .duration(let a), .duration(let b)): result = a.adding(b).map { .duration($0) }
    case (.subtract, .duration(let a), .duration(let b)): result = a.adding(b, times: -1).map { .duration($0) }
    default: return .failure(noOverload(found.rawValue, left, right, at: offset))
    }
    return result.map { .value($0) } ?? .failure(EvaluationError("time out of range", at: offset))
  }

  /// What it costs to find out whether two values are equal: their nodes, and the texts and keys in them.
  private func comparisonCost(_ a: Value, _ b: Value) -> Int {
    min(a.nodes, b.nodes) + min(a.bytesBesidesNodes, b.bytesBesidesNodes) / 16
  }

  func noOverload(_ name: String, _ values: Value..., at offset: Int) -> EvaluationError {
    let types = values.map(\.typeName.rawValue).joined(separator: " and ")
    return EvaluationError("\"\(name)\" does not fit \(types)", at: offset)
  }
}
