import CEL

/// The top level of a JSON text, scanned without reading the rest, which may have any errors.
package enum TopLevel {
  /// True if a text is an object with a member of this name, as far as it can be scanned.
  package static func hasKey(_ key: String, bytes: [UInt8]) -> Bool {
    !keys(among: [key], bytes: bytes).isEmpty
  }

  /// The names among `keys` that the members of an object have, as far as it can be scanned; the search ends at the
  /// first of them.
  package static func keys(among keys: [String], bytes: [UInt8]) -> [String] {
    // A list, because creating the first set of a program costs a tenth of a short run.
    var found: [String] = []
    forEachKey(bytes) { key, _ in
      guard let key = keys.first(where: { $0.utf8.elementsEqual(key.utf8) }) else { return true }
      if !found.contains(where: { $0.utf8.elementsEqual(key.utf8) }) { found.append(key) }
      return !key.utf8.elementsEqual(keys[0].utf8)
    }
    return found
  }

  /// True if the first member of this name is a list.
  package static func hasList(_ key: String, bytes: [UInt8]) -> Bool {
    var isList = false
    forEachKey(bytes) { found, first in
      guard found.utf8.elementsEqual(key.utf8) else { return true }
      isList = first == UInt8(ascii: "[")
      return false
    }
    return isList
  }

  /// The text of the first member of this name; nil if the member is missing or has another value.
  package static func text(of key: String, bytes: [UInt8]) -> String? {
    var text: String?
    forEachMember(bytes) { found, value in
      guard found.utf8.elementsEqual(key.utf8) else { return true }
      guard value < bytes.count, bytes[value] == UInt8(ascii: "\"") else { return false }
      var end = value
      skipString(bytes.span, at: &end)
      if case .string(let string)? = JSONText.value(of: Array(bytes[value..<end])) { text = string }
      return false
    }
    return text
  }

  /// Calls `body` with each member's name and the first byte of its value, until it returns that it has enough. The
  /// byte is nil if the text ends before the value. Skips comments.
  package static func forEachKey(_ bytes: [UInt8], from start: Int = 0, body: (String, UInt8?) -> Bool) {
    forEachMember(bytes, from: start) { name, value in body(name, value < bytes.count ? bytes[value] : nil) }
  }

  /// Calls `body` with each member's name and the offset of its value.
  private static func forEachMember(_ bytes: [UInt8], from start: Int = 0, body: (String, Int) -> Bool) {
    let text = bytes.span
    var index = start == 0 && bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : start
    skipSpace(text, at: &index)
    guard index < text.count, text[index] == UInt8(ascii: "{") else { return }
    var depth = 0
    // True behind `{` and `,` of the outermost object: a string is the name of a member.
    var isBeforeName = false
    while index < text.count {
      switch text[index] {
      case UInt8(ascii: "{"), UInt8(ascii: "["):
        depth += 1
        isBeforeName = depth == 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        depth -= 1
        if depth == 0 { return }
      case UInt8(ascii: ","): isBeforeName = depth == 1
      case UInt8(ascii: "\""):
        let start = index
        skipString(text, at: &index)
        if depth > 1 { continue }
        let end = index
        skipSpace(text, at: &index)
        let isCut = index == text.count && isBeforeName
        isBeforeName = false
        guard isCut || index < text.count && text[index] == UInt8(ascii: ":") else { continue }
        guard case .string(let name)? = JSONText.value(of: Array(bytes[start..<end])) else { continue }
        var value = min(index + 1, text.count)
        skipSpace(text, at: &value)
        if !body(name, value) { return }
      case UInt8(ascii: "/"): skipComment(text, at: &index)
      default: break
      }
      index += 1
    }
  }

  /// Skips white space and comments.
  private static func skipSpace(_ text: Span<UInt8>, at index: inout Int) {
    while index < text.count {
      switch text[index] {
      case 0x20, 0x0A, 0x0D, 0x09: index += 1
      case UInt8(ascii: "/"):
        let start = index
        skipComment(text, at: &index)
        if index == start { return }
        index = min(index + 1, text.count)
      default: return
      }
    }
  }

  /// The offset behind white space and comments.
  package static func endOfSpace(_ text: Span<UInt8>, from start: Int) -> Int {
    var index = start
    skipSpace(text, at: &index)
    return index
  }

  /// Skips a string to the offset behind its closing quote, or to the end of the line if it has none.
  private static func skipString(_ text: Span<UInt8>, at index: inout Int) {
    let start = index
    index = min(text.count, JSONText.closingQuote(in: text, from: index, to: text.count) + 1)
    for offset in start..<index where text[offset] == 0x0A {
      index = offset
      return
    }
  }

  /// Skips to the last byte of a comment. Outside strings, a slash occurs only in comments.
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
