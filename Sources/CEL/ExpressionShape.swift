/// Properties of an expression's source text.
package enum ExpressionShape {
  /// Larger constants may make a sum overflow.
  private static let largest: Int64 = 1 << 40

  /// The text as a part of a longer expression: without a comment behind its last token, which would hide what follows.
  package static func part(_ text: [UInt8]) -> [UInt8] {
    let slash = UInt8(ascii: "/")
    guard zip(text, text.dropFirst()).contains(where: { $0 == slash && $1 == slash }) else { return text }
    var lexer = Lexer(text)
    var end = 0
    while let token = try? lexer.next() {
      if token.kind == .end { return Array(text[..<end]) }
      end = token.range.upperBound
    }
    return text
  }

  /// The comment that ends a text and is an expression itself, as in `n // 2`: its offset, and its first name if it
  /// begins with one; nil for other texts.
  package static func commentedOperand(of text: [UInt8]) -> (offset: Int, name: String?)? {
    let end = part(text).count
    guard end > 0, let offset = text[end...].firstIndex(where: { $0 > 0x20 }), !text[end...].contains(0x0A) else {
      return nil
    }
    let rest = text[(offset + 2)...].drop { $0 == 0x20 }
    guard let first = rest.first, first.isDigit || first.isLetter || first == UInt8(ascii: "("),
      Compiler.compile(Array(rest), in: Environment()).errors.allSatisfy({ $0.kind == .unknownName })
    else { return nil }
    let name = rest.prefix { $0.isLetter || $0.isDigit }
    return (offset, first.isLetter ? String(decoding: name, as: UTF8.self) : nil)
  }

  package static func part(_ text: String) -> String {
    String(decoding: part(Array(text.utf8)), as: UTF8.self)
  }

  /// True for a whole number with or without a sign.
  package static func isWholeNumber(_ text: [UInt8]) -> Bool {
    let digits = text.first == UInt8(ascii: "-") ? text.dropFirst() : text[...]
    return !digits.isEmpty && digits.count < 12
      && digits.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
  }

  /// True if the text only adds, subtracts, compares and chooses among names, fields, lists, maps and constants: then
  /// values of known types decide no error.
  package static func onlyAddsAndCompares(_ text: [UInt8]) -> Bool {
    var lexer = Lexer(text)
    var last: Token.Kind?
    while let token = try? lexer.next() {
      switch token.kind {
      case .end: return true
      case .identifier, .string: break
      case .int(let number): if number.map({ $0 > UInt64(largest) }) ?? true { return false }
      case .double, .quotedIdentifier, .uint, .bytes: return false
      case .symbol(.openParenthesis):
        // A call.
        if case .identifier? = last { return false }
      case .symbol(.openBracket):
        // An index.
        switch last {
        case .identifier, .symbol(.closeBracket), .symbol(.closeParenthesis), .symbol(.closeBrace): return false
        default: break
        }
      case .symbol(.times), .symbol(.divide), .symbol(.modulo): return false
      case .symbol: break
      }
      last = token.kind
    }
    return false
  }

  /// The whole numbers that a name is compared with; nil if the text uses the name in any other way. The limit of a
  /// number with a fraction is the next whole number.
  package static func limits(of name: String, in text: [UInt8]) -> [Int64]? {
    let uses = ExpressionParts.uses(in: text) { $0.utf8.elementsEqual(name.utf8) }.count
    var limits: [Int64] = []
    for comparison in ExpressionComparison.all(in: text) where !comparison.isMembership {
      for (side, other) in [(comparison.left, comparison.right), (comparison.right, comparison.left)] {
        guard let found = side.name, found.utf8.elementsEqual(name.utf8) else { continue }
        switch other.literal {
        case .int(let number): if abs(number) <= largest { limits.append(number) }
        case .double(let number):
          if number.magnitude <= Double(largest) { limits.append(Int64(number.rounded(.awayFromZero))) }
        default: continue
        }
      }
    }
    return limits.count == uses ? limits : nil
  }
}
