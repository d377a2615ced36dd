import StateKitCore

/// Texts that differ from their bytes: references and line ends (XML 1.0, sections 2.11, 3.3.3, 4.1).
extension XMLReader {
  /// Stores a text if it differs from its bytes: references are replaced, line ends become line feeds, and in an
  /// attribute all space becomes blanks. Returns its index among the decoded texts, or -1 if it equals its bytes.
  mutating func decode(_ range: Range<Int>, isAttribute: Bool) throws(SyntaxError) -> Int32 {
    let first = bytes[range].firstIndex { byte in
      byte == UInt8(ascii: "&") || byte == 0x0D || isAttribute && (byte == 0x0A || byte == 0x09)
    }
    guard let first else { return -1 }
    var out = Array(bytes[range.lowerBound..<first])
    var index = first
    while index < range.upperBound {
      let byte = bytes[index]
      switch byte {
      case UInt8(ascii: "&"):
        let (scalar, length) = try reference(index, end: range.upperBound)
        out.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
        index += length
      case 0x0D:
        if index + 1 < range.upperBound, bytes[index + 1] == 0x0A { index += 1 }
        out.append(isAttribute ? 0x20 : 0x0A)
        index += 1
      case 0x0A, 0x09:
        out.append(isAttribute ? 0x20 : byte)
        index += 1
      default:
        out.append(byte)
        index += 1
      }
    }
    return tree.add(decoded: out)
  }

  /// Stores a CDATA section unless its line ends are line feeds already; then returns -1.
  mutating func decodeSection(_ range: Range<Int>) -> Int32 {
    guard bytes[range].contains(0x0D) else { return -1 }
    var out: [UInt8] = []
    for index in range {
      if bytes[index] != 0x0D {
        out.append(bytes[index])
      } else if index + 1 == range.upperBound || bytes[index + 1] != 0x0A {
        out.append(0x0A)
      }
    }
    return tree.add(decoded: out)
  }

  private static let entities: [(name: StaticString, scalar: Unicode.Scalar)] = [
    ("&lt;", "<"), ("&gt;", ">"), ("&amp;", "&"), ("&quot;", "\""), ("&apos;", "'"),
  ]

  private func reference(_ start: Int, end: Int) throws(SyntaxError) -> (scalar: Unicode.Scalar, length: Int) {
    let text = bytes.span.extracting(start..<end)
    for (entity, scalar) in Self.entities where text.begins(with: entity) { return (scalar, entity.utf8CodeUnitCount) }
    guard let stop = bytes[start..<min(end, start + 16)].firstIndex(of: UInt8(ascii: ";")) else {
      throw error(
        start, end: start + 1, message: "\"&\" begins a reference, but the reference is not closed", help: "write &amp;"
      )
    }
    let name = bytes[(start + 1)..<stop]
    if name.first == UInt8(ascii: "#") {
      let digits = String(decoding: name.dropFirst(), as: UTF8.self)
      let isHexadecimal = digits.utf8.first == UInt8(ascii: "x")
      let number = isHexadecimal ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits, radix: 10)
      guard let number, let scalar = Unicode.Scalar(number), number >= 0x20 || [9, 10, 13].contains(number),
        number != 0xFFFE, number != 0xFFFF, digits.utf8.first != UInt8(ascii: "+")
      else { throw error(start, end: stop + 1, message: "this number is not a character of XML") }
      return (scalar, stop + 1 - start)
    }
    throw error(
      start, end: stop + 1, message: "no entity is named \(DisplayText.quoted(String(decoding: name, as: UTF8.self)))",
      help: "&amp; &lt; &gt; &quot; &apos; and numbers such as &#233; are supported")
  }
}
