/// A piece of an expression, and where it stands.
struct Token {
  enum Kind: Equatable {
    case identifier(String)
    /// An identifier in backquotes, as a field name only.
    case quotedIdentifier(String)
    /// Digits without a sign, with what it stands for; nil where 64 bits do not hold it.
    case int(UInt64?)
    case uint(UInt64?)
    case double(Double)
    case string(String)
    case bytes([UInt8])
    case symbol(Symbol)
    case end
  }

  let kind: Kind
  let range: Range<Int>

  /// Whether a value begins with it.
  var beginsValue: Bool {
    switch kind {
    case .identifier(let word): word != "in"
    case .quotedIdentifier, .int, .uint, .double, .string, .bytes, .symbol(.openParenthesis): true
    case .symbol, .end: false
    }
  }
}

/// Operators and brackets.
enum Symbol: String, CaseIterable {
  case or = "||"
  case and = "&&"
  case equal = "=="
  case unequal = "!="
  case lessOrEqual = "<="
  case greaterOrEqual = ">="
  case less = "<"
  case greater = ">"
  case plus = "+"
  case minus = "-"
  case times = "*"
  case divide = "/"
  case modulo = "%"
  case not = "!"
  case question = "?"
  case colon = ":"
  case dot = "."
  case comma = ","
  case openParenthesis = "("
  case closeParenthesis = ")"
  case openBracket = "["
  case closeBracket = "]"
  case openBrace = "{"
  case closeBrace = "}"
}
