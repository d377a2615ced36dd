/// A comparison or a membership test in an expression, by its source text.
package struct ExpressionComparison: Sendable {
  package struct Side: Sendable {
    package let text: [UInt8]
    /// The number or text that it is, if it is a literal.
    package let literal: Value?
    /// The name, if it is one name.
    package let name: String?
    /// True if it is the whole payload, `event.data`, or a field of it.
    package let isPayload: Bool
    /// The field of the payload, for `event.data.field`.
    package let field: String?
    /// True if it is `params` of a named guard, or a parameter, `params.name`.
    package let isParameter: Bool
    package let mentionsEvent: Bool
  }

  package let left: Side
  package let right: Side
  /// True for `in`.
  package let isMembership: Bool
  /// True for `<` and the like.
  package let isOrder: Bool

  /// All comparisons of a text, at any depth, in order. If the text does not parse, only the part before the error
  /// counts.
  package static func all(in text: [UInt8]) -> [ExpressionComparison] {
    var lexer = Lexer(text)
    var tokens: [Token] = []
    while let token = try? lexer.next(), token.kind != .end { tokens.append(token) }
    return tokens.indices.compactMap { index in
      guard index > 0, isComparison(tokens[index].kind) else { return nil }
      let left = start(of: index, tokens: tokens)..<index
      let right = index + 1..<end(of: index, tokens: tokens)
      if left.isEmpty || right.isEmpty { return nil }
      return ExpressionComparison(
        left: side(tokens[left], text: text), right: side(tokens[right], text: text),
        isMembership: isIn(tokens[index].kind),
        isOrder: ![.symbol(.equal), .symbol(.unequal)].contains(tokens[index].kind) && !isIn(tokens[index].kind))
    }
  }

  private static func isIn(_ kind: Token.Kind) -> Bool {
    if case .identifier(let word) = kind { word.utf8.elementsEqual("in".utf8) } else { false }
  }

  private static func isComparison(_ kind: Token.Kind) -> Bool {
    switch kind {
    case .symbol(.equal), .symbol(.unequal), .symbol(.less), .symbol(.lessOrEqual), .symbol(.greater),
      .symbol(.greaterOrEqual):
      true
    default: isIn(kind)
    }
  }

  /// True for what ends a side: an operator that binds no tighter than a comparison, or a comma.
  private static func isEnd(_ kind: Token.Kind) -> Bool {
    switch kind {
    case .symbol(.or), .symbol(.and), .symbol(.question), .symbol(.colon), .symbol(.comma): true
    default: isComparison(kind)
    }
  }

  private static func depth(_ kind: Token.Kind) -> Int {
    switch kind {
    case .symbol(.openParenthesis), .symbol(.openBracket), .symbol(.openBrace): 1
    case .symbol(.closeParenthesis), .symbol(.closeBracket), .symbol(.closeBrace): -1
    default: 0
    }
  }

  private static func start(of index: Int, tokens: [Token]) -> Int {
    var (start, open) = (index, 0)
    while start > 0 {
      let kind = tokens[start - 1].kind
      open -= depth(kind)
      if open < 0 || open == 0 && isEnd(kind) { break }
      start -= 1
    }
    return start
  }

  private static func end(of index: Int, tokens: [Token]) -> Int {
    var (end, open) = (index + 1, 0)
    while end < tokens.count {
      let kind = tokens[end].kind
      open += depth(kind)
      if open < 0 || open == 0 && isEnd(kind) { break }
      end += 1
    }
    return end
  }

  private static func side(_ tokens: ArraySlice<Token>, text: [UInt8]) -> Side {
    let range = (tokens.first?.range.lowerBound ?? 0)..<(tokens.last?.range.upperBound ?? 0)
    let bytes = Array(text[range])
    let kinds = tokens.map(\.kind)
    var name: String?
    if kinds.count == 1, case .identifier(let word) = kinds[0] { name = word }
    let mentions = ExpressionMentions(bytes)
    let isEvent = kinds.count >= 3 && kinds[0] == .identifier("event") && kinds[1] == .symbol(.dot)
    // `event.data`, `event.data.field` and `event.data["field"]`.
    let isPayload =
      isEvent && kinds[2] == .identifier("data")
      && (kinds.count == 3 || !mentions.payloadFields.isEmpty && (kinds.count == 5 || kinds.count == 6))
    return Side(
      text: bytes, literal: literal(kinds), name: name, isPayload: isPayload,
      field: isPayload ? mentions.payloadFields.first : nil,
      isParameter: [1, 3, 4].contains(kinds.count) && kinds[0] == .identifier(NamedGuards.parameters),
      mentionsEvent: ExpressionParts.mentions("event", text: bytes))
  }

  /// The value of a number with its sign, or of a text.
  private static func literal(_ kinds: [Token.Kind]) -> Value? {
    let isNegative = kinds.count == 2 && kinds[0] == .symbol(.minus)
    guard kinds.count == 1 || isNegative, let last = kinds.last else { return nil }
    switch last {
    case .int(let number?):
      guard let number = Int64(exactly: number) else { return nil }
      return .int(isNegative ? -number : number)
    case .double(let number): return .double(isNegative ? -number : number)
    case .string(let text): return isNegative ? nil : .string(text)
    default: return nil
    }
  }
}
