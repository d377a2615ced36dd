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
