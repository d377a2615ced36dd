import StateKitCore

/// An XML document as elements and texts in document order, each with its position. Names and values are ranges of
/// the document's bytes.
struct XMLTree {
  struct Attribute {
    let nameSpan: SourceSpan
    /// The span of the value with its quotes.
    let valueSpan: SourceSpan
    /// The start of the name without its prefix; for `xmlns` alone, its end.
    let local: Int32
    /// The decoded value, as an index of `decoded`; -1 if it equals its bytes.
    let decoded: Int32

    /// True if it has a prefix: it belongs to another vocabulary.
    var isForeign: Bool { local != nameSpan.start }
  }

  struct Node {
    /// The whole start tag, or the text.
    let span: SourceSpan
    /// The end of the element's name in its start tag, or of a text.
    let nameEnd: Int32
    /// The start of the name without its prefix; -1 for a text.
    let local: Int32
    /// The namespace of an element, or the decoded text.
    fileprivate let meaning: Int32
    /// The first of its attributes; those of the next node follow them.
    let firstAttribute: Int32
    let parent: Int32
    /// The offset after its end tag, or after the text.
    var close: Int32
    /// The index after the last node in it.
    var end: Int32

    var isText: Bool { local < 0 }

    /// An index of `namespaces`; -1 for a namespace that is ignored, and for a text.
    var namespace: Int32 { isText ? -1 : meaning }

    /// The decoded text, as an index of `decoded`; -1 if it equals its bytes, and for an element.
    var decoded: Int32 { isText ? meaning : -1 }

    /// The span of the element's name in its start tag, or of the text.
    var nameSpan: SourceSpan { SourceSpan(Int(span.start) + (isText ? 0 : 1), end: Int(nameEnd)) }
  }

  /// The parts of an element, in document order.
  struct Parts: Sequence, IteratorProtocol {
    fileprivate let nodes: [Node]
    fileprivate let hasTexts: Bool
    fileprivate var upcoming: Int
    fileprivate let end: Int

    mutating func next() -> Int? {
      while upcoming < end {
        let index = upcoming
        upcoming = Int(nodes[index].end)
        if hasTexts || !nodes[index].isText { return index }
      }
      return nil
    }
  }

  let bytes: [UInt8]
  var nodes: [Node] = []
  var attributes: [Attribute] = []
  var namespaces: [String] = [""]
  /// Texts and values that differ from their bytes.
  private(set) var decoded: [String] = []

  /// The parts of an element, in document order.
  func children(of node: Int) -> Parts {
    Parts(nodes: nodes, hasTexts: true, upcoming: node + 1, end: Int(nodes[node].end))
  }

  func elements(of node: Int) -> Parts {
    Parts(nodes: nodes, hasTexts: false, upcoming: node + 1, end: Int(nodes[node].end))
  }

  /// The attributes of an element, as indices of `attributes`.
  func attributes(of node: Int) -> Range<Int> {
    Int(nodes[node].firstAttribute)..<(node + 1 < nodes.count ? Int(nodes[node + 1].firstAttribute) : attributes.count)
  }

  /// The bytes of an element's name without its prefix.
  private func local(_ node: Node) -> Range<Int> { Int(node.local)..<Int(node.nameEnd) }
  private func local(_ attribute: Attribute) -> Range<Int> { Int(attribute.local)..<Int(attribute.nameSpan.end) }

  /// The name of an element without its prefix; empty for a text.
  func name(of node: Int) -> String {
    nodes[node].isText ? "" : String(decoding: bytes[local(nodes[node])], as: UTF8.self)
  }

  /// True if an element has this local name.
  func isNamed(_ node: Int, name: StaticString) -> Bool {
    !nodes[node].isText && bytes.span.extracting(local(nodes[node])).equals(name)
  }

  /// The word for an element's local name.
  func word<Word>(of node: Node, among names: NameMap<Word>) -> Word? {
    names.value(of: bytes.span.extracting(local(node)))
  }

  /// The word for an attribute's local name.
  func word<Word>(of attribute: Attribute, among names: NameMap<Word>) -> Word? {
    names.value(of: bytes.span.extracting(local(attribute)))
  }

  /// The name of an attribute without its prefix.
  func name(of attribute: Attribute) -> String { String(decoding: bytes[local(attribute)], as: UTF8.self) }

  func value(of attribute: Attribute) -> String {
    if attribute.decoded >= 0 { return decoded[Int(attribute.decoded)] }
    return bytes.span.extracting(Int(attribute.valueSpan.start) + 1..<Int(attribute.valueSpan.end) - 1).text
  }

  func text(of node: Int) -> String {
    if nodes[node].decoded >= 0 { return decoded[Int(nodes[node].decoded)] }
    return String(decoding: bytes[nodes[node].span.range], as: UTF8.self)
  }

  /// Adds a text or a value that differs from its bytes. Returns its index.
  mutating func add(decoded bytes: [UInt8]) -> Int32 {
    decoded.append(String(decoding: bytes, as: UTF8.self))
    return Int32(decoded.count - 1)
  }

  /// All text directly in an element.
  func content(of node: Int) -> String {
    var out = ""
    for child in children(of: node) where nodes[child].isText { out += text(of: child) }
    return out
  }

  /// Reserves memory for the expected size of the rest of a document.
  mutating func makeRoom(_ progress: inout ReadingProgress) {
    nodes.makeRoom(&progress, atMost: InputLimits.xmlNodes)
    attributes.makeRoom(&progress)
  }

  /// Adds an element with the attributes from `firstAttribute` on.
  mutating func addElement(
    _ tag: SourceSpan, name: XMLReader.Name, namespace: Int32, firstAttribute: Int, in parent: Int32
  ) {
    nodes.append(
      Node(
        span: tag, nameEnd: Int32(name.range.upperBound), local: Int32(name.local), meaning: namespace,
        firstAttribute: Int32(firstAttribute), parent: parent, close: tag.end, end: Int32(nodes.count) + 1))
  }

  mutating func addText(_ text: SourceSpan, decoded: Int32, in parent: Int32) {
    nodes.append(
      Node(
        span: text, nameEnd: text.end, local: -1, meaning: decoded, firstAttribute: Int32(attributes.count),
        parent: parent, close: text.end, end: Int32(nodes.count) + 1))
  }

  /// Records the end of an element's end tag: all nodes since the element are in it.
  mutating func close(_ node: Int, at end: Int) {
    let next = Int32(nodes.count)
    nodes[node].end = next
    nodes[node].close = Int32(end)
  }
}

extension String {
  /// True if two names have equal bytes. Canonically equal names of different bytes have different lengths here.
  func isSame(as other: String) -> Bool { utf8.count == other.utf8.count && self == other }
}

extension Sequence where Self: IteratorProtocol {
  /// The next element, which stays in the sequence; nil if there is none.
  var first: Element? {
    var copy = self
    return copy.next()
  }

  var isEmpty: Bool { first == nil }
}
