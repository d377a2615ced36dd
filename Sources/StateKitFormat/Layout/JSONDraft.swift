package import StateKitCore

/// A JSON value that is made part by part: each part is added behind those that its container has, and knows what it was
/// made of.
///
/// A class, because what reads the parts of a foreign file adds to the same value.
package final class JSONDraft {
  package enum Kind: UInt8, Sendable {
    case scalar
    case array
    case object
  }

  /// A text, and what it was made of.
  package struct Part: Sendable {
    package let text: String
    package let origin: SourceSpan

    package init(_ text: String, _ origin: SourceSpan) {
      self.text = text
      self.origin = origin
    }
  }

  struct Node: Sendable {
    let kind: Kind
    /// The key with its quotes, and a scalar: bytes of `tokens`.
    let key: Range<Int32>
    let token: Range<Int32>
    let keyOrigin: SourceSpan
    let origin: SourceSpan
    var parent: Int32
    var firstChild: Int32 = -1
    var lastChild: Int32 = -1
    var next: Int32 = -1
  }

  /// A container is always before what it holds.
  private(set) var nodes: [Node] = []
  private var tokens = ByteBuffer()

  /// A value whose outermost part is an empty object.
  package init(origin: SourceSpan) {
    nodes.append(
      Node(kind: .object, key: 0..<0, token: 0..<0, keyOrigin: origin, origin: origin, parent: -1))
  }

  /// The outermost object.
  package static let top = 0

  /// What was added so far; a measure for the memory that it takes.
  package var count: Int { nodes.count }

  /// Whether a container holds nothing.
  package func isEmpty(_ container: Int) -> Bool { nodes[container].firstChild < 0 }

  /// Takes a value out of its container again.
  package func remove(_ index: Int) {
    let container = Int(nodes[index].parent)
    guard container >= 0 else { return }
    var before: Int32 = -1
    var child = nodes[container].firstChild
    while child >= 0, child != Int32(index) {
      before = child
      child = nodes[Int(child)].next
    }
    if before < 0 {
      nodes[container].firstChild = nodes[index].next
    } else {
      nodes[Int(before)].next = nodes[index].next
    }
    if nodes[container].lastChild == Int32(index) { nodes[container].lastChild = before }
    nodes[index].parent = -1
  }

  /// Adds an object to a container; the key is nil in an array. Returns its index.
  @discardableResult
  package func object(_ key: Part?, in container: Int, _ origin: SourceSpan) -> Int {
    add(.object, key, in: container, 0..<0, origin)
  }

  /// Adds an array.
  @discardableResult
  package func array(_ key: Part?, in container: Int, _ origin: SourceSpan) -> Int {
    add(.array, key, in: container, 0..<0, origin)
  }

  /// Adds a text.
  package func string(_ key: Part?, _ value: Part, in container: Int) {
    let token = token { DisplayText.appendQuoted(value.text, to: &$0) }
    add(.scalar, key, in: container, token, value.origin)
  }

  /// Adds a number, `true`, `false`, `null` or a string that is JSON already.
  package func scalar(_ key: Part?, json: Span<UInt8>, in container: Int, _ origin: SourceSpan) {
    let start = Int32(tokens.count)
    tokens.append(json)
    add(.scalar, key, in: container, start..<Int32(tokens.count), origin)
  }

  /// Adds a value whose key and scalar are JSON already, each as it shall be written.
  @discardableResult
  func add(
    _ kind: Kind, keyToken: [UInt8], keyOrigin: SourceSpan, token: [UInt8], in container: Int, _ origin: SourceSpan
  ) -> Int {
    let key = self.token { $0.append(keyToken) }
    return add(kind, key, keyOrigin, in: container, self.token { $0.append(token) }, origin)
  }

  @discardableResult
  private func add(
    _ kind: Kind, _ key: Part?, in container: Int, _ token: Range<Int32>, _ origin: SourceSpan
  ) -> Int {
    let name = key.map { key in self.token { DisplayText.appendQuoted(key.text, to: &$0) } } ?? 0..<0
    return add(kind, name, key?.origin ?? origin, in: container, token, origin)
  }

  private func add(
    _ kind: Kind, _ name: Range<Int32>, _ keyOrigin: SourceSpan, in container: Int, _ token: Range<Int32>,
    _ origin: SourceSpan
  ) -> Int {
    let index = Int32(nodes.count)
    nodes.append(
      Node(kind: kind, key: name, token: token, keyOrigin: keyOrigin, origin: origin, parent: Int32(container)))
    let last = nodes[container].lastChild
    if last < 0 {
      nodes[container].firstChild = index
    } else {
      nodes[Int(last)].next = index
    }
    nodes[container].lastChild = index
    return Int(index)
  }

  /// Adds once more, behind another key, the value that was added last, with all that is in it: it begins at `first`.
  package func addAgain(from first: Int, _ key: Part, in container: Int) {
    let end = nodes.count
    guard first < end else { return }
    let name = token { DisplayText.appendQuoted(key.text, to: &$0) }
    let shift = Int32(end - first)
    nodes.reserveCapacity(end + Int(shift))
    let node = nodes[first]
    _ = add(node.kind, name, key.origin, in: container, node.token, node.origin)
    for index in first + 1..<end {
      var node = nodes[index]
      if node.parent >= 0 { node.parent += shift }
      if node.next >= 0 { node.next += shift }
      if node.firstChild >= 0 { node.firstChild += shift }
      if node.lastChild >= 0 { node.lastChild += shift }
      nodes.append(node)
    }
    if nodes[first].firstChild >= 0 {
      nodes[end].firstChild = nodes[first].firstChild + shift
      nodes[end].lastChild = nodes[first].lastChild + shift
    }
  }

  /// The bytes of a key or a scalar.
  func bytes<Result>(of token: Range<Int32>, _ body: (Span<UInt8>) -> Result) -> Result {
    tokens.withSpan { body($0.extracting(Int(token.lowerBound)..<Int(token.upperBound))) }
  }

  private func token(_ append: (inout ByteBuffer) -> Void) -> Range<Int32> {
    let start = Int32(tokens.count)
    append(&tokens)
    return start..<Int32(tokens.count)
  }
}
