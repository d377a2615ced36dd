/// Operators with two sides that are both evaluated.
enum BinaryOperator: String, Sendable {
  case add = "+"
  case subtract = "-"
  case multiply = "*"
  case divide = "/"
  case modulo = "%"
  case equal = "=="
  case unequal = "!="
  case less = "<"
  case lessOrEqual = "<="
  case greater = ">"
  case greaterOrEqual = ">="
  case contained = "in"

  /// How tightly an operator binds, from the loosest.
  enum Level {
    case relation
    case sum
    case product
  }

  var level: Level {
    switch self {
    case .add, .subtract: .sum
    case .multiply, .divide, .modulo: .product
    case .equal, .unequal, .less, .lessOrEqual, .greater, .greaterOrEqual, .contained: .relation
    }
  }

  /// Returns nil for a token that is no such operator.
  init?(_ token: Token.Kind) {
    switch token {
    case .symbol(let symbol): self.init(rawValue: symbol.rawValue)
    case .identifier("in"): self = .contained
    default: return nil
    }
  }

  /// The operator of a comparison.
  init(_ relation: Relation) {
    self =
      switch relation {
      case .equal: .equal
      case .unequal: .unequal
      case .less: .less
      case .lessOrEqual: .lessOrEqual
      case .greater: .greater
      case .greaterOrEqual: .greaterOrEqual
      }
  }

  /// True if two numbers give a bool.
  var isOrder: Bool {
    switch self {
    case .equal, .unequal, .less, .lessOrEqual, .greater, .greaterOrEqual: true
    case .add, .subtract, .multiply, .divide, .modulo, .contained: false
    }
  }

  /// The result of the operator for two numbers, a bool as 1 or 0; nil if the result is not a whole number.
  @inline(__always)
  func number(_ a: Int64, _ b: Int64) -> Int64? {
    let (result, overflow): (Int64, Bool)
    switch self {
    case .add: (result, overflow) = a.addingReportingOverflow(b)
    case .subtract: (result, overflow) = a.subtractingReportingOverflow(b)
    case .multiply: (result, overflow) = a.multipliedReportingOverflow(by: b)
    case .divide: (result, overflow) = a.dividedReportingOverflow(by: b)
    case .modulo: (result, overflow) = a.remainderReportingOverflow(dividingBy: b)
    case .equal: return a == b ? 1 : 0
    case .unequal: return a != b ? 1 : 0
    case .less: return a < b ? 1 : 0
    case .lessOrEqual: return a <= b ? 1 : 0
    case .greater: return a > b ? 1 : 0
    case .greaterOrEqual: return a >= b ? 1 : 0
    case .contained: return nil
    }
    return overflow ? nil : result
  }
}
