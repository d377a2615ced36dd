/// A piece of an expression with its byte range.
struct Token {
  enum Kind: Equatable {
    case identifier(String)
    /// An identifier in backquotes, allowed only as a field name.
    case quotedIdentifier(String)
    /// Digits without a sign, with their value; nil if it does not fit in 64 bits.
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

  /// True if a value can begin with the token.
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
