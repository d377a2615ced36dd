import CEL

/// The form of text from files in output (Trace.md).
///
/// Control, format and bidirectional characters, U+2028/9 and every `#` after a `#` are escaped, so that no chart can
/// forge a line for a terminal or a CI runner. The escapes are those of JSON.
package enum DisplayText {
  /// Appends `text` with only the required escapes: for log text, messages and excerpts.
  package static func appendRaw(_ text: Span<UInt8>, to out: inout ByteBuffer) {
    append(text, inString: false, to: &out)
  }

  package static func appendRaw(_ text: String, to out: inout ByteBuffer) {
    text.withUTF8Bytes { append($0, inString: false, to: &out) }
  }

  /// The text with only the escapes that any output requires.
  package static func raw(_ text: String) -> String {
    ByteBuffer.text { appendRaw(text, to: &$0) }
  }

  /// Appends `text` as a JSON string with its quotes.
  package static func appendQuoted(_ text: Span<UInt8>, to out: inout ByteBuffer) {
    out.append(UInt8(ascii: "\""))
    append(text, inString: true, to: &out)
    out.append(UInt8(ascii: "\""))
  }

  package static func appendQuoted(_ text: String, to out: inout ByteBuffer) {
    text.withUTF8Bytes { appendQuoted($0, to: &out) }
  }

  /// Appends texts as a JSON array of strings.
  package static func appendList(_ texts: some Sequence<String>, to out: inout ByteBuffer) {
    out.append("[")
    var isFirst = true
    for text in texts {
      if !isFirst { out.append(", ") }
      isFirst = false
      appendQuoted(text, to: &out)
    }
    out.append("]")
  }

  /// Appends `text` as a part of a JSON string.
  package static func appendInString(_ text: String, to out: inout ByteBuffer) {
    text.withUTF8Bytes { appendInString($0, to: &out) }
  }

  package static func appendInString(_ text: Span<UInt8>, to out: inout ByteBuffer) {
    append(text, inString: true, to: &out)
  }

  /// Appends a name: a bare word unchanged, any other name as a JSON string.
  package static func appendName(_ name: Span<UInt8>, to out: inout ByteBuffer) {
    if isBareWord(name) {
      out.append(name)
    } else {
      appendQuoted(name, to: &out)
    }
  }

  package static func appendName(_ name: String, to out: inout ByteBuffer) {
    name.withUTF8Bytes { appendName($0, to: &out) }
  }

  /// The shown form of a name.
  package static func name(_ name: String) -> String {
    ByteBuffer.text { appendName(name, to: &$0) }
  }

  /// The text in double quotes with escapes, for messages; a long text is cut.
  package static func quoted(_ text: String) -> String {
    string(cut(text))
  }

  /// The text as a JSON string with its quotes, whole.
  package static func string(_ text: String) -> String {
    ByteBuffer.text { appendQuoted(text, to: &$0) }
  }

  /// A number with its digits in groups of three: `1,000,000`.
  package static func grouped(_ number: Int) -> String {
    var out = ""
    for (index, digit) in String(number).reversed().enumerated() {
      if index > 0, index % 3 == 0 { out = "," + out }
      out = String(digit) + out
    }
    return out
  }

  /// A number with its noun, in the singular or the plural: `1 case`, `2,000 cases`.
  package static func counted(_ number: Int, noun: String) -> String {
    "\(grouped(number)) \(noun)\(number == 1 ? "" : "s")"
  }

  /// The maximum number of characters of a message part that comes from a file.
  package static let longestPart = 200
  /// The maximum number of characters of a message.
  package static let longestMessage = 1_000

  /// A text cut in its middle to `limit` characters (Unicode scalars), including an ellipsis.
  package static func cut(_ text: String, to limit: Int = longestPart) -> String {
    if text.utf8.count <= limit { return text }
    let scalars = text.unicodeScalars
    let head = limit / 2
    guard let start = scalars.index(scalars.startIndex, offsetBy: head, limitedBy: scalars.endIndex),
      scalars.index(start, offsetBy: limit - head + 1, limitedBy: scalars.endIndex) != nil
    else { return text }
    return String(scalars[..<start]) + "…"
      + String(scalars[scalars.index(scalars.endIndex, offsetBy: head + 1 - limit)...])
  }

  /// A letter or `_`, then letters, decimal digits, `_ - . :`, where `:` is not followed by another `:` (Trace.md).
  package static func isBareWord(_ name: Span<UInt8>) -> Bool {
    guard !name.isEmpty else { return false }
    return bareWordLength(name) == name.count
  }

  /// The number of bytes of the longest bare word that `text` begins with.
  package static func bareWordLength(_ text: Span<UInt8>) -> Int {
    var index = 0
    while index < text.count {
      let byte = text[index]
      if byte < 0x80 {
        let fits: Bool
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "_"):
          fits = true
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."):
          fits = index > 0
        case UInt8(ascii: ":"):
          fits = index > 0 && !(index + 1 < text.count && text[index + 1] == byte)
        default:
          fits = false
        }
        if !fits { return index }
        index += 1
      } else {
        let (scalar, length) = UTF8Text.scalar(at: index, in: text)
        let fits: Bool
        switch scalar.properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter: fits = true
        case .decimalNumber: fits = index > 0
        default: fits = false
        }
        if !fits { return index }
        index += length
      }
    }
    return index
  }

  /// True for a byte that never needs an escape.
  static func isPlain(_ byte: UInt8) -> Bool {
    byte >= 0x20 && byte < 0x7F && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\") && byte != UInt8(ascii: "#")
  }

  private static func append(_ text: Span<UInt8>, inString: Bool, to out: inout ByteBuffer) {
    var start = 0
    var index = 0
    while index < text.count {
      let byte = text[index]
      if isPlain(byte) {
        index += 1
        continue
      }
      var length = 1
      var escape = false
      var scalar = Unicode.Scalar(byte)
      if byte < 0x80 {
        switch byte {
        case 0..<0x20, 0x7F: escape = true
        case UInt8(ascii: "\""), UInt8(ascii: "\\"): escape = inString
        case UInt8(ascii: "#"): escape = (index > 0 ? text[index - 1] : out.last) == byte
        default: break
        }
      } else {
        if UTF8Text.sequenceLength(at: index, in: text) == 0 {
          // Only excerpts of an invalid file contain these bytes.
          out.append(text.extracting(start..<index))
          out.append("\u{FFFD}")
          index += 1
          start = index
          continue
        }
        (scalar, length) = UTF8Text.scalar(at: index, in: text)
        escape = isHidden(scalar)
      }
      if escape {
        out.append(text.extracting(start..<index))
        appendEscape(scalar, to: &out)
        start = index + length
      }
      index += length
    }
    out.append(text.extracting(start..<text.count))
  }
}
