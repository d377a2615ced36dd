import StateKitCore

/// Characters, names, references (XML 1.0, sections 2.2, 2.3, 4.1).
extension XMLReader {
  static func isSpace(_ byte: UInt8) -> Bool {
    // A bit for each of the blank, the line feed, the carriage return and the tab.
    byte <= 0x20 && 0x1_0000_2600 as UInt64 >> UInt64(byte) & 1 != 0
  }

  // Where a method that changes the reader calls one that does not, the whole reader is copied first: what is called for each
  // name, value or space sees the bytes alone.

  mutating func skipSpace() { index = Self.endOfSpace(in: bytes.span, from: index) }

  private static func endOfSpace(in bytes: Span<UInt8>, from start: Int) -> Int {
    var index = start
    while index < bytes.count, isSpace(bytes[index]) { index += 1 }
    return index
  }

  /// A name as it is written.
  struct Name {
    let range: Range<Int>
    /// Where it begins without its prefix and the colon.
    let local: Int

    var hasPrefix: Bool { local > range.lowerBound }
  }

  mutating func readName(_ what: String) throws(SyntaxError) -> Name {
    let name = Self.name(at: index, in: bytes.span)
    guard !name.range.isEmpty else { throw error(index, index + 1, "expected \(what), found \(shown(index))") }
    index = name.range.upperBound
    return name
  }

  /// The name that begins at an index; empty where none does.
  static func name(at start: Int, in bytes: Span<UInt8>) -> Name {
    // The characters of ASCII that names have, a bit each: those up to `?`, and those from `@` on.
    let (low, high) = (0x07FF_6000_0000_0000 as UInt64, 0x07FF_FFFE_87FF_FFFE as UInt64)
    // Most begin with several small letters.
    var index = start + (start + 8 <= bytes.count ? smallLetters(bytes.word(at: start)) : 0)
    var local = start
    while index < bytes.count {
      let byte = bytes[index]
      if byte &- UInt8(ascii: "a") < 26 {
        index += 1
      } else if byte < 0x80 {
        if (byte < 64 ? low : high) >> UInt64(byte & 63) & 1 == 0 { break }
        // A colon may begin a name; digits, hyphens and dots may not.
        if byte <= UInt8(ascii: ":") {
          if byte < UInt8(ascii: ":"), index == start { break }
          if byte == UInt8(ascii: ":"), local == start { local = index + 1 }
        }
        index += 1
      } else {
        let length = UTF8Text.sequenceLength(at: index, in: bytes)
        if length == 0 { break }
        index += length
      }
    }
    return Name(range: start..<index, local: local)
  }

  /// How many of eight bytes, from the lowest on, are small letters of ASCII.
  private static func smallLetters(_ word: UInt64) -> Int {
    // The highest bit of a byte says that it is `a` at least, and that it is more than `z`.
    let rest = word & UInt64(repeating: 0x7F)
    let others = word | ~(rest &+ UInt64(repeating: 0x80 - 0x61)) | (rest &+ UInt64(repeating: 0x80 - 0x7B))
    return (others & UInt64(repeating: 0x80)).trailingZeroBitCount >> 3
  }

  /// Where a text begins, from an index on.
  func find(_ text: StaticString, from start: Int) -> Int? {
    let length = text.utf8CodeUnitCount
    var index = start
    while index + length <= bytes.count {
      if bytes.span.extracting(index..<index + length).equals(text) { return index }
      index += 1
    }
    return nil
  }

  /// Checks that a text holds only characters of XML.
  func check(_ range: Range<Int>) throws(SyntaxError) {
    var index = range.lowerBound
    while index < range.upperBound {
      let byte = bytes[index]
      if byte < 0x80 {
        if byte < 0x20, !Self.isSpace(byte) {
          throw error(index, index + 1, "a control character (\\u{\(String(byte, radix: 16))}) cannot stand in XML")
        }
        index += 1
        continue
      }
      let length = UTF8Text.sequenceLength(at: index, in: bytes.span)
      guard length > 0, index + length <= range.upperBound else {
        throw SyntaxError(
          diagnostic: Diagnostic(
            .invalidEncoding, at: SourceSpan(index, index + 1),
            "the byte 0x\(String(byte, radix: 16, uppercase: true)) is not UTF-8"))
      }
      index += length
    }
  }

  mutating func readText() throws(SyntaxError) {
    let start = index
    index = Self.endOfIndentation(in: bytes.span, from: start)
    // Most texts are the space between two tags.
    if index == bytes.count || bytes[index] == UInt8(ascii: "<") { return }
    while index < bytes.count, bytes[index] != UInt8(ascii: "<") {
      if bytes[index] == UInt8(ascii: "]"), bytes[index...].starts(with: "]]>".utf8) {
        throw error(index, index + 3, "\"]]>\" cannot stand in a text", help: "write ]]&gt;")
      }
      index += 1
    }
    try check(start..<index)
    addText(start..<index, decoded: try decoded(start..<index, isAttribute: false))
  }

