import StateKitCore

/// An XML document as elements and texts in document order, each with its position. Names and values are bytes of the document.
struct XMLTree {
  struct Attribute {
    let nameSpan: SourceSpan
    /// With the quotes.
    let valueSpan: SourceSpan
    /// Where the name without its prefix begins; of `xmlns` alone, which is all prefix, behind it.
    let local: Int32
    /// What the value says, as an index of `decoded`; -1 where it is just its bytes.
    let decoded: Int32

    /// It has a prefix: it belongs to another vocabulary.
    var isForeign: Bool { local != nameSpan.start }
  }

  struct Node {
    /// The whole start tag, or the text.
    let span: SourceSpan
    /// Where the element's name ends in its start tag; where a text ends.
    let nameEnd: Int32
    /// Where the name without its prefix begins; -1 for a text.
    let local: Int32
    /// The namespace of an element; what a text says.
    private let meaning: Int32
    /// The first of its attributes; those of the next node begin behind its last.
    let firstAttribute: Int32
    let parent: Int32
    /// The byte behind its end tag, or behind the text.
    var close: Int32
    /// Behind the last node in it.
    var end: Int32

    static func element(
      _ tag: SourceSpan, name: XMLReader.Name, namespace: Int32, firstAttribute: Int, in parent: Int32, at index: Int
    ) -> Node {
      Node(
        span: tag, nameEnd: Int32(name.range.upperBound), local: Int32(name.local), meaning: namespace,
        firstAttribute: Int32(firstAttribute), parent: parent, close: tag.end, end: Int32(index) + 1)
    }

    static func text(_ text: SourceSpan, decoded: Int32, firstAttribute: Int, in parent: Int32, at index: Int) -> Node {
      Node(
        span: text, nameEnd: text.end, local: -1, meaning: decoded, firstAttribute: Int32(firstAttribute),
        parent: parent, close: text.end, end: Int32(index) + 1)
    }

    var isText: Bool { local < 0 }

    /// An index of `namespaces`; -1 where it is one that is not looked at, and of a text.
    var namespace: Int32 { isText ? -1 : meaning }

    /// What a text says, as an index of `decoded`; -1 where it is just its bytes, and of an element.
    var decoded: Int32 { isText ? meaning : -1 }

    /// The element's name in its start tag; the text.
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

  /// Whether an element has this name, whatever its prefix is.
  func isNamed(_ node: Int, name: StaticString) -> Bool {
    !nodes[node].isText && bytes.span.extracting(local(nodes[node])).equals(name)
  }

  /// The word that the name of an element is, without its prefix.
  @inline(__always)
  func word<Word>(of node: Node, among names: ShortNames<Word>) -> Word? {
    names.word(bytes.span, in: local(node))
  }

  /// The same of an attribute.
  @inline(__always)
  func word<Word>(of attribute: Attribute, among names: ShortNames<Word>) -> Word? {
    names.word(bytes.span, in: local(attribute))
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
    let child = node + 1
    guard nodes[node].end == child + 1, nodes[child].isText, nodes[child].decoded < 0 else { return nil }
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
