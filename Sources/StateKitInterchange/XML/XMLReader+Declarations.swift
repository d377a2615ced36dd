import StateKitCore

/// Parts besides elements and their text: declarations, instructions, comments, CDATA sections (XML 1.0, sections 2.5
/// to 2.8).
extension XMLReader {
  /// Reads `<?xml version="1.0"?>`, which is only allowed at the very beginning.
  mutating func readDeclaration() throws(SyntaxError) {
    let start = index
    guard bytes[start...].starts(with: "<?xml".utf8), start + 5 < bytes.count, Self.isSpace(bytes[start + 5]) else {
      return
    }
    guard let end = find("?>", from: index) else {
      throw error(start, end: start + 5, message: "the XML declaration is not closed")
    }
    let text = String(decoding: bytes[(start + 5)..<end], as: UTF8.self)
    guard text.utf8.includes("version".utf8) else {
      throw error(start, end: end + 2, message: "the XML declaration needs a version")
    }
    index = end + 2
  }

  mutating func skipInstruction() throws(SyntaxError) {
    let start = index
    guard let end = find("?>", from: index + 2) else {
      throw error(start, end: start + 2, message: "the instruction is not closed")
    }
    let target = bytes[(start + 2)..<end].prefix { !Self.isSpace($0) }
    if target.count == 3, String(decoding: target, as: UTF8.self).lowercased() == "xml" {
      throw error(start, end: end + 2, message: "the XML declaration must be at the very beginning of a document")
    }
    if Self.name(at: start + 2, in: bytes.span).range.isEmpty {
      throw error(start, end: start + 2, message: "an instruction needs a name")
    }
    index = end + 2
  }

  /// Reads a comment, a CDATA section, or a document type, which is refused.
  mutating func readDeclaredPart() throws(SyntaxError) {
    let start = index
    if bytes[start...].starts(with: "<!--".utf8) {
      guard let end = find("--", from: start + 4) else {
        throw error(start, end: start + 4, message: "the comment is not closed")
      }
      guard end + 2 < bytes.count, bytes[end + 2] == UInt8(ascii: ">") else {
        throw error(end, end: end + 2, message: "\"--\" is not allowed in a comment")
      }
      try check(start + 4..<end)
      index = end + 3
      return
    }
    if bytes[start...].starts(with: "<![CDATA[".utf8), !open.isEmpty {
      guard let end = find("]]>", from: start + 9) else {
        throw error(start, end: start + 9, message: "the CDATA section is not closed")
      }
      try check(start + 9..<end)
      addText(start + 9..<end, decoded: decodeSection(start + 9..<end))
      index = end + 3
      return
    }
    if bytes[start...].starts(with: "<!DOCTYPE".utf8) {
      throw error(
        start, end: start + 9,
        message: "a document type is not supported: it could name other files, and endless entities",
        help: "delete the DOCTYPE; use the predefined entities and character numbers")
    }
    throw error(start, end: start + 2, message: "unknown markup")
  }
}
