/// The relation that a comparison tests.
@usableFromInline
package enum Relation: String, Sendable {
  case equal = "=="
  case unequal = "!="
  case less = "<"
  case lessOrEqual = "<="
  case greater = ">"
  case greaterOrEqual = ">="

  /// True if the relation holds between two values.
  @inlinable
  @inline(__always)
  package func holds<Number: Comparable>(_ a: Number, _ b: Number) -> Bool {
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
