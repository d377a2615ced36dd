import StateKitCore

/// White space, words, numbers and strings (RFC 8259).
extension JSONReader {
  mutating func skipSpace() {
    while index < end {
      switch bytes[index] {
      case 0x20, 0x0A, 0x0D, 0x09: index += 1
      default: return
      }
    }
  }

  mutating func readKey() throws(SyntaxError) -> Key {
    guard index < end, bytes[index] == UInt8(ascii: "\"") else { throw unexpected("a key in double quotes") }
    let start = index
    try skipString()
    let span = SourceSpan(start, end: index)
    let name = hasEscapes ? names.intern(JSONText.string(bytes, in: span.range)) : self.name(start + 1..<index - 1)
    skipSpace()
    guard index < end, bytes[index] == UInt8(ascii: ":") else { throw unexpected("\":\"") }
    index += 1
    return Key(name: name, span: span)
  }

  mutating func readWord(_ word: StaticString) throws(SyntaxError) {
    let length = word.utf8CodeUnitCount
    let start = index
    var stop = index
    while stop < end, stop - start < 20, isWordByte(bytes[stop]) { stop += 1 }
    guard stop - start == length, bytes.span.extracting(start..<stop).equals(word) else {
      throw syntax(start, stop: stop, message: "expected a value, found \(DisplayText.quoted(text(start, stop: stop)))")
    }
    index = stop
  }

  /// Consumes a number by JSON's grammar; reports one that does not fit any value.
  mutating func readNumber() throws(SyntaxError) -> JSONNode.Kind {
    let start = index
    var isInteger = true
    if bytes[index] == UInt8(ascii: "-") { index += 1 }
    guard index < end, isDigit(bytes[index]) else { throw unexpected("a digit") }
    if bytes[index] == UInt8(ascii: "0") {
      index += 1
      if index < end, isDigit(bytes[index]) {
        throw syntax(start, stop: index + 1, message: "a number cannot begin with 0")
      }
    } else {
      skipDigits()
    }
    if index < end, bytes[index] == UInt8(ascii: ".") {
      isInteger = false
      index += 1
      guard index < end, isDigit(bytes[index]) else { throw unexpected("a digit") }
      skipDigits()
    }
    if index < end, bytes[index] | 0x20 == UInt8(ascii: "e") {
      isInteger = false
      index += 1
      if index < end, bytes[index] == UInt8(ascii: "+") || bytes[index] == UInt8(ascii: "-") { index += 1 }
      guard index < end, isDigit(bytes[index]) else { throw unexpected("a digit") }
      skipDigits()
    }
    if index < end, isWordByte(bytes[index]) { throw unexpected("the end of the number") }
    if isInteger, widensIntegers, !JSONText.fits(bytes, in: start..<index, isInteger: true) { isInteger = false }
    if !JSONText.fits(bytes, in: start..<index, isInteger: isInteger) {
      findings.add(
        .numberRange, at: SourceSpan(start, end: index), message: "number out of range",
        help: isInteger ? "an integer has at most 64 bits" : "a number must fit a double")
    }
    return isInteger ? .int : .double
  }

  private mutating func skipDigits() {
    while index < end, isDigit(bytes[index]) { index += 1 }
  }

  /// Consumes a string and checks its encoding, its escapes and that it holds no control character.
  mutating func skipString() throws(SyntaxError) {
    let start = index
    hasEscapes = false
    index += 1
    while index < end {
      index = endOfPlainText(from: index)
      if index == end { break }
      let byte = bytes[index]
      switch byte {
      case UInt8(ascii: "\""):
        index += 1
        return
      case UInt8(ascii: "\\"): try skipEscape()
      case 0..<0x20:
        throw syntax(
          index, stop: index + 1,
          message: "a control character (\\u{\(String(byte, radix: 16))}) must be escaped in a string",
          help: byte == 0x0A ? "the string that begins at column \(column(start)) is not closed" : nil)
      case 0x20..<0x80: index += 1
      default:
        let length = UTF8Text.sequenceLength(at: index, in: bytes.span)
        guard length > 0, index + length <= end else { throw invalidByte() }
        index += length
      }
    }
    throw syntax(end, stop: end, message: "the text ends inside a string", help: "it begins at column \(column(start))")
  }

  /// The next byte that may not be a plain ASCII character of a string, found eight at a time.
  @inline(__always)
  private func endOfPlainText(from start: Int) -> Int {
    var index = start
    while index + 8 <= end {
      let raw = word(at: index)
      // Marks, with the highest bit of each byte, a quote, a backslash, a value below 0x20, or a value above 0x7F. The
      // lowest mark is exact; above it there may be false ones.
      let found =
        (raw.marks(equalTo: UInt8(ascii: "\"")) | raw.marks(equalTo: UInt8(ascii: "\\")) | raw.marks(below: 0x20) | raw)
        & UInt64(repeating: 0x80)
      if found != 0 { return index + found.trailingZeroBitCount / 8 }
      index += 8
    }
    return index
  }

  /// Eight bytes of the text as a number.
  @inline(__always)
  private func word(at index: Int) -> UInt64 {
    unsafe UInt64(littleEndian: bytes.span.bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: index, as: UInt64.self))
  }

  private mutating func skipEscape() throws(SyntaxError) {
    let start = index
    hasEscapes = true
    guard index + 1 < end else { throw syntax(end, stop: end, message: "the text ends inside a string") }
    index += 2
    switch bytes[start + 1] {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"), UInt8(ascii: "f"),
      UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
      return
    case UInt8(ascii: "u"):
      guard let unit = JSONText.hexadecimal(bytes, start: index, end: end) else {
        throw syntax(start, stop: min(end, start + 6), message: "\\u needs four hexadecimal digits")
      }
      index += 4
      guard (0xD800...0xDFFF).contains(unit) else { return }
      guard unit < 0xDC00, index + 1 < end, bytes[index] == UInt8(ascii: "\\"), bytes[index + 1] == UInt8(ascii: "u"),
        let low = JSONText.hexadecimal(bytes, start: index + 2, end: end), (0xDC00...0xDFFF).contains(low)
      else { throw syntax(start, stop: start + 6, message: "an unpaired surrogate is not a character") }
      index += 6
    default:
      throw syntax(
        start, stop: min(end, start + 2), message: "unknown escape",
        help: "use \\\" \\\\ \\/ \\b \\f \\n \\r \\t or \\u with four digits")
    }
  }

  private func isDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }

  private func isWordByte(_ byte: UInt8) -> Bool {
    isDigit(byte) || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20) || byte == UInt8(ascii: "_")
  }
}