  /// Space that is mostly one line end and many blanks.
  private static func endOfIndentation(in bytes: Span<UInt8>, from start: Int) -> Int {
    var index = start
    while index < bytes.count, isSpace(bytes[index]) {
      index += 1
      while index + 8 <= bytes.count {
        let blanks = (bytes.word(at: index) ^ 0x2020_2020_2020_2020).trailingZeroBitCount >> 3
        index += blanks
        if blanks < 8 { break }
      }
    }
    return index
  }

  /// What a text says, where that is not just its bytes: references are replaced, line ends are line feeds, in an attribute
  /// all space is spaces.
  func decoded(_ range: Range<Int>, isAttribute: Bool) throws(SyntaxError) -> String? {
    var index = range.lowerBound
    while index < range.upperBound {
      let byte = bytes[index]
      if byte == UInt8(ascii: "&") || byte == 0x0D || isAttribute && (byte == 0x0A || byte == 0x09) { break }
      index += 1
    }
    if index == range.upperBound { return nil }
    var out = ByteBuffer(capacity: range.count)
    out.append(bytes.span.extracting(range.lowerBound..<index))
    while index < range.upperBound {
      switch bytes[index] {
      case UInt8(ascii: "&"):
        let (scalar, length) = try reference(index, range.upperBound)
        if scalar.isASCII {
          out.append(UInt8(truncatingIfNeeded: scalar.value))
        } else {
          out.append(String(scalar))
        }
        index += length
      case 0x0D:
        if index + 1 < range.upperBound, bytes[index + 1] == 0x0A { index += 1 }
        out.append(isAttribute ? 0x20 : 0x0A)
        index += 1
      case 0x0A, 0x09:
        out.append(isAttribute ? 0x20 : bytes[index])
        index += 1
      default:
        out.append(bytes[index])
        index += 1
      }
    }
    return out.withSpan { $0.text }
  }

  /// A CDATA section, where line ends are not line feeds already.
  func normalised(_ range: Range<Int>) -> String? {
    guard bytes[range].contains(0x0D) else { return nil }
    var out: [UInt8] = []
    for index in range {
      if bytes[index] != 0x0D {
        out.append(bytes[index])
      } else if index + 1 == range.upperBound || bytes[index + 1] != 0x0A {
        out.append(0x0A)
      }
    }
    return String(decoding: out, as: UTF8.self)
  }

  private static let entities: [(name: StaticString, scalar: Unicode.Scalar)] = [
    ("lt", "<"), ("gt", ">"), ("amp", "&"), ("quot", "\""), ("apos", "'"),
  ]

  private func reference(_ start: Int, _ end: Int) throws(SyntaxError) -> (scalar: Unicode.Scalar, length: Int) {
    guard let stop = bytes[start..<min(end, start + 16)].firstIndex(of: UInt8(ascii: ";")) else {
      throw error(start, start + 1, "\"&\" begins a reference, and this one is not closed", help: "write &amp;")
    }
    let name = bytes[(start + 1)..<stop]
    let length = stop + 1 - start
    if name.first == UInt8(ascii: "#") {
      let digits = String(decoding: name.dropFirst(), as: UTF8.self)
      let isHexadecimal = digits.utf8.first == UInt8(ascii: "x")
      let number = isHexadecimal ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits, radix: 10)
      guard let number, let scalar = Unicode.Scalar(number), number >= 0x20 || [9, 10, 13].contains(number),
        number != 0xFFFE, number != 0xFFFF, digits.utf8.first != UInt8(ascii: "+")
      else { throw error(start, stop + 1, "this number is no character of XML") }
      return (scalar, length)
    }
    for (entity, scalar) in Self.entities where bytes.span.extracting(start + 1..<stop).equals(entity) {
      return (scalar, length)
    }
    throw error(
      start, stop + 1, "no entity is named \(DisplayText.quoted(String(decoding: name, as: UTF8.self)))",
      help: "&amp; &lt; &gt; &quot; &apos; and numbers as &#233; are read")
  }

  func shown(_ index: Int) -> String {
    guard index < bytes.count else { return "the end of the document" }
    return DisplayText.quoted(String(UTF8Text.scalar(at: index, in: bytes.span).0))
  }

  func error(_ start: Int, _ end: Int, _ message: String, help: String? = nil) -> SyntaxError {
    SyntaxError(diagnostic: Diagnostic(.notWellFormed, at: SourceSpan(start, end), message, help: help))
  }
}
