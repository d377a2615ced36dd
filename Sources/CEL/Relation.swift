/// The relation that a comparison tests.
package enum Relation: UInt8, Sendable {
  case equal, unequal, less, lessOrEqual, greater, greaterOrEqual

  /// The relation that an operator asks for; nil for one that does not compare.
  init?(_ found: BinaryOperator) {
    switch found {
    case .equal: self = .equal
    case .unequal: self = .unequal
    case .less: self = .less
    case .lessOrEqual: self = .lessOrEqual
    case .greater: self = .greater
    case .greaterOrEqual: self = .greaterOrEqual
    case .add, .subtract, .multiply, .divide, .modulo, .contained: return nil
    }
  }

  var asked: BinaryOperator {
    switch self {
    case .equal: .equal
    case .unequal: .unequal
    case .less: .less
    case .lessOrEqual: .lessOrEqual
    case .greater: .greater
    case .greaterOrEqual: .greaterOrEqual
    }
  }

  /// True if the relation holds between two values.
  @inline(__always)
  func holds<Number: Comparable>(_ a: Number, _ b: Number) -> Bool {
    switch self {
    case .equal: a == b
    case .unequal: a != b
    case .less: a < b
    case .lessOrEqual: a <= b
    case .greater: a > b
    case .greaterOrEqual: a >= b
    }
  }
}
