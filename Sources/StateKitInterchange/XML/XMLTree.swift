import StateKitCore

/// An XML document as elements and texts in document order, each with its position. Names and values are bytes of the document.
struct XMLTree {
  struct Attribute {
    let nameSpan: SourceSpan
    /// With the quotes.
    let valueSpan: SourceSpan
    /// Where the name without its prefix begins.
    let local: Int32
    /// It has a prefix: it belongs to another vocabulary.
    let isForeign: Bool
    /// What the value says, as an index of `decoded`; -1 where it is just its bytes.
    let decoded: Int32
  }

  struct Node {
    /// The whole start tag, or the text.
    var span: SourceSpan
    /// The element's name in its start tag.
    let nameSpan: SourceSpan
    /// Where the name without its prefix begins; -1 for a text.
    let local: Int32
    /// An index of `namespaces`; -1 where it is one that is not looked at.
    let namespace: Int32
    let attributes: Range<Int32>
    let parent: Int32
    /// The byte behind its end tag, or behind the text.
    var close: Int32
    /// Behind the last node in it.
    var end: Int32 = 0
    var firstChild: Int32 = -1
    var next: Int32 = -1
    /// What a text says, as an index of `decoded`; -1 where it is just its bytes.
    var decoded: Int32 = -1

    var isText: Bool { local < 0 }
  }

  /// The parts of an element, in document order.
  struct Parts: Sequence, IteratorProtocol {
    fileprivate let nodes: [Node]
    fileprivate let hasTexts: Bool
    fileprivate var upcoming: Int32

    mutating func next() -> Int? {
      while upcoming >= 0 {
        let index = Int(upcoming)
        upcoming = nodes[index].next
        if hasTexts || !nodes[index].isText { return index }
      }
      return nil
    }

    var first: Int? {
      var copy = self
      return copy.next()
    }

    var isEmpty: Bool { first == nil }
  }

  let bytes: [UInt8]
  var nodes: [Node] = []
  var attributes: [Attribute] = []
  var namespaces: [String] = [""]
  /// Texts and values that say something else than their bytes.
  var decoded = DecodedTexts()

  /// The parts of an element, in document order.
  func children(of node: Int) -> Parts {
    Parts(nodes: nodes, hasTexts: true, upcoming: nodes[node].firstChild)
  }

  func elements(of node: Int) -> Parts {
    Parts(nodes: nodes, hasTexts: false, upcoming: nodes[node].firstChild)
  }

  /// The bytes of an element's name without its prefix.
  private func local(_ node: Node) -> Range<Int> { Int(node.local)..<Int(node.nameSpan.end) }
  private func local(_ attribute: Attribute) -> Range<Int> { Int(attribute.local)..<Int(attribute.nameSpan.end) }

  /// The name of an element without its prefix; empty for a text.
  func name(of node: Int) -> String {
    nodes[node].isText ? "" : String(decoding: bytes[local(nodes[node])], as: UTF8.self)
  }

  /// Whether an element has this name, whatever its prefix is.
  func isNamed(_ node: Int, _ name: StaticString) -> Bool {
    !nodes[node].isText && bytes.span.extracting(local(nodes[node])).equals(name)
  }

  /// The word that the name of an element is, without its prefix.
  @inline(__always)
  func word<Word>(of node: Node, among names: ShortNames<Word>) -> Word? {
    names.word(bytes.span, local(node))
  }

  /// The same of an attribute.
  @inline(__always)
  func word<Word>(of attribute: Attribute, among names: ShortNames<Word>) -> Word? {
    names.word(bytes.span, local(attribute))
  }

  /// The name of an attribute without its prefix.
  func name(of attribute: Attribute) -> String { String(decoding: bytes[local(attribute)], as: UTF8.self) }

  func value(of attribute: Attribute) -> String {
    if attribute.decoded >= 0 { return decoded.text(attribute.decoded) }
    return bytes.span.extracting(Int(attribute.valueSpan.start) + 1..<Int(attribute.valueSpan.end) - 1).text
  }

  func text(of node: Int) -> String {
    if nodes[node].decoded >= 0 { return decoded.text(nodes[node].decoded) }
    return String(decoding: bytes[nodes[node].span.range], as: UTF8.self)
  }

  /// The bytes of the text that is all there is in an element, where it says just them.
  func onlyText(of node: Int) -> Range<Int>? {
    let child = Int(nodes[node].firstChild)
    guard child >= 0, nodes[child].isText, nodes[child].decoded < 0, nodes[child].next < 0 else { return nil }
    return nodes[child].span.range
  }

  /// All text directly in an element.
  func content(of node: Int) -> String {
    var out = ""
    for child in children(of: node) where nodes[child].isText { out += text(of: child) }
    return out
  }

  /// Makes room for what the rest of a document can be expected to hold.
  mutating func makeRoom(_ progress: inout ReadingProgress) {
    nodes.makeRoom(&progress, atMost: InputLimits.xmlNodes)
    attributes.makeRoom(&progress)
  }

  /// Says where the end tag of an element ends, and that all nodes so far from it on are in it.
  mutating func close(_ node: Int, at end: Int) {
    let next = Int32(nodes.count)
    nodes[node].end = next
    nodes[node].close = Int32(end)
  }
}

extension String {
  /// Whether two names have the same bytes. Short ones are compared at once; one that only looks the same is longer.
  func isSame(as other: String) -> Bool { utf8.count == other.utf8.count && self == other }
}

extension Range<Int32> {
  var range: Range<Int> { Int(lowerBound)..<Int(upperBound) }
}
