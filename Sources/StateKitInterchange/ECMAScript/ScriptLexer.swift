import StateKitCore

/// Splits a script into tokens, in one pass.
struct ScriptLexer {
  private let bytes: [UInt8]
  private var index = 0
  private var texts: [String] = []
  /// True after a value: then an operator follows.
  private var isAfterValue = false

  static func tokens(of text: String) throws(ScriptError) -> ScriptTokens {
    var lexer = ScriptLexer(bytes: Array(text.utf8))
    var tokens = ScriptTokens(bytes: lexer.bytes)
    tokens.all.reserveCapacity(lexer.bytes.count / 2 + 2)
    while true {
      let token = try lexer.next()
      tokens.all.append(token)
      if token.kind == .end { break }
      lexer.isAfterValue =
        token.kind != .sign || token.first == UInt8(ascii: ")") || token.first == UInt8(ascii: "]")
        || token.first == UInt8(ascii: "}")
    }
    tokens.texts = lexer.texts
    return tokens
  }

  private init(bytes: [UInt8]) {
    self.bytes = bytes
  }

  private static let signs = [
    "===", "!==", "**=", "<<=", ">>=", "&&=", "||=", "??=", "...", "=>", "==", "!=", "<=", ">=", "&&", "||", "??", "?.",
    "++", "--", "+=", "-=", "*=",
    "/=", "%=", "&=", "|=", "^=", "<<", ">>", "**", "{", "}", "[", "]", "(", ")", ".", ",", ";", ":", "?", "<", ">",
    "+",
    "-", "*", "/", "%", "!", "=", "&", "|", "^", "~",
  ].map { Array($0.utf8) }

