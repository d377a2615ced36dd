import StateKitCore

/// Complete values: read into a tree, or skipped.
extension JSONReader {
  /// Reads the next value into `tree`, and replaces its contents.
  package mutating func readValue(into tree: inout JSONTree) throws(SyntaxError) {
    tree.nodes.removeAll(keepingCapacity: true)
    // The innermost open container; the node of each contains the index of the enclosing one in place of `next`.
    var container = -1
    var isObject = false
    repeat {
      var key: Key?
      if container >= 0 {
        let isFirst = tree.nodes.count == container + 1
        if isObject { key = try nextKey(isFirst: isFirst) }
        if isObject ? key == nil : try !nextElement(isFirst: isFirst) {
          container = close(container, in: &tree)
          isObject = container >= 0 && tree.nodes[container].kind == .object
          continue
        }
      }
      let kind = try readNode(into: &tree, key: key, in: container)
      if kind == .object || kind == .array {
        container = tree.nodes.count - 1
        isObject = kind == .object
      }
    } while container >= 0
  }

  /// Checks the next value without storing it.
  package mutating func skipValue() throws(SyntaxError) {
    var skipped = JSONTree()
    try readValue(into: &skipped)
  }

  /// Advances to the next element of an array; returns false after its `]`.
  package mutating func nextElement(isFirst: Bool) throws(SyntaxError) -> Bool {
    skipSpace()
    if index < end, bytes[index] == UInt8(ascii: "]") {
      index += 1
      depth -= 1
      return false
    }
    if isFirst { return true }
    guard index < end, bytes[index] == UInt8(ascii: ",") else { throw unexpected("\",\" or \"]\"") }
    let comma = index
    index += 1
    skipSpace()
    if index < end, bytes[index] == UInt8(ascii: "]") { throw trailingComma(comma) }
    return true
  }

  /// Ends a container, and returns the enclosing one.
  private mutating func close(_ container: Int, in tree: inout JSONTree) -> Int {
    let outer = Int(tree.nodes[container].next)
    tree.nodes[container].span.end = Int32(truncatingIfNeeded: index)
    tree.nodes[container].next = Int32(truncatingIfNeeded: tree.nodes.count)
    if tree.nodes[container].kind == .object {
      var seen = SeenNames()
      var child = container + 1
      while child < tree.nodes.count {
        if !seen.insert(tree.nodes[child].keyName) {
          checkDuplicates(of: container, in: tree)
          break
        }
        child = Int(tree.nodes[child].next)
      }
    }
    return outer
  }

  @inline(never)
  private mutating func checkDuplicates(of object: Int, in tree: JSONTree) {
    let members = tree.children(of: object).map { Key(name: tree.nodes[$0].keyName, span: tree.nodes[$0].keySpan) }
    checkDuplicates(members[...])
  }

  /// Consumes a value, or the opening bracket of a container, and adds its node. Returns the kind.
  private mutating func readNode(
    into tree: inout JSONTree, key: Key?, in container: Int
  ) throws(SyntaxError) -> JSONNode.Kind {
    var kind = try peekKind()
    let start = index
    hasEscapes = false
    switch kind {
    case .array, .object: try openContainer()
    case .string: try skipString()
    case .null: try readWord("null")
    case .bool: try readWord(bytes[index] == UInt8(ascii: "t") ? "true" : "false")
    case .int, .double: kind = try readNumber()
    }
    let isContainer = kind == .object || kind == .array
    if tree.nodes.count == tree.nodes.capacity { try makeRoom(in: &tree) }
    tree.nodes.append(
      JSONNode(
        kind: kind, hasEscapes: hasEscapes, span: SourceSpan(start, end: index),
        next: Int32(truncatingIfNeeded: isContainer ? container : tree.nodes.count + 1), key: key?.name.rawValue ?? -1,
        keySpan: key?.span ?? SourceSpan(0, end: 0)))
    return kind
  }

  /// Reserves memory: a value may be as large as the file, and its decoded form is at least as large as the tree.
  private func makeRoom(in tree: inout JSONTree) throws(SyntaxError) {
    let size = max(16, tree.nodes.count * 2)
    if size > ReadingProgress.stride, !memory.admits(size * MemoryLayout<JSONNode>.stride * 3) {
      throw SyntaxError(diagnostic: MemoryGauge.refusal(at: index))
    }
    tree.nodes.reserveCapacity(size)
  }
}
