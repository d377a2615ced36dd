/// The subexpressions of an expression, for showing the value of each.
package enum ExpressionParts {
  /// From the loosest operator to the tightest.
  private static let levels: [Set<String>] = [
    ["?", ":"], ["||"], ["&&"], ["==", "!=", "<", "<=", ">", ">=", "in"], ["+", "-"], ["*", "/", "%"],
  ]

  /// The operands of the operators outside brackets, the innermost first, without the whole expression; at most 32.
  package static func of(_ text: [UInt8]) -> [[UInt8]] {
    guard let tokens = tokens(of: text) else { return [] }
    var found: [[UInt8]] = []
    var todo: [Range<Int>] = [tokens.indices]
    var next = 0
    while next < todo.count, todo.count < 33 {
      let range = unwrapped(todo[next], tokens: tokens)
      next += 1
      if let parts = levels.lazy.map({ split(range, at: $0, tokens: tokens) }).first(where: { $0.count > 1 }) {
        todo += parts
      } else if let first = range.first, range.count > 1, tokens[first].text == "!" || tokens[first].text == "-" {
        // The operand of a sign.
        todo.append(unwrapped(range.dropFirst(), tokens: tokens))
      }
    }
    for range in todo.dropFirst().reversed() {
      guard let first = range.first, let last = range.last else { continue }
      let part = Array(text[tokens[first].range.lowerBound..<tokens[last].range.upperBound])
      if !found.contains(part) { found.append(part) }
    }
    return found
  }

  /// The use of a guard's name: alone, or with a map in parentheses.
  package struct Use {
    package let name: String
    /// The source text of the use.
    package let text: [UInt8]
    /// The source text of the map; empty if there is no map.
    package let argument: [UInt8]
  }

  /// The uses of names for which `isGuard` returns true, nested uses included, in order of their beginnings.
  package static func uses(in text: [UInt8], isGuard: (String) -> Bool) -> [Use] {
    guard let tokens = tokens(of: text) else { return [] }
    var found: [Use] = []
    for (index, token) in tokens.enumerated() where isGuard(token.text) && (index == 0 || tokens[index - 1].text != ".")
    {
      var last = index
      if index + 1 < tokens.count, tokens[index + 1].text == "(",
        let end = closing(index + 1, in: tokens.indices, tokens: tokens)
      {
        last = end
      }
      let argument = last > index + 2 ? tokens[index + 2].range.lowerBound..<tokens[last - 1].range.upperBound : 0..<0
      found.append(
        Use(
          name: token.text, text: Array(text[token.range.lowerBound..<tokens[last].range.upperBound]),
          argument: Array(text[argument])))
    }
    return found
  }

  /// True if a text contains the word other than as a field of another value.
  package static func mentions(_ word: String, text: [UInt8]) -> Bool {
    !uses(in: text) { $0.utf8.elementsEqual(word.utf8) }.isEmpty
  }

  private struct Piece {
    let range: Range<Int>
    let text: String
  }

  private static func tokens(of text: [UInt8]) -> [Piece]? {
    var lexer = Lexer(text)
    var pieces: [Piece] = []
    while let token = try? lexer.next() {
      if token.kind == .end { return pieces }
      pieces.append(Piece(range: token.range, text: String(decoding: text[token.range], as: UTF8.self)))
    }
    return nil
  }

  private static func unwrapped(_ range: Range<Int>, tokens: [Piece]) -> Range<Int> {
    var range = range
    while let first = range.first, let last = range.last, last > first, tokens[first].text == "(",
      closing(first, in: range, tokens: tokens) == last
    {
      range = first + 1..<last
    }
    return range
  }

  /// The index of the bracket that closes the one at `opening`.
  private static func closing(_ opening: Int, in range: Range<Int>, tokens: [Piece]) -> Int? {
    var depth = 0
    for index in opening..<range.upperBound {
      depth += change(tokens[index].text)
      if depth == 0 { return index }
    }
    return nil
  }

  private static func split(_ range: Range<Int>, at operators: Set<String>, tokens: [Piece]) -> [Range<Int>] {
    var parts: [Range<Int>] = []
    var start = range.lowerBound
    var depth = 0
    for index in range {
      // An operator with nothing before it is a sign.
      if depth == 0, index > start, operators.contains(tokens[index].text), !isOperator(tokens[index - 1].text) {
        parts.append(start..<index)
        start = index + 1
      }
      depth += change(tokens[index].text)
    }
    if start < range.upperBound { parts.append(start..<range.upperBound) }
    return parts
  }

  private static func isOperator(_ text: String) -> Bool {
    levels.contains { $0.contains(text) } || text == "!"
  }

  private static func change(_ text: String) -> Int {
    switch text {
    case "(", "[", "{": 1
    case ")", "]", "}": -1
    default: 0
    }
  }
}