  private mutating func next() throws(ScriptError) -> ScriptToken {
    let isAfterLine = try skipSpace()
    let start = index
    guard index < bytes.count else {
      return ScriptToken(kind: .end, range: start..<start, isAfterLine: isAfterLine, first: 0)
    }
    let byte = bytes[index]
    func token(_ kind: ScriptToken.Kind) -> ScriptToken {
      ScriptToken(kind: kind, range: start..<index, value: texts.count - 1, isAfterLine: isAfterLine, first: byte)
    }
    if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
      texts.append(try readText(quote: byte))
      return token(.text)
    }
    if isDigit(byte) || byte == UInt8(ascii: ".") && index + 1 < bytes.count && isDigit(bytes[index + 1]) {
      try readNumber()
      return token(.number)
    }
    if isWordByte(byte) {
      while index < bytes.count, isWordByte(bytes[index]) || isDigit(bytes[index]) { index += 1 }
      return token(.word)
    }
    if byte == UInt8(ascii: "`") {
      throw ScriptError(kind: .script, message: "template texts are not supported", range: start..<start + 1)
    }
    if byte == UInt8(ascii: "\\") {
      throw ScriptError(kind: .script, message: "escapes in names are not supported", range: start..<start + 1)
    }
    if byte == UInt8(ascii: "/"), !isAfterValue {
      throw ScriptError(kind: .script, message: "regular expressions are not supported", range: start..<start + 1)
    }
    guard let sign = Self.signs.first(where: { bytes[index...].starts(with: $0) }) else {
      throw ScriptError(
        kind: .syntax,
        message: "\(DisplayText.quoted(String(UTF8Text.scalar(at: index, in: bytes.span).0))) is not allowed here",
        range: start..<start + 1)
    }
    index += sign.count
    return token(.sign)
  }

  /// Skips space and comments. Returns true if a line ended.
  private mutating func skipSpace() throws(ScriptError) -> Bool {
    var hasLine = index == 0
    while index < bytes.count {
      switch bytes[index] {
      case 0x0A, 0x0D:
        hasLine = true
        index += 1
      case 0x20, 0x09: index += 1
      case UInt8(ascii: "/") where index + 1 < bytes.count && bytes[index + 1] == UInt8(ascii: "/"):
        while index < bytes.count, bytes[index] != 0x0A, bytes[index] != 0x0D { index += 1 }
      case UInt8(ascii: "/") where index + 1 < bytes.count && bytes[index + 1] == UInt8(ascii: "*"):
        let start = index
        index += 2
        while index + 1 < bytes.count, bytes[index] != UInt8(ascii: "*") || bytes[index + 1] != UInt8(ascii: "/") {
          if bytes[index] == 0x0A { hasLine = true }
          index += 1
        }
        guard index + 1 < bytes.count else {
          throw ScriptError(kind: .syntax, message: "the comment is not closed", range: start..<start + 2)
        }
        index += 2
      case 0xC2 where index + 1 < bytes.count && bytes[index + 1] == 0xA0: index += 2
      default: return hasLine
      }
    }
    return hasLine
  }

  /// The base of a number by the letter after its leading 0.
  private static func radix(of letter: UInt8) -> Int? {
    switch letter | 0x20 {
    case UInt8(ascii: "x"): 16
    case UInt8(ascii: "o"): 8
    case UInt8(ascii: "b"): 2
    default: nil
    }
  }

  /// A number written with decimal digits.
  static func decimal(_ text: String) -> String {
    guard let letter = text.utf8.dropFirst().first, let radix = radix(of: letter),
      let value = UInt64(text.dropFirst(2), radix: radix)
    else { return text }
    return String(value)
  }

  private mutating func readNumber() throws(ScriptError) {
    let start = index
    if bytes[index] == UInt8(ascii: "0"), index + 1 < bytes.count, let radix = Self.radix(of: bytes[index + 1]) {
      index += 2
      while index < bytes.count, isDigit(bytes[index]) || isWordByte(bytes[index]) { index += 1 }
      let digits = String(decoding: bytes[start + 2..<index], as: UTF8.self)
      if UInt64(digits, radix: radix) != nil { return }
      throw ScriptError(kind: .script, message: "this is not a number of base \(radix)", range: start..<index)
    }
    while index < bytes.count, isDigit(bytes[index]) { index += 1 }
    if index > start + 1, bytes[start] == UInt8(ascii: "0") {
      throw ScriptError(
        kind: .script, message: "a number that begins with 0 can be octal in ECMAScript", range: start..<index,
        help: "write it without the 0")
    }
    if index < bytes.count, bytes[index] == UInt8(ascii: ".") {
      index += 1
      while index < bytes.count, isDigit(bytes[index]) { index += 1 }
    }
    if index < bytes.count, bytes[index] | 0x20 == UInt8(ascii: "e") {
      index += 1
      if index < bytes.count, bytes[index] == UInt8(ascii: "+") || bytes[index] == UInt8(ascii: "-") { index += 1 }
      while index < bytes.count, isDigit(bytes[index]) { index += 1 }
    }
    if index < bytes.count, isWordByte(bytes[index]) {
      throw ScriptError(kind: .script, message: "numbers must have decimal digits", range: start..<index + 1)
    }
  }

  private func hexadecimal(at start: Int, count: Int) -> UInt32? {
    let digits = bytes.dropFirst(start).prefix(count)
    return digits.count == count ? UInt32(String(decoding: digits, as: UTF8.self), radix: 16) : nil
  }

  private mutating func readText(quote: UInt8) throws(ScriptError) -> String {
    let start = index
    var out: [UInt8] = []
    index += 1
    while index < bytes.count, bytes[index] != quote {
      guard bytes[index] == UInt8(ascii: "\\"), index + 1 < bytes.count else {
        out.append(bytes[index])
        index += 1
        continue
      }
      index += 2
      switch bytes[index - 1] {
      case UInt8(ascii: "n"): out.append(0x0A)
      case UInt8(ascii: "r"): out.append(0x0D)
      case UInt8(ascii: "t"): out.append(0x09)
      case UInt8(ascii: "b"): out.append(0x08)
      case UInt8(ascii: "f"): out.append(0x0C)
      case UInt8(ascii: "v"): out.append(0x0B)
      case UInt8(ascii: "0"): out.append(0)
      case 0x0A: break
      case UInt8(ascii: "x"), UInt8(ascii: "u"):
        var count = bytes[index - 1] == UInt8(ascii: "x") ? 2 : 4
        var value = hexadecimal(at: index, count: count)
        // A character beyond U+FFFF is two escapes.
        if let high = value, 0xD800..<0xDC00 ~= high, bytes.dropFirst(index + 4).starts(with: "\\u".utf8),
          let low = hexadecimal(at: index + 6, count: 4), 0xDC00..<0xE000 ~= low
        {
          value = 0x10000 + (high - 0xD800) << 10 + (low - 0xDC00)
          count = 10
        }
        guard let scalar = value.flatMap(Unicode.Scalar.init) else {
          throw ScriptError(kind: .script, message: "unknown escape", range: index - 2..<index)
        }
        out.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
        index += count
      default: out.append(bytes[index - 1])
      }
    }
    guard index < bytes.count else {
      throw ScriptError(kind: .syntax, message: "the text is not closed", range: start..<start + 1)
    }
    index += 1
    return String(decoding: out, as: UTF8.self)
  }

  private func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }

  private func isWordByte(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20) || byte == UInt8(ascii: "_")
      || byte == UInt8(ascii: "$") || byte >= 0x80
  }
}
