import StateKitCore

/// The encodings of XML documents: UTF-8, UTF-16 and ISO 8859-1 (XML 1.0, appendix F).
enum XMLEncoding {
  /// The document in UTF-8. Throws if the encoding is unknown or the text is invalid.
  static func decoded(_ file: SourceText) throws(XMLReader.SyntaxError) -> SourceText {
    let bytes = file.bytes
    let head = Array(bytes.prefix(4)) + [UInt8](repeating: 1, count: max(0, 4 - bytes.count))
    switch (head[0], head[1], head[2], head[3]) {
    case (0xFF, 0xFE, 0, 0), (0, 0, 0xFE, 0xFF), (0x3C, 0, 0, 0), (0, 0, 0, 0x3C):
      throw error(.invalidEncoding, message: "UTF-32 is not supported; use UTF-8 or UTF-16")
    case (0xFF, 0xFE, _, _): return try utf16(file, from: 2, isLittle: true)
    case (0xFE, 0xFF, _, _): return try utf16(file, from: 2, isLittle: false)
    case (0x3C, 0, _, _): return try utf16(file, from: 0, isLittle: true)
    case (0, 0x3C, _, _): return try utf16(file, from: 0, isLittle: false)
    default: break
    }
    guard let (name, span) = declared(bytes) else { return file }
    switch name {
    case "utf-8", "utf8", "us-ascii", "ascii": return file
    case "iso-8859-1", "iso8859-1", "latin1", "iso_8859-1": return latin1(file)
    default:
      throw XMLReader.SyntaxError(
        diagnostic: Diagnostic(
          .notWellFormed, at: span,
          message: "the declared encoding \(DisplayText.quoted(name)) is not the encoding of the document",
          help: "use UTF-8, UTF-16 or ISO-8859-1"))
    }
  }

  private static func error(_ code: DiagnosticCode, message: String) -> XMLReader.SyntaxError {
    XMLReader.SyntaxError(diagnostic: Diagnostic(code, at: SourceSpan(0, end: 1), message: message))
  }

  /// The encoding that the XML declaration names, in lower case.
  private static func declared(_ bytes: [UInt8]) -> (name: String, span: SourceSpan)? {
    let start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    guard bytes[start...].starts(with: "<?xml".utf8) else { return nil }
    let end = bytes[start...].prefix(400).firstIndex(of: UInt8(ascii: ">")) ?? start
    let word = Array("encoding".utf8)
    var index = start
    while index + word.count < end, !bytes[index...].starts(with: word) { index += 1 }
    guard index + word.count < end,
      let open = bytes[index..<end].firstIndex(where: { $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: "'") }),
      let close = bytes[(open + 1)..<end].firstIndex(of: bytes[open])
    else { return nil }
    let name = bytes[(open + 1)..<close].map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }
    return (String(decoding: name, as: UTF8.self), SourceSpan(open, end: close + 1))
  }

  private static func utf16(
    _ file: SourceText, from start: Int, isLittle: Bool
  ) throws(XMLReader.SyntaxError) -> SourceText {
    let bytes = file.bytes
    guard (bytes.count - start) % 2 == 0 else {
      throw error(
        .invalidEncoding,
        message: "a document in UTF-16 must have an even number of bytes, but this one has an odd number")
    }
    let units = stride(from: start, to: bytes.count, by: 2).map { index in
      let (first, second) = (UInt16(bytes[index]), UInt16(bytes[index + 1]))
      return isLittle ? first | second << 8 : first << 8 | second
    }
    guard let text = String(validating: units, as: UTF16.self) else {
      throw error(.invalidEncoding, message: "an unpaired surrogate of UTF-16 is not a character")
    }
    return SourceText(name: file.name, path: file.path, bytes: Array(text.utf8))
  }

  private static func latin1(_ file: SourceText) -> SourceText {
    let text = String(String.UnicodeScalarView(file.bytes.lazy.map { Unicode.Scalar($0) }))
    return SourceText(name: file.name, path: file.path, bytes: Array(text.utf8))
  }
}
