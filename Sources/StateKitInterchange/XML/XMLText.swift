import StateKitCore

/// Writes an XML document: two spaces a level, an element without content on one line.
struct XMLText {
  /// A document with more bytes gets no more indents.
  var most = Int.max
  private var buffer: [UInt8] = Array("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n".utf8)
  private var depth = 0
  /// True if the last start tag still lacks its `>`.
  private var isOpen = false

  var bytes: [UInt8] { buffer }
  /// True if a text has a control character, which XML forbids.
  private var hasControl = false

  static func isControl(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "\t", "\n", "\r": false
    // Noncharacters, which are never assigned.
    case _ where scalar.value & 0xFFFE == 0xFFFE || 0xFDD0...0xFDEF ~= scalar.value: true
    default: scalar.value < 0x20
    }
  }

  /// True if a text since the last call has a forbidden character.
  mutating func popControl() -> Bool {
    defer { hasControl = false }
    return hasControl
  }

  mutating func open(_ name: String, attributes: [(String, String)]) {
    begin(name, attributes: attributes)
    isOpen = true
    depth += 1
  }

  mutating func close(_ name: String) {
    depth -= 1
    if isOpen {
      isOpen = false
      append("/>\n")
      return
    }
    indent()
    append("</\(name)>\n")
  }

  /// Writes an element with a text or without content.
  mutating func leaf(_ name: String, attributes: [(String, String)], text: String = "") {
    begin(name, attributes: attributes)
    if text.isEmpty { return append("/>\n") }
    append(">")
    append(text, isAttribute: false)
    append("</\(name)>\n")
  }

  private mutating func begin(_ name: String, attributes: [(String, String)]) {
    if isOpen {
      isOpen = false
      append(">\n")
    }
    indent()
    append("<\(name)")
    for (key, value) in attributes {
      append(" \(key)=\"")
      append(value, isAttribute: true)
      append("\"")
    }
  }

  private mutating func indent() {
    if buffer.count > most { return }
    for _ in 0..<depth { append("  ") }
  }

  private mutating func append(_ text: String) { buffer.append(contentsOf: text.utf8) }

  /// Characters that could mislead a terminal or a log are written as references, and so are line ends.
  private mutating func append(_ text: String, isAttribute: Bool) {
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": append("&amp;")
      case "<": append("&lt;")
      case ">": append("&gt;")
      case "\"" where isAttribute: append("&quot;")
      case "\t" where !isAttribute: buffer.append(0x09)
      case "#" where buffer.last != UInt8(ascii: "#"): buffer.append(UInt8(ascii: "#"))
      case "#", "\n", "\t", "\r": append("&#\(scalar.value);")
      case _ where Self.isControl(scalar):
        hasControl = true
        append("?")
      case _ where DisplayText.isHidden(scalar): append("&#x\(String(scalar.value, radix: 16, uppercase: true));")
      default: buffer.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
      }
    }
  }
}
