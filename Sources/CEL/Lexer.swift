/// Cuts an expression into tokens (cel-spec, "Syntax").
struct Lexer {
  private let bytes: [UInt8]
  private var index = 0

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
  }

  /// Continues behind an error.
  mutating func resume(behind error: ExpressionError) {
    index = min(bytes.count, max(index, error.range.upperBound, error.range.lowerBound + 1))
  }

  mutating func next() throws(ExpressionError) -> Token {
    skipSpace()
    let start = index
    guard index < bytes.count else { return Token(kind: .end, range: start..<start) }
    let byte = bytes[index]
    if byte.isLetter {
      if let prefix = stringPrefix() { return try string(start, isRaw: prefix.isRaw, isBytes: prefix.isBytes) }
      while index < bytes.count, bytes[index].isLetter || bytes[index].isDigit { index += 1 }
      return Token(kind: .identifier(text(start, end: index)), range: start..<index)
    }
    if byte.isDigit || byte == UInt8(ascii: "."), byte.isDigit || peek(1).isDigit { return try number(start) }
    if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
      return try string(start, isRaw: false, isBytes: false)
    }
    if byte == UInt8(ascii: "`") { return try quotedIdentifier(start) }
    for sign in ["===", "!=="] where bytes[index...].starts(with: sign.utf8) {
      throw ExpressionError(
        .syntax, in: start..<start + 3, message: "\(sign) is not an operator",
        help: sign == "===" ? "write ==" : "write !=")
    }
    for (sign, help) in ForeignWord.signs where bytes[index...].starts(with: sign.utf8) {
      // `ready?.5:1.0` is a condition and a number.
      if sign == "?.", peek(2).isDigit { continue }
      throw ExpressionError(
        .syntax, in: start..<start + sign.utf8.count, message: "\(sign) is not an operator",
        help: (sign == "=>" ? ForeignWord.arrow(bytes, at: start) : nil) ?? help)
    }
    for sign in ForeignWord.assignments where bytes[index...].starts(with: sign.utf8) {
      throw ExpressionError(
        .syntax, in: start..<start + sign.utf8.count, message: "\(sign) is not an operator",
        help: ForeignWord.assignment(sign, in: bytes))
    }
    for symbol in Symbol.allCases where bytes[index...].starts(with: symbol.rawValue.utf8) {
      index += symbol.rawValue.utf8.count
      return Token(kind: .symbol(symbol), range: start..<index)
    }
    let length = bytes[(index + 1)...].prefix { $0 & 0xC0 == 0x80 }.count + 1
    throw ExpressionError(.syntax, in: start..<start + length, message: "unexpected character", help: hint(byte))
  }

  private func hint(_ byte: UInt8) -> String? {
    switch byte {
    case UInt8(ascii: "=") where peek(1) == UInt8(ascii: "<"): "write <="
    case UInt8(ascii: "=") where peek(1) == UInt8(ascii: "!"): "write !="
    case UInt8(ascii: "=") where peek(1) == UInt8(ascii: "~"): "write text.matches('pattern')"
    case UInt8(ascii: "="): ForeignWord.setting(bytes, at: index) ?? "write =="
    case UInt8(ascii: "&"): "write &&"
    case UInt8(ascii: "|"): "write ||"
    case UInt8(ascii: "$") where peek(1) == UInt8(ascii: "{"): "write the expression without ${ and }"
    case UInt8(ascii: "$") where peek(1) == UInt8(ascii: "."):
      "write a key of the context alone, the payload as event.data"
    case UInt8(ascii: "$"): "the payload of an event is event.data"
    case UInt8(ascii: "@"): "write a key of the context alone"
    default: nil
    }
  }

  private mutating func skipSpace() {
    while index < bytes.count {
      switch bytes[index] {
      case 0x20, 0x09, 0x0A, 0x0C, 0x0D: index += 1
      case UInt8(ascii: "/") where peek(1) == UInt8(ascii: "/"):
        while index < bytes.count, bytes[index] != 0x0A { index += 1 }
      default: return
      }
    }
  }

  private mutating func quotedIdentifier(_ start: Int) throws(ExpressionError) -> Token {
    index += 1
    while index < bytes.count, bytes[index] != UInt8(ascii: "`"), bytes[index] != 0x0A { index += 1 }
    guard index < bytes.count, bytes[index] == UInt8(ascii: "`"), index > start + 1 else {
      throw ExpressionError(.syntax, in: start..<index, message: "a name in backquotes is not closed")
    }
    index += 1
    return Token(kind: .quotedIdentifier(text(start + 1, end: index - 1)), range: start..<index)
  }

  private mutating func number(_ start: Int) throws(ExpressionError) -> Token {
    if bytes[index] == UInt8(ascii: "0"), peek(1) | 0x20 == UInt8(ascii: "x") {
      index += 2
      let digits = index
      while index < bytes.count, isHexadecimal(bytes[index]) { index += 1 }
      guard index > digits else {
        throw ExpressionError(.syntax, in: start..<index, message: "0x needs hexadecimal digits")
      }
      return try integer(start, value: UInt64(text(digits, end: index), radix: 16))
    }
    while peek(0).isDigit { index += 1 }
    var isDouble = false
    if peek(0) == UInt8(ascii: "."), peek(1).isDigit {
      isDouble = true
      index += 1
      while peek(0).isDigit { index += 1 }
    }
    if peek(0) | 0x20 == UInt8(ascii: "e") {
      let sign = peek(1) == UInt8(ascii: "+") || peek(1) == UInt8(ascii: "-") ? 2 : 1
      if peek(sign).isDigit {
        isDouble = true
        index += sign
        while peek(0).isDigit { index += 1 }
      }
    }
    guard isDouble else { return try integer(start, value: UInt64(text(start, end: index))) }
    try checkEnd(start)
    guard let value = Double(text(start, end: index)), value.isFinite else {
      throw ExpressionError(.syntax, in: start..<index, message: "number out of range")
    }
    return Token(kind: .double(value), range: start..<index)
  }

  private mutating func integer(_ start: Int, value: UInt64?) throws(ExpressionError) -> Token {
    let isUnsigned = peek(0) | 0x20 == UInt8(ascii: "u")
    if isUnsigned { index += 1 }
    try checkEnd(start)
    return Token(kind: isUnsigned ? .uint(value) : .int(value), range: start..<index)
  }

  private func checkEnd(_ start: Int) throws(ExpressionError) {
    guard peek(0).isLetter else { return }
    throw ExpressionError(
      .syntax, in: start..<index + 1, message: "an operator is missing between the number and the name")
  }

  /// Consumes the prefix `r`, `b`, `br` or `rb` before a quote.
  private mutating func stringPrefix() -> (isRaw: Bool, isBytes: Bool)? {
    var count = 0
    var isRaw = false
    var isBytes = false
    while count < 2 {
      switch peek(count) | 0x20 {
      case UInt8(ascii: "r") where !isRaw: isRaw = true
      case UInt8(ascii: "b") where !isBytes: isBytes = true
      default:
        guard count > 0, peek(count) == UInt8(ascii: "\"") || peek(count) == UInt8(ascii: "'") else { return nil }
        index += count
        return (isRaw, isBytes)
      }
      count += 1
    }
    guard peek(count) == UInt8(ascii: "\"") || peek(count) == UInt8(ascii: "'") else { return nil }
    index += count
    return (isRaw, isBytes)
  }

  private mutating func string(_ start: Int, isRaw: Bool, isBytes: Bool) throws(ExpressionError) -> Token {
    let quote = bytes[index]
    let isTriple = peek(1) == quote && peek(2) == quote
    index += isTriple ? 3 : 1
    var out: [UInt8] = []
    while true {
      guard index < bytes.count, isTriple || (bytes[index] != 0x0A && bytes[index] != 0x0D) else {
        throw ExpressionError(
          .syntax, in: start..<index, message: "the text is not closed",
          help: "end the text with the quote that it begins with")
      }
      if bytes[index] == quote, !isTriple || (peek(1) == quote && peek(2) == quote) {
        index += isTriple ? 3 : 1
        break
      }
      if bytes[index] == UInt8(ascii: "\\"), !isRaw {
        try escape(isBytes: isBytes, to: &out)
      } else {
        out.append(bytes[index])
        index += 1
      }
    }
    let kind: Token.Kind = isBytes ? .bytes(out) : .string(String(decoding: out, as: UTF8.self))
    return Token(kind: kind, range: start..<index)
  }

  private mutating func escape(isBytes: Bool, to out: inout [UInt8]) throws(ExpressionError) {
    let start = index
    let letter = peek(1)
    index += 2
    switch letter {
    case UInt8(ascii: "a"): out.append(7)
    case UInt8(ascii: "b"): out.append(8)
    case UInt8(ascii: "f"): out.append(12)
    case UInt8(ascii: "n"): out.append(10)
    case UInt8(ascii: "r"): out.append(13)
    case UInt8(ascii: "t"): out.append(9)
    case UInt8(ascii: "v"): out.append(11)
    case UInt8(ascii: "\\"), UInt8(ascii: "?"), UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: "`"):
      out.append(letter)
    case UInt8(ascii: "x"), UInt8(ascii: "X"): try code(start, digits: 2, radix: 16, isBytes: isBytes, to: &out)
    case UInt8(ascii: "u") where !isBytes: try code(start, digits: 4, radix: 16, isBytes: false, to: &out)
    case UInt8(ascii: "U") where !isBytes: try code(start, digits: 8, radix: 16, isBytes: false, to: &out)
    case UInt8(ascii: "0")...UInt8(ascii: "3"):
      index -= 1
      try code(start, digits: 3, radix: 8, isBytes: isBytes, to: &out)
    default:
      throw ExpressionError(.syntax, in: start..<min(bytes.count, index), message: "unknown escape in a text")
    }
  }

  private mutating func code(
    _ start: Int, digits: Int, radix: Int, isBytes: Bool, to out: inout [UInt8]
  ) throws(ExpressionError) {
    let end = index + digits
    guard end <= bytes.count, let value = UInt32(text(index, end: end), radix: radix),
      bytes[index] != UInt8(ascii: "+"),
      bytes[index] != UInt8(ascii: "-")
    else {
      throw ExpressionError(.syntax, in: start..<min(end, bytes.count), message: "the escape needs \(digits) digits")
    }
    index = end
    if isBytes {
      out.append(UInt8(truncatingIfNeeded: value))
    } else if let scalar = Unicode.Scalar(value) {
      out.append(contentsOf: Array(String(scalar).utf8))
    } else {
      throw ExpressionError(.syntax, in: start..<end, message: "the escape does not name a character")
    }
  }

  private func peek(_ offset: Int) -> UInt8 {
    index + offset < bytes.count ? bytes[index + offset] : 0
  }

  private func text(_ start: Int, end: Int) -> String {
    String(decoding: bytes[start..<end], as: UTF8.self)
  }

  private func isHexadecimal(_ byte: UInt8) -> Bool {
    byte.isDigit || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(byte | 0x20)
  }
}

extension UInt8 {
  var isDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) }
  /// True for a letter of ASCII, and for `_`.
  var isLetter: Bool { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self | 0x20) || self == UInt8(ascii: "_") }
}
