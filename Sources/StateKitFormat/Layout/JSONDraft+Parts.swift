import StateKitCore

extension JSONDraft {
  /// The added values, and the bytes of their keys and scalars. A container always precedes its contents.
  struct Parts: ~Copyable {
    private(set) var nodes: [Node] = []
    private var tokens = ByteBuffer()

    /// Adds the outermost object.
    mutating func begin(_ origin: SourceSpan) {
      nodes.append(Node(kind: .object, key: 0..<0, token: 0..<0, keyOrigin: origin, origin: origin, parent: -1))
    }

    mutating func makeRoom(_ progress: inout ReadingProgress) {
      nodes.makeRoom(&progress)
      tokens.makeRoom(&progress)
    }

    /// Removes a value from its container.
    mutating func remove(_ index: Int) {
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

    /// Adds an empty container, and returns its index.
    mutating func add(_ kind: Kind, key: Part?, in container: Int, origin: SourceSpan) -> Int {
      let name = keep(key)
      return add(kind, name: name, keyOrigin: key?.origin ?? origin, in: container, token: 0..<0, origin: origin)
    }

    mutating func addText(_ key: Part?, value: Part, in container: Int) {
      let name = keep(key)
      let token = keep(quoted: value.text)
      _ = add(
        .scalar, name: name, keyOrigin: key?.origin ?? value.origin, in: container, token: token, origin: value.origin)
    }

    mutating func addScalar(_ key: Part?, json: Span<UInt8>, in container: Int, origin: SourceSpan) {
      let name = keep(key)
      let token = keep(json)
      _ = add(.scalar, name: name, keyOrigin: key?.origin ?? origin, in: container, token: token, origin: origin)
    }

    mutating func add(
      _ kind: Kind, keyToken: [UInt8], keyOrigin: SourceSpan, token: [UInt8], in container: Int, origin: SourceSpan
    ) -> Int {
      let name = keep(keyToken.span)
      return add(kind, name: name, keyOrigin: keyOrigin, in: container, token: keep(token.span), origin: origin)
    }

    /// Adds a scalar without a token, behind a key with `.*` at its end.
    mutating func addShared(below key: Part, in container: Int) {
      var name = keep(quoted: key.text)
      tokens.truncate(to: Int(name.upperBound) - 1)
      tokens.append(".*\"")
      name = name.lowerBound..<Int32(tokens.count)
      _ = add(.scalar, name: name, keyOrigin: key.origin, in: container, token: 0..<0, origin: key.origin)
    }

    mutating func addAgain(from first: Int, key: Part, in container: Int) {
      let end = nodes.count
      guard first < end else { return }
      let name = keep(quoted: key.text)
      let shift = Int32(end - first)
      let node = nodes[first]
      _ = add(node.kind, name: name, keyOrigin: key.origin, in: container, token: node.token, origin: node.origin)
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

    private mutating func add(
      _ kind: Kind, name: Range<Int32>, keyOrigin: SourceSpan, in container: Int, token: Range<Int32>,
      origin: SourceSpan
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

    func withTokens<Result>(_ body: (Span<UInt8>) -> Result) -> Result {
      tokens.withSpan { body($0) }
    }

    private mutating func keep(_ key: Part?) -> Range<Int32> {
      guard let key else { return 0..<0 }
      return keep(quoted: key.text)
    }

    private mutating func keep(quoted text: String) -> Range<Int32> {
      let start = Int32(tokens.count)
      DisplayText.appendQuoted(text, to: &tokens)
      return start..<Int32(tokens.count)
    }

    private mutating func keep(_ json: Span<UInt8>) -> Range<Int32> {
      let start = Int32(tokens.count)
      tokens.append(json)
      return start..<Int32(tokens.count)
    }
  }
}
