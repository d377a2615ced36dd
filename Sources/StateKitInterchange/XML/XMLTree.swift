import StateKitCore

/// An XML document as elements and texts in document order, each with its position.
struct XMLTree {
  struct Attribute {
    /// Without a prefix.
    let name: String
    /// It has a prefix: it belongs to another vocabulary.
    let isForeign: Bool
    let nameSpan: SourceSpan
    /// With the quotes.
    let valueSpan: SourceSpan
    /// What the value says, where it is not just its bytes.
    let decoded: String?
  }

  struct Node {
    /// Without a prefix; empty for a text.
    let name: String
    let namespace: Int32
    /// The whole start tag, or the text.
    var span: SourceSpan
    /// The element's name in its start tag.
    let nameSpan: SourceSpan
    let attributes: Range<Int32>
    let parent: Int32
    /// The byte behind its end tag, or behind the text.
    var close: Int32
    /// Behind the last node in it.
    var end: Int32 = 0
    var firstChild: Int32 = -1
    var next: Int32 = -1
    /// What a text says, where that is not just its bytes.
    var decoded: String?

    var isText: Bool { name.isEmpty }
  }

  let bytes: [UInt8]
  var nodes: [Node] = []
  var attributes: [Attribute] = []
  var namespaces: [String] = [""]

  /// The parts of an element, in document order.
  func children(of node: Int) -> [Int] {
    var found: [Int] = []
    var next = nodes[node].firstChild
    while next >= 0 {
      found.append(Int(next))
      next = nodes[Int(next)].next
    }
    return found
  }

  func elements(of node: Int) -> [Int] {
    children(of: node).filter { !nodes[$0].isText }
  }

  /// The value of an attribute without a prefix.
  func attribute(_ name: String, of node: Int) -> Attribute? {
    attributes[nodes[node].attributes.range].first { !$0.isForeign && $0.name.isSame(as: name) }
  }

  func value(of attribute: Attribute) -> String {
    attribute.decoded
      ?? String(decoding: bytes[attribute.valueSpan.range.dropFirst().dropLast()], as: UTF8.self)
  }

  func text(of node: Int) -> String {
    nodes[node].decoded ?? String(decoding: bytes[nodes[node].span.range], as: UTF8.self)
  }

  /// All text directly in an element.
  func content(of node: Int) -> String {
    var out = ""
    for child in children(of: node) where nodes[child].isText { out += text(of: child) }
    return out
  }

  func namespace(of node: Int) -> String { namespaces[Int(nodes[node].namespace)] }
}

extension String {
  /// Whether two names have the same bytes. Short ones are compared at once; one that only looks the same is longer.
  func isSame(as other: String) -> Bool { utf8.count == other.utf8.count && self == other }
}

extension Range<Int32> {
  var range: Range<Int> { Int(lowerBound)..<Int(upperBound) }
}
