import StateKitCore

/// The words for what makes a text unreadable.
extension JSONReader {
  func unexpected(_ expected: String) -> SyntaxError {
    guard index < end else { return syntax(end, end, "expected \(expected), found the end of the text") }
    let byte = bytes[index]
    if byte >= 0x80, UTF8Text.sequenceLength(at: index, in: bytes.span) == 0 { return invalidByte() }
    var help: String?
    switch byte {
    case UInt8(ascii: "/"), UInt8(ascii: "#"): help = "JSON has no comments"
    case UInt8(ascii: "'"): help = "JSON has double quotes only"
    case UInt8(ascii: ","): help = "a comma too many?"
    case UInt8(ascii: "+"), UInt8(ascii: "."): help = "a number begins with a digit or \"-\""
    case UInt8(ascii: "\""): help = expected.hasPrefix("\",\"") ? "is a comma missing?" : nil
    default: break
    }
    return syntax(index, index + 1, "expected \(expected), found \(shownByte(index))", help: help)
  }

  func trailingComma(_ comma: Int) -> SyntaxError {
    syntax(comma, comma + 1, "a comma with nothing after it", help: "JSON has no trailing commas")
  }

  func invalidByte() -> SyntaxError {
    let byte = String(bytes[index], radix: 16, uppercase: true)
    return SyntaxError(
      diagnostic: Diagnostic(
        .invalidEncoding, at: SourceSpan(index, index + 1),
        "the byte 0x\(byte.count < 2 ? "0" : "")\(byte) is not UTF-8"))
  }

  func syntax(_ start: Int, _ stop: Int, _ message: String, help: String? = nil) -> SyntaxError {
    SyntaxError(diagnostic: Diagnostic(.invalidJSON, at: SourceSpan(start, stop), message, help: help))
  }

  func shownByte(_ index: Int) -> String {
    let (scalar, _) = UTF8Text.scalar(at: index, in: bytes.span)
    return DisplayText.quoted(String(scalar))
  }

  func text(_ start: Int, _ stop: Int) -> String {
    bytes.span.extracting(start..<stop).text
  }

  func column(_ offset: Int) -> Int {
    var start = offset
    while start > 0, !LineEnd.isEnd(bytes.span, start - 1) { start -= 1 }
    return 1 + bytes[start..<offset].count { $0 & 0xC0 != 0x80 }
  }
}
