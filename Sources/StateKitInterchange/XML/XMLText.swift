import StateKitCore

/// An XML document on its way out: two spaces a level, an element without content on one line.
struct XMLText {
  private var buffer: [UInt8] = Array("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n".utf8)
  private var depth = 0
  /// The last start tag is still without its `>`.
  private var isOpen = false

  var bytes: [UInt8] { buffer }
  /// Some text has a control character, which no document can have.
  private var hasControl = false

  static func isControl(_ scalar: Unicode.Scalar) -> Bool {
    scalar.value < 0x20 && scalar != "\t" && scalar != "\n" && scalar != "\r"
  }

  /// Whether a text since the last call has such a character.
  mutating func takeControl() -> Bool {
    defer { hasControl = false }
    return hasControl
  }

  mutating func open(_ name: String, _ attributes: [(String, String)]) {
    begin(name, attributes)
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

  /// An element with a text, or with nothing in it.
  mutating func leaf(_ name: String, _ attributes: [(String, String)], text: String = "") {
    begin(name, attributes)
    if text.isEmpty { return append("/>\n") }
    append(">")
    append(text, isAttribute: false)
    append("</\(name)>\n")
  }

  private mutating func begin(_ name: String, _ attributes: [(String, String)]) {
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
    for _ in 0..<depth { append("  ") }
  }

  private mutating func append(_ text: String) {
    buffer.append(contentsOf: text.utf8)
  }

  private mutating func append(_ text: String, isAttribute: Bool) {
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "&"): append("&amp;")
      case UInt8(ascii: "<"): append("&lt;")
      case UInt8(ascii: ">"): append("&gt;")
      case UInt8(ascii: "\"") where isAttribute: append("&quot;")
      case 0x0A where isAttribute: append("&#10;")
      case 0x09 where isAttribute: append("&#9;")
      case 0x0D: append("&#13;")
      case 0x00...0x08, 0x0B, 0x0C, 0x0E...0x1F:
        hasControl = true
        append("?")
      default: buffer.append(byte)
      }
    }
  }
}
