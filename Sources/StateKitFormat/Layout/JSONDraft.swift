package import StateKitCore

/// A JSON value that is built part by part: each part is added at the end of its container, and has an origin.
///
/// A class, because the readers of the parts of a foreign file add to one value.
package final class JSONDraft {
  package enum Kind: UInt8, Sendable {
    case scalar
    case array
    case object
  }

  /// A text with its origin.
  package struct Part: Sendable {
    package let text: String
    package let origin: SourceSpan

    package init(_ text: String, origin: SourceSpan) {
      self.text = text
      self.origin = origin
    }
  }

  /// A key with its quotes, or a scalar: a range of `tokens` with its origin. The range is empty without one.
  struct Token: Sendable {
    var range: Range<Int32> = 0..<0
    let origin: SourceSpan

    var isEmpty: Bool { range.isEmpty }
  }

  struct Node: Sendable {
    let kind: Kind
    let key: Token
    let value: Token
    var parent: Int32
    /// The previous part of its container; of the first part, the last one.
    var previous: Int32 = -1
    var next: Int32 = -1
    var firstChild: Int32 = -1
  }

  /// A container always precedes its contents.
  private(set) var nodes: [Node]
  /// The bytes of all keys and scalars.
  private var tokens = ByteBuffer()

  /// The words that differ between the value and its source.
  package var wording = SourceWording()
  /// The notation of its source.
  package var notation: ChartNotation

  /// Creates a value that is an empty object.
  package init(origin: SourceSpan, notation: ChartNotation = .file) {
    self.notation = notation
    nodes = [Node(kind: .object, key: Token(origin: origin), value: Token(origin: origin), parent: -1)]
  }

  /// The outermost object.
  package static let top = 0

  /// Reserves capacity for the expected rest of a foreign file.
  package func makeRoom(_ progress: inout ReadingProgress) {
    nodes.makeRoom(&progress)
    tokens.makeRoom(&progress)
  }

  package func isEmpty(_ container: Int) -> Bool { nodes[container].firstChild < 0 }

  /// Removes a value from its container.
  package func remove(_ index: Int) {
    let (container, previous, next) = (Int(nodes[index].parent), nodes[index].previous, nodes[index].next)
    guard container >= 0 else { return }
    if nodes[container].firstChild == Int32(index) {
      nodes[container].firstChild = next
    } else {
      nodes[Int(previous)].next = next
    }
    let behind = next < 0 ? nodes[container].firstChild : next
    if behind >= 0 { nodes[Int(behind)].previous = previous }
    nodes[index].parent = -1
  }

  /// Adds an object to a container; the key is nil in an array. Returns its index.
  @discardableResult
  package func object(_ key: Part?, in container: Int, origin: SourceSpan) -> Int {
    add(.object, key: keep(key, or: origin), value: Token(origin: origin), in: container)
  }

  @discardableResult
  package func array(_ key: Part?, in container: Int, origin: SourceSpan) -> Int {
    add(.array, key: keep(key, or: origin), value: Token(origin: origin), in: container)
  }

  /// Adds a text.
  package func string(_ key: Part?, value: Part, in container: Int) {
    let key = keep(key, or: value.origin)
    _ = add(.scalar, key: key, value: keep(value), in: container)
  }

  /// Adds a number, `true`, `false`, `null` or a string, given as JSON.
  package func scalar(_ key: Part?, json: Span<UInt8>, in container: Int, origin: SourceSpan) {
    let key = keep(key, or: origin)
    _ = add(.scalar, key: key, value: token(json, origin: origin), in: container)
  }

  /// Stores a key or a scalar that is given as JSON.
  func token(_ json: Span<UInt8>, origin: SourceSpan) -> Token {
    let start = Int32(tokens.count)
    tokens.append(json)
    return Token(range: start..<Int32(tokens.count), origin: origin)
  }

  private func keep(_ key: Part?, or origin: SourceSpan) -> Token {
    key.map { keep($0) } ?? Token(origin: origin)
  }

  private func keep(_ part: Part) -> Token {
    let start = Int32(tokens.count)
    DisplayText.appendQuoted(part.text, to: &tokens)
    return Token(range: start..<Int32(tokens.count), origin: part.origin)
  }

  func add(_ kind: Kind, key: Token, value: Token, in container: Int) -> Int {
    let (index, first) = (nodes.count, Int(nodes[container].firstChild))
    let last = first < 0 ? index : Int(nodes[first].previous)
    nodes.append(Node(kind: kind, key: key, value: value, parent: Int32(container), previous: Int32(last)))
    if first < 0 {
      nodes[container].firstChild = Int32(index)
    } else {
      nodes[first].previous = Int32(index)
      nodes[last].next = Int32(index)
    }
    return index
  }

  /// Adds a copy of the last added value of a container, with its contents, under another key.
  package func addAgain(_ key: Part, in container: Int) {
    guard nodes[container].firstChild >= 0 else { return }
    let first = Int(nodes[Int(nodes[container].firstChild)].previous)
    let end = nodes.count
    let shift = Int32(end - first)
    _ = add(nodes[first].kind, key: keep(key), value: nodes[first].value, in: container)
    for index in first + 1..<end {
      var node = nodes[index]
      if node.parent >= 0 { node.parent += shift }
      node.previous += shift
      if node.next >= 0 { node.next += shift }
      if node.firstChild >= 0 { node.firstChild += shift }
      nodes.append(node)
    }
    if nodes[first].firstChild >= 0 { nodes[end].firstChild = nodes[first].firstChild + shift }
  }

  /// Extends the last added handler to the events below its own, whose key ends in `.*`. Only the reader of charts
  /// understands the resulting text, which contains the handler once.
  package func shareLast(below key: Part, in container: Int) {
    var name = keep(key)
    tokens.truncate(to: Int(name.range.upperBound) - 1)
    tokens.append(".*\"")
    name.range = name.range.lowerBound..<Int32(tokens.count)
    _ = add(.scalar, key: name, value: Token(origin: key.origin), in: container)
  }

  func withTokens<Result>(_ body: (Span<UInt8>) -> Result) -> Result {
    tokens.withSpan { body($0) }
  }
}
