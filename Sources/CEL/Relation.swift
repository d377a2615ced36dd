/// How two numbers are compared.
package enum Relation: UInt8, Sendable {
  case equal, unequal, less, lessOrEqual, greater, greaterOrEqual

  init?(_ found: BinaryOperator) {
    switch found {
    case .equal: self = .equal
    case .unequal: self = .unequal
    case .less: self = .less
    case .lessOrEqual: self = .lessOrEqual
    case .greater: self = .greater
    case .greaterOrEqual: self = .greaterOrEqual
    default: return nil
    }
  }
}
