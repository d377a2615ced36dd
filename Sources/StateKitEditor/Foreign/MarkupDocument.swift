package import StateKitCore

/// The elements of an XML text with their spans. The text may be incomplete.
package struct MarkupDocument: Sendable {
  struct Element: Sendable {
    let name: String
    /// The index of the enclosing element; -1 for the outermost.
    let parent: Int
    /// The span from `<` to the end of the closing tag, or to the end of the text if the element is not closed.
    fileprivate(set) var span: SourceSpan
    /// The opening tag.
    fileprivate(set) var tag: SourceSpan
    /// The attributes with the spans of their values, without quotes.
    fileprivate(set) var attributes: [(name: String, value: SourceSpan)] = []
  }

  /// The part of a tag in which a text ends.
  enum End: Sendable {
    case text
    /// The name in an opening tag.
    case element
    /// The name in a closing tag.
    case closing
    /// The name of an attribute; `known` are the other attributes of the element.
    case attribute(element: String, known: [String])
    case value(element: String, attribute: String)
  }

  private(set) var elements: [Element] = []
  /// The elements that are not closed, the outermost first.
  private(set) var open: [Int] = []
  private(set) var end = End.text
  /// The start of the name or the value in which the text ends.
  private(set) var endStart: Int
  private let bytes: [UInt8]

  package init(_ bytes: [UInt8]) {
    self.bytes = bytes
    endStart = bytes.count
    // The number of open elements by name: a closing tag without an open element needs no search.
    var counts: [String: Int] = [:]
    var index = 0
    while index < bytes.count {
      if bytes[index] != UInt8(ascii: "<") {
        index += 1
      } else if let other = MarkupWords.withoutElements.first(where: {
        bytes[index...].starts(with: $0.0.utf8)
      }) {
        index = Self.end(of: other.1, in: bytes, from: index)
      } else if index + 1 < bytes.count, bytes[index + 1] == UInt8(ascii: "/") {
        let name = Self.word(bytes, start: index + 2)
        if index + 2 + name.utf8.count == bytes.count {
          (end, endStart) = (.closing, index + 2)
          break
        }
        index = Self.end(of: ">", in: bytes, from: index)
        // An element that is never closed ends with its parent.
        guard counts[name] ?? 0 > 0, let last = open.lastIndex(where: { elements[$0].name == name }) else { continue }
        for closed in open[last...] {
          counts[elements[closed].name, default: 0] -= 1
          elements[closed].span = SourceSpan(Int(elements[closed].span.start), end: index)
        }
        open.removeSubrange(last...)
      } else {
        let count = open.count
        index = begin(index)
        if open.count > count { counts[elements[elements.count - 1].name, default: 0] += 1 }
      }
    }
  }

  /// Reads an opening tag. Returns the offset behind it.
  private mutating func begin(_ start: Int) -> Int {
    let name = Self.word(bytes, start: start + 1)
    var index = start + 1 + name.utf8.count
    var attributes: [(name: String, value: SourceSpan)] = []
    // The names of attributes, and the one that ends at `index`.
    var words: [String] = []
    var last = ""
    var (isEmpty, isOpen) = (false, true)
    reading: while index < bytes.count {
      switch bytes[index] {
      case UInt8(ascii: ">"):
        isEmpty = bytes[index - 1] == UInt8(ascii: "/")
        isOpen = false
        index += 1
        break reading
      case UInt8(ascii: "<"):
        isOpen = false
        break reading
      case UInt8(ascii: "\""), UInt8(ascii: "'"):
        let attribute = words.last ?? ""
        let close = bytes[(index + 1)...].firstIndex(of: bytes[index])
        if close == nil { (end, endStart) = (.value(element: name, attribute: attribute), index + 1) }
        attributes.append((attribute, SourceSpan(index + 1, end: close ?? bytes.count)))
        index = close.map { $0 + 1 } ?? bytes.count
        last = ""
      default:
        last = Self.word(bytes, start: index)
        if !last.isEmpty { words.append(last) }
        index += max(1, last.utf8.count)
      }
    }
    if isOpen, case .text = end, bytes.last != UInt8(ascii: "/") {
      endStart = bytes.count - last.utf8.count
      end = .attribute(element: name, known: last.isEmpty ? words : Array(words.dropLast()))
      if index == start + 1 + name.utf8.count { (end, endStart) = (.element, start + 1) }
    }
    if name.isEmpty { return index }
    elements.append(
      Element(
        name: name, parent: open.last ?? -1, span: SourceSpan(start, end: isEmpty ? index : bytes.count),
        tag: SourceSpan(start, end: index), attributes: attributes))
    if !isEmpty, !isOpen { open.append(elements.count - 1) }
    return index
  }

  private static func word(_ bytes: [UInt8], start: Int) -> String {
    guard start < bytes.count else { return "" }
    return String(decoding: bytes[start...].prefix(while: MarkupWords.isNameByte), as: UTF8.self)
  }

  private static func end(of closing: String, in bytes: [UInt8], from start: Int) -> Int {
    var index = start
    while index < bytes.count {
      if bytes[index] == closing.utf8.first, bytes[index...].starts(with: closing.utf8) {
        return index + closing.utf8.count
      }
      index += 1
    }
    return index
  }

  // MARK: Regions

  /// The elements that can be folded.
  package var folding: [SourceSpan] { elements.map(\.span) }

  /// The spans around an offset, the innermost first.
  package func selection(at offset: Int) -> [SourceSpan] {
    var found: [SourceSpan] = []
    // The elements begin in their order.
    var next = elements.partitionPoint { Int($0.span.start) <= offset } - 1
    while next >= 0, !elements[next].span.touches(offset) { next = elements[next].parent }
    if next >= 0 {
      if let value = elements[next].attributes.touching(offset, span: { $0.value }).first?.value { found.append(value) }
      if elements[next].tag.touches(offset) { found.append(elements[next].tag) }
    }
    while next >= 0 {
      if found.last != elements[next].span { found.append(elements[next].span) }
      next = elements[next].parent
    }
    let whole = SourceSpan(0, end: bytes.count)
    return found.last == whole ? found : found + [whole]
  }

  // MARK: Names

  var states: [String] { values(of: "id", in: ["state", "parallel", "final", "history"]) }

  /// The names of events that are handled, raised or sent.
  var events: [String] {
    values(of: "event", in: ["transition", "raise", "send"]).flatMap { $0.split(separator: " ").map(String.init) }
  }

  var data: [String] { values(of: "id", in: ["data"]) }

  private func values(of attribute: String, in names: [String]) -> [String] {
    elements.filter { names.contains($0.name) }.flatMap { element in
      element.attributes.filter { $0.name == attribute }.map { String(decoding: bytes[$0.value.range], as: UTF8.self) }
    }
  }
}
