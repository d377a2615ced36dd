/// A token of an expression with its role, for editors. Texts that do not parse have tokens, too.
package struct ExpressionToken: Sendable {
  package enum Kind: Sendable {
    /// The name of a variable or a guard.
    case name
    /// A name that an enclosing macro gives to elements.
    case element
    /// A name behind a dot, or a key before a colon.
    case field
    case function
    case method
    /// `true`, `false`, `null` and `in`.
    case keyword
    case string
    case number
    case sign
  }

  package let kind: Kind
  package let range: Range<Int>
  /// The name of a name token; the decoded text of a string.
  package let text: String
  /// The bytes between the quotes of a string without escapes; nil for strings with escapes and for other tokens.
  package let inner: Range<Int>?
  /// The function that has this string as its only argument: `isIn('open')`.
  package internal(set) var function: String?
  /// True if this string is compared with the name of an event: `event.name == 'open'`, `event['name'] == 'open'`.
  package internal(set) var isEventName = false
  /// True for `name` in `event.name` or `event['name']` if it is not compared with texts.
  package internal(set) var isOtherUseOfEventName = false
  /// True for a string that is the name of no state and no event.
  package var isPlainText: Bool { kind == .string && function != "isIn" && !isEventName }

  /// The tokens of a text; bytes that form no token are skipped.
  package static func all(in text: [UInt8]) -> [ExpressionToken] {
    var lexer = Lexer(text)
    var tokens: [Token] = []
    while true {
      do throws(ExpressionError) {
        let token = try lexer.next()
        if token.kind == .end { break }
        tokens.append(token)
      } catch {
        lexer.resume(behind: error)
      }
    }
    var reader = ExpressionTokenReader(text, tokens: tokens)
    return reader.read()
  }
}

/// Derives the role of each token from its neighbours.
struct ExpressionTokenReader {
  private let bytes: [UInt8]
  private let tokens: [Token]
  /// The names of elements, each with the number of open brackets around it.
  private var elements: [(name: String, depth: Int)] = []
  private var depth = 0
  /// The last string of a list, and whether the list is searched for the name of an event.
  private var listed: (index: Int, isEventName: Bool) = (-1, false)

  init(_ bytes: [UInt8], tokens: [Token]) {
    self.bytes = bytes
    self.tokens = tokens
  }

  mutating func read() -> [ExpressionToken] {
    var found: [ExpressionToken] = []
    found.reserveCapacity(tokens.count)
    for index in tokens.indices {
      switch tokens[index].kind {
      case .identifier(let name): found.append(word(name, at: index))
      case .quotedIdentifier(let name): found.append(token(.field, at: index, text: name))
      case .int, .uint, .double: found.append(token(.number, at: index, text: ""))
      case .bytes: found.append(token(.string, at: index, text: ""))
      case .string(let text):
        var string = token(.string, at: index, text: text, inner: inner(tokens[index].range))
        string.function = function(around: index)
        string.isEventName = isComparedWithEventName(index)
        string.isOtherUseOfEventName = isEventName(endingAt: index + 1) && !isCompared(index + 1)
        found.append(string)
      case .symbol(let symbol):
        switch symbol {
        case .openParenthesis, .openBracket, .openBrace: depth += 1
        case .closeParenthesis, .closeBracket, .closeBrace:
          depth -= 1
          while let last = elements.last, last.depth > depth { elements.removeLast() }
        default: break
        }
        found.append(token(.sign, at: index, text: ""))
      case .end: break
      }
    }
    return found
  }

  private func token(
    _ kind: ExpressionToken.Kind, at index: Int, text: String, inner: Range<Int>? = nil
  ) -> ExpressionToken {
    ExpressionToken(kind: kind, range: tokens[index].range, text: text, inner: inner)
  }

  private mutating func word(_ name: String, at index: Int) -> ExpressionToken {
    if ["true", "false", "null", "in"].contains(name) { return token(.keyword, at: index, text: name) }
    let isCall = symbol(index + 1) == .openParenthesis
    if symbol(index - 1) == .dot {
      if isCall, Compiler.macros[name] != nil, symbol(index + 3) == .comma,
        case .identifier(let element)? = kind(index + 2)
      {
        // The name is visible up to the bracket that closes the call.
        elements.append((element, depth + 1))
      }
      var found = token(isCall ? .method : .field, at: index, text: name)
      found.isOtherUseOfEventName = isEventName(endingAt: index) && !isCompared(index)
      return found
    }
    // A name before a parenthesis is a function, even if an element has the same name.
    if isCall { return token(.function, at: index, text: name) }
    let isElement = elements.contains { $0.name.utf8.elementsEqual(name.utf8) }
    return token(isElement ? .element : .name, at: index, text: name)
  }

  private func kind(_ index: Int) -> Token.Kind? {
    tokens.indices.contains(index) ? tokens[index].kind : nil
  }

  private func symbol(_ index: Int) -> Symbol? {
    if case .symbol(let symbol)? = kind(index) { symbol } else { nil }
  }

  private func function(around index: Int) -> String? {
    guard symbol(index - 1) == .openParenthesis, symbol(index + 1) == .closeParenthesis,
      case .identifier(let name)? = kind(index - 2), symbol(index - 3) != .dot
    else { return nil }
    return name
  }

  private mutating func isComparedWithEventName(_ index: Int) -> Bool {
    if let sign = symbol(index - 1), sign == .equal || sign == .unequal { return isEventName(endingAt: index - 2) }
    if let sign = symbol(index + 1), sign == .equal || sign == .unequal {
      return isEventName(endingAt: index + 4) || isEventName(endingAt: index + 5)
    }
    // An element of a list: event.name in ['open', 'close'].
    if symbol(index - 1) == .comma, listed.index == index - 2 {
      listed.index = index
    } else if symbol(index - 1) == .openBracket {
      listed = (index, kind(index - 2) == .identifier("in") && isEventName(endingAt: index - 3))
    } else {
      return false
    }
    return listed.isEventName
  }

  /// True if the name of an event, which ends here, is compared with a text or searched for in a list.
  private func isCompared(_ index: Int) -> Bool {
    func isText(_ index: Int) -> Bool { if case .string? = kind(index) { true } else { false } }
    let signs: [Symbol?] = [.equal, .unequal]
    let start = symbol(index) == .closeBracket ? index - 3 : index - 2
    return signs.contains(symbol(index + 1)) && isText(index + 2)
      || signs.contains(symbol(start - 1)) && isText(start - 2)
      || kind(index + 1) == .identifier("in") && symbol(index + 2) == .openBracket
  }

  private func isEventName(endingAt index: Int) -> Bool {
    if symbol(index) == .closeBracket {
      return kind(index - 1) == .string("name") && symbol(index - 2) == .openBracket
        && kind(index - 3) == .identifier("event") && symbol(index - 4) != .dot
    }
    return kind(index) == .identifier("name") && symbol(index - 1) == .dot && kind(index - 2) == .identifier("event")
      && symbol(index - 3) != .dot
  }

  /// The bytes between the quotes, if the string has no escapes.
  private func inner(_ range: Range<Int>) -> Range<Int>? {
    guard range.count >= 2, let quote = bytes[range].first, [UInt8(ascii: "'"), UInt8(ascii: "\"")].contains(quote),
      range.count < 6 || bytes[range.lowerBound + 1] != quote, !bytes[range].contains(UInt8(ascii: "\\"))
    else { return nil }
    return range.lowerBound + 1..<range.upperBound - 1
  }
}
