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
    case .symbol(.plus): self = .add
    case .symbol(.minus): self = .subtract
    case .symbol(.times): self = .multiply
    case .symbol(.divide): self = .divide
    case .symbol(.modulo): self = .modulo
    case .symbol(.equal): self = .equal
    case .symbol(.unequal): self = .unequal
    case .symbol(.less): self = .less
    case .symbol(.lessOrEqual): self = .lessOrEqual
    case .symbol(.greater): self = .greater
    case .symbol(.greaterOrEqual): self = .greaterOrEqual
    case .identifier("in"): self = .contained
    default: return nil
    }
  }
}
