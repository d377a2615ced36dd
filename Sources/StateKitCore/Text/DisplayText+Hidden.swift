/// Characters that a terminal or a log could misinterpret.
extension DisplayText {
  /// True for control, format and bidirectional characters, line ends, and code points without a character.
  package static func isHidden(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.value & 0xFFFE == 0xFFFE { return true }
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator: return true
    default: return false
    }
  }

  /// Appends a line of a file that keeps its tabs. A `#` after a `#` is escaped only if a CI runner would take the line
  /// for a command.
  package static func appendKept(_ line: Span<UInt8>, to out: inout ByteBuffer) {
    // Most lines need no escapes.
    var isPlain = true
    for index in line.indices {
      let byte = line[index]
      isPlain = isPlain && (byte >= 0x20 && byte < 0x7F && byte != UInt8(ascii: "#") || byte == 0x09)
    }
    if isPlain { return out.append(line) }
    let text = line.text
    let isCommand = ["##[", "##vso["].contains { text.utf8.includes($0.utf8) }
    var last: Unicode.Scalar?
    for scalar in text.unicodeScalars {
      if scalar != "\t" && isHidden(scalar) || isCommand && scalar == "#" && last == "#" {
        appendEscape(scalar, to: &out)
      } else {
        out.append(String(scalar))
      }
      last = scalar
    }
  }

  /// Lines of JSON for a terminal or a log: hidden characters, which only strings can have, are escaped.
  package static func escaped(json bytes: [UInt8]) -> [UInt8] {
    var out = ByteBuffer()
    for (index, line) in bytes.split(separator: 0x0A, omittingEmptySubsequences: false).enumerated() {
      if index > 0 { out.append("\n") }
      appendRaw(line.span, to: &out)
    }
    return out.bytes
  }
}
