import StateKitCore

/// The messages for texts that are no JSON.
extension JSONReader {
  func unexpected(_ expected: String) -> SyntaxError {
    guard index < end else {
      let notes = unclosed.map { [Diagnostic.Note(message: "this \($0.bracket) is not closed", span: $0.span)] } ?? []
      return syntax(end, stop: end, message: "expected \(expected), found the end of the text", notes: notes)
    }
    let byte = bytes[index]
    if byte >= 0x80, UTF8Text.sequenceLength(at: index, in: bytes.span) == 0 { return invalidByte() }
    var help: String?
    switch byte {
    case UInt8(ascii: "/"), UInt8(ascii: "#"): help = "JSON has no comments"
    case UInt8(ascii: "'"): help = "use double quotes"
    case UInt8(ascii: ","): help = "is there an extra comma?"
    case UInt8(ascii: "+"), UInt8(ascii: "."): help = "a number begins with a digit or \"-\""
    case UInt8(ascii: ":"): help = expected == "the end of the text" ? "put the keys and values in braces: {…}" : nil
    case UInt8(ascii: "\""): help = expected.hasPrefix("\",\"") ? "is a comma missing?" : nil
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "_"):
      let word = bytes[index..<end].prefix { $0 == UInt8(ascii: "_") || 0x30...0x39 ~= $0 || 0x61...0x7A ~= $0 | 0x20 }
      let quoted = "\"\(DisplayText.cut(String(decoding: word, as: UTF8.self)))\""
      help = expected.hasPrefix("a key") ? "put the key in double quotes: \(quoted)" : nil
      if expected.hasPrefix("a value") {
        let isProgram = index + word.count < end && Self.programWords.contains { $0.utf8.elementsEqual(word) }
        let isYAML = index == textStart && index + word.count < end && bytes[index + word.count] == UInt8(ascii: ":")
        help =
          isYAML
          ? "is this YAML? A chart is JSON: {\"root\": {…}}"
          : isProgram
            ? "is this a program? For an XState machine, print JSON.stringify(machine.config) and read that"
            : Self.help(forValue: String(decoding: word, as: UTF8.self)) ?? "put the text in double quotes: \(quoted)"
      }
    default: break
    }
    return syntax(index, stop: index + 1, message: "expected \(expected), found \(shownByte(index))", help: help)
  }

  /// The value here for a word that other languages have for it.
  private static func help(forValue word: String) -> String? {
    switch word {
    case "True", "TRUE", "yes", "YES", "on": "write true"
    case "False", "FALSE", "no", "NO", "off": "write false"
    case "None", "undefined", "nil", "Null", "NULL": "write null"
    case "NaN", "Infinity", "inf", "nan": "JSON has no such number"
    default: nil
    }
  }

  func tooDeep() -> SyntaxError {
    SyntaxError(
      diagnostic: Diagnostic(
        .tooDeep, at: SourceSpan(index, end: index + 1),
        message: "nesting deeper than \(InputLimits.jsonDepth), the limit"))
  }

  func trailingComma(_ comma: Int) -> SyntaxError {
    syntax(comma, stop: comma + 1, message: "a comma without a value after it", help: "JSON has no trailing commas")
  }

  func invalidByte() -> SyntaxError {
    let byte = String(bytes[index], radix: 16, uppercase: true)
    return SyntaxError(
      diagnostic: Diagnostic(
        .invalidEncoding, at: SourceSpan(index, end: index + 1),
        message: "the byte 0x\(byte.count < 2 ? "0" : "")\(byte) is not UTF-8"))
  }

  func syntax(
    _ start: Int, stop: Int, message: String, help: String? = nil, notes: [Diagnostic.Note] = []
  ) -> SyntaxError {
    SyntaxError(
      diagnostic: Diagnostic(.invalidJSON, at: SourceSpan(start, end: stop), message: message, help: help, notes: notes)
    )
  }

  /// The bracket without a closing one in a truncated text: the first whose line has another indentation than the line
  /// of its closing bracket, else the innermost one that is open at the end.
  private var unclosed: (bracket: String, span: SourceSpan)? {
    var open: [(offset: Int, indentation: Int)] = []
    var indentation = 0
    // True if only white space precedes it on its line.
    var isFirst = true
    var index = textStart
    while index < end {
      let byte = bytes[index]
      switch byte {
      case 0x0A, 0x0D: (indentation, isFirst) = (-1, true)
      case 0x20, 0x09: break
      case UInt8(ascii: "{"), UInt8(ascii: "["):
        open.append((index, indentation))
        isFirst = false
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        guard let last = open.popLast() else { return nil }
        if isFirst, last.indentation != indentation { return bracket(last.offset) }
        isFirst = false
      case UInt8(ascii: "\""):
        isFirst = false
        index = JSONText.closingQuote(in: bytes.span, from: index, to: end)
      default: isFirst = false
      }
      index += 1
      if isFirst { indentation += 1 }
    }
    return open.last.map { bracket($0.offset) } ?? nil
  }

  private func bracket(_ offset: Int) -> (bracket: String, span: SourceSpan) {
    (shownByte(offset), SourceSpan(offset, end: offset + 1))
  }

  func shownByte(_ index: Int) -> String {
    let (scalar, _) = UTF8Text.scalar(at: index, in: bytes.span)
    return DisplayText.quoted(String(scalar))
  }

  func text(_ start: Int, stop: Int) -> String {
    bytes.span.extracting(start..<stop).text
  }

  func column(_ offset: Int) -> Int {
    var start = offset
    while start > 0, !LineEnd.isEnd(bytes.span, at: start - 1) { start -= 1 }
    return 1 + bytes[start..<offset].count { $0 & 0xC0 != 0x80 }
  }

  /// The first words of JavaScript files.
  private static let programWords = ["import", "export", "const", "let", "var", "function", "module", "createMachine"]
}
