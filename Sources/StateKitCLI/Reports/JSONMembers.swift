import StateKitCore

/// Members of a JSON object, each after a comma. The first one has none, and neither has one at the start of a line, after spaces.
extension ByteBuffer {
  mutating func append(key: String) {
    if last != UInt8(ascii: "{"), last != UInt8(ascii: " ") { append(", ") }
    DisplayText.appendQuoted(key, to: &self)
    append(": ")
  }

  /// Appends a text, or null.
  mutating func append(string key: String, value: String?) {
    append(key: key)
    if let value { DisplayText.appendQuoted(value, to: &self) } else { append("null") }
  }

  mutating func append(number key: String, value: Int) {
    append(key: key)
    append(decimal: Int64(value))
  }

  mutating func append(flag key: String, value: Bool) {
    append(key: key)
    append(value ? "true" : "false")
  }

  /// Appends a list of texts, or null.
  mutating func append(texts key: String, value: [String]?) {
    append(key: key)
    if let value { DisplayText.appendList(value, to: &self) } else { append("null") }
  }

  mutating func append(object key: String, members: (inout ByteBuffer) -> Void) {
    append(key: key)
    append("{")
    members(&self)
    append("}")
  }

  /// Appends a list of objects. `line` is before each of them, and `end` after the last one.
  mutating func append<Element>(
    objects key: String, of elements: some Sequence<Element>, line: String = "", end: String = "",
    members: (Element, inout ByteBuffer) -> Void
  ) {
    append(key: key)
    append("[")
    var isEmpty = true
    for element in elements {
      append(isEmpty ? "" : line.isEmpty ? ", " : ",")
      append(line)
      append("{")
      members(element, &self)
      append("}")
      isEmpty = false
    }
    append(isEmpty ? "]" : end + "]")
  }
}
