import StateKitCore

extension JSONDraft {
  /// The added values, and the bytes of their keys and scalars. A container always precedes its contents.
  struct Parts: ~Copyable {
    private(set) var nodes: [Node] = []
    private var tokens = ByteBuffer()

    /// Adds the outermost object.
    mutating func begin(_ origin: SourceSpan) {
      nodes.append(Node(kind: .object, key: Token(origin: origin), value: Token(origin: origin), parent: -1))
    }

    mutating func makeRoom(_ progress: inout ReadingProgress) {
      nodes.makeRoom(&progress)
      tokens.makeRoom(&progress)
    }

    /// Removes a value from its container.
    mutating func remove(_ index: Int) {
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

    /// Adds an empty container, and returns its index.
    mutating func add(_ kind: Kind, key: Part?, in container: Int, origin: SourceSpan) -> Int {
      add(kind, key: keep(key, or: origin), value: Token(origin: origin), in: container)
    }

    mutating func addText(_ key: Part?, value: Part, in container: Int) {
      let key = keep(key, or: value.origin)
      _ = add(.scalar, key: key, value: keep(value), in: container)
    }

    mutating func addScalar(_ key: Part?, json: Span<UInt8>, in container: Int, origin: SourceSpan) {
      let key = keep(key, or: origin)
      _ = add(.scalar, key: key, value: keep(json, origin: origin), in: container)
    }

    /// Adds a scalar without a token, behind a key with `.*` at its end.
    mutating func addShared(below key: Part, in container: Int) {
      var name = keep(key)
      tokens.truncate(to: Int(name.range.upperBound) - 1)
      tokens.append(".*\"")
      name.range = name.range.lowerBound..<Int32(tokens.count)
      _ = add(.scalar, key: name, value: Token(origin: key.origin), in: container)
    }

    /// Adds a copy of the last part of a container, with its contents, under another key.
    mutating func addAgain(_ key: Part, in container: Int) {
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

    mutating func add(_ kind: Kind, key: Token, value: Token, in container: Int) -> Int {
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

    func withTokens<Result>(_ body: (Span<UInt8>) -> Result) -> Result {
      tokens.withSpan { body($0) }
    }

    private mutating func keep(_ key: Part?, or origin: SourceSpan) -> Token {
      key.map { keep($0) } ?? Token(origin: origin)
    }

    private mutating func keep(_ part: Part) -> Token {
      let start = Int32(tokens.count)
      DisplayText.appendQuoted(part.text, to: &tokens)
      return Token(range: start..<Int32(tokens.count), origin: part.origin)
    }

    mutating func keep(_ json: Span<UInt8>, origin: SourceSpan) -> Token {
      let start = Int32(tokens.count)
      tokens.append(json)
      return Token(range: start..<Int32(tokens.count), origin: origin)
    }
  }
}
