import StateKitCore

/// Characters, names, texts (XML 1.0, sections 2.2, 2.3, 2.4).
extension XMLReader {
  static func isSpace(_ byte: UInt8) -> Bool {
    // A bit for each of the blank, the line feed, the carriage return and the tab.
    byte <= 0x20 && 0x1_0000_2600 as UInt64 >> UInt64(byte) & 1 != 0
  }

  mutating func skipSpace() { while index < bytes.count, Self.isSpace(bytes[index]) { index += 1 } }

  struct Name {
    let range: Range<Int>
    /// The start of its local part, after the prefix and the colon.
    let local: Int

    var hasPrefix: Bool { local > range.lowerBound }
  }

  mutating func readName(_ what: String) throws(SyntaxError) -> Name {
    let name = Self.name(at: index, in: bytes.span)
    guard !name.range.isEmpty else {
      throw error(index, end: index + 1, message: "expected \(what), found \(shown(index))")
    }
    index = name.range.upperBound
    return name
  }

  /// The name that begins at an index; empty if there is none.
  static func name(at start: Int, in bytes: Span<UInt8>) -> Name {
    // The ASCII characters of names, a bit each: those up to `?`, and those from `@`.
    let (low, high) = (0x07FF_6000_0000_0000 as UInt64, 0x07FF_FFFE_87FF_FFFE as UInt64)
    var (index, local) = (start, start)
    while index < bytes.count {
      let byte = bytes[index]
      if byte < 0x80 {
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

  /// The index of a text at or after `start`.
  func find(_ text: String, from start: Int) -> Int? { bytes[start...].firstOccurrence(of: text.utf8)?.lowerBound }

  /// Throws if a text contains characters that XML forbids.
  func check(_ range: Range<Int>) throws(SyntaxError) {
    var index = range.lowerBound
    while index < range.upperBound {
      let byte = bytes[index]
      if byte < 0x80 {
        if byte < 0x20, !Self.isSpace(byte) {
          throw error(
            index, end: index + 1,
            message: "a control character (\\u{\(String(byte, radix: 16))}) is not allowed in XML")
        }
        index += 1
        continue
      }
      let length = UTF8Text.sequenceLength(at: index, in: bytes.span)
      guard length > 0, index + length <= range.upperBound else {
        throw SyntaxError(
          diagnostic: Diagnostic(
            .invalidEncoding, at: SourceSpan(index, end: index + 1),
            message: "the byte 0x\(String(byte, radix: 16, uppercase: true)) is not UTF-8"))
      }
      index += length
    }
  }

  mutating func readText() throws(SyntaxError) {
    let start = index
    skipSpace()
    // Most texts are the space between two tags.
    if index == bytes.count || bytes[index] == UInt8(ascii: "<") { return }
    while index < bytes.count, bytes[index] != UInt8(ascii: "<") {
      if bytes[index] == UInt8(ascii: "]"), bytes[index...].starts(with: "]]>".utf8) {
        throw error(index, end: index + 3, message: "\"]]>\" is not allowed in a text", help: "write ]]&gt;")
      }
      index += 1
    }
    try check(start..<index)
    addText(start..<index, decoded: try decode(start..<index, isAttribute: false))
  }

  func shown(_ index: Int) -> String {
    guard index < bytes.count else { return "the end of the document" }
    return DisplayText.quoted(String(UTF8Text.scalar(at: index, in: bytes.span).0))
  }

  func error(_ start: Int, end: Int, message: String, help: String? = nil) -> SyntaxError {
    SyntaxError(diagnostic: Diagnostic(.notWellFormed, at: SourceSpan(start, end: end), message: message, help: help))
  }
}
