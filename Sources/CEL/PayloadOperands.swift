/// The place of a use of a payload in its expression.
extension PayloadShapeReader {
  /// True if tokens must be a bool: between operators that bind looser than a comparison, also in parentheses.
  func isOperand(_ range: Range<Int>) -> Bool {
    var (left, right, depth) = (range.lowerBound - 1, range.upperBound, open.count)
    for _ in 0..<PayloadShape.deepest {
      while isSymbol(.openParenthesis, at: left), isSymbol(.closeParenthesis, at: right), name(at: left - 1) == nil {
        (left, right, depth) = (left - 1, right + 1, depth - 1)
      }
      if isSymbol(.not, at: left) { return !isSymbol(.dot, at: right) && !isSymbol(.openBracket, at: right) }
      let isFirst = left < 0 || Self.before.contains { isSymbol($0, at: left) }
      let isLast = right >= tokens.count || Self.after.contains { isSymbol($0, at: right) }
      if !isFirst || !isLast { return false }
      if Self.logical.contains(where: { isSymbol($0, at: left) || isSymbol($0, at: right) }) { return true }
      if isSymbol(.question, at: right) { return true }
      // A value that `?` chooses is used as the whole choice is.
      if depth <= 0 { return isCondition }
      let bracket = open[depth - 1]
      guard isSymbol(.openParenthesis, at: bracket), name(at: bracket - 1) == nil, let end = closing[bracket] else {
        return false
      }
      (left, right, depth) = (bracket - 1, end + 1, depth - 1)
    }
    return false
  }

  private static let logical: [Symbol] = [.and, .or]
  private static let before: [Symbol] = logical + [.question, .colon, .comma, .openParenthesis]
  private static let after: [Symbol] = logical + [.question, .colon, .comma, .closeParenthesis]

  /// The call whose only argument is a map with these tokens as the value of a key, also in parentheses.
  func argument(_ range: Range<Int>) -> (function: String, key: String)? {
    var (start, end, depth) = (range.lowerBound, range.upperBound, open.count)
    while isSymbol(.openParenthesis, at: start - 1), isSymbol(.closeParenthesis, at: end), name(at: start - 2) == nil {
      (start, end, depth) = (start - 1, end + 1, depth - 1)
    }
    guard depth > 0, isSymbol(.openBrace, at: open[depth - 1]) else { return nil }
    let brace = open[depth - 1]
    guard isSymbol(.openParenthesis, at: brace - 1), let function = name(at: brace - 2),
      isSymbol(.colon, at: start - 1), start - 2 > brace, case .string(let key) = tokens[start - 2],
      isSymbol(.comma, at: end) || isSymbol(.closeBrace, at: end)
    else { return nil }
    return (function, key)
  }

  static func opens(_ token: Token.Kind) -> Bool {
    switch token {
    case .symbol(.openParenthesis), .symbol(.openBracket), .symbol(.openBrace): true
    default: false
    }
  }

  static func closes(_ token: Token.Kind) -> Bool {
    switch token {
    case .symbol(.closeParenthesis), .symbol(.closeBracket), .symbol(.closeBrace): true
    default: false
    }
  }
}
