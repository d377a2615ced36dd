import CEL

/// The top level of a JSON text, looked at without reading the rest: the text may be wrong everywhere else.
package enum TopLevel {
  /// Whether a text is an object that has a member of this name, as far as it can be followed.
  package static func hasKey(_ key: String, bytes: [UInt8]) -> Bool {
    !keys(among: [key], bytes: bytes).isEmpty
  }

  /// Which of some names the members of an object have, as far as it can be followed; the search ends where the first of them is.
  package static func keys(among keys: [String], bytes: [UInt8]) -> [String] {
    // A list, because the first set of a program costs as much as a tenth of a short run.
    var found: [String] = []
    forEachKey(bytes) { key, _ in
      guard let key = keys.first(where: { $0.utf8.elementsEqual(key.utf8) }) else { return true }
      if !found.contains(where: { $0.utf8.elementsEqual(key.utf8) }) { found.append(key) }
      return !key.utf8.elementsEqual(keys[0].utf8)
    }
    return found
  }

  /// Whether the first member of this name is a list.
  package static func hasList(_ key: String, bytes: [UInt8]) -> Bool {
    var isList = false
    forEachKey(bytes) { found, first in
      guard found.utf8.elementsEqual(key.utf8) else { return true }
      isList = first == UInt8(ascii: "[")
      return false
    }
    return isList
  }

  /// Tells each member's name and the first byte of its value, until `body` says that it knows enough. Comments are passed over.
  package static func forEachKey(_ bytes: [UInt8], from start: Int = 0, body: (String, UInt8?) -> Bool) {
    let text = bytes.span
    var index = start == 0 && bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : start
    skipSpace(text, at: &index)
    guard index < text.count, text[index] == UInt8(ascii: "{") else { return }
    var depth = 0
    while index < text.count {
      switch text[index] {
      case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        depth -= 1
        if depth == 0 { return }
      case UInt8(ascii: "\""):
        let start = index
        skipString(text, at: &index)
        if depth > 1 { continue }
        let end = index
        skipSpace(text, at: &index)
        guard index < text.count, text[index] == UInt8(ascii: ":") else { continue }
        guard case .string(let name)? = JSONText.value(of: Array(bytes[start..<end])) else { continue }
        var value = index + 1
        skipSpace(text, at: &value)
        if !body(name, value < text.count ? text[value] : nil) { return }
      case UInt8(ascii: "/"): skipComment(text, at: &index)
      default: break
      }
      index += 1
    }
  }

  private static func skipSpace(_ text: Span<UInt8>, at index: inout Int) {
    while index < text.count, [0x20, 0x0A, 0x0D, 0x09].contains(text[index]) { index += 1 }
  }

  /// From a string's first quote to behind its last; to the end of the line where that has none.
  private static func skipString(_ text: Span<UInt8>, at index: inout Int) {
    let start = index
    index = min(text.count, JSONText.closingQuote(in: text, from: index, to: text.count) + 1)
    for offset in start..<index where text[offset] == 0x0A {
      index = offset
      return
    }
  }

  /// To the last byte of a comment; nothing else has a slash outside of strings.
  private static func skipComment(_ text: Span<UInt8>, at index: inout Int) {
    guard index + 1 < text.count else { return }
    let isLine = text[index + 1] == UInt8(ascii: "/")
    guard isLine || text[index + 1] == UInt8(ascii: "*") else { return }
    index += 2
    while index < text.count {
      let isSlash = text[index] == UInt8(ascii: "/")
      if isLine ? text[index] == 0x0A : isSlash && text[index - 1] == UInt8(ascii: "*") { return }
      index += 1
    }
  }
}
