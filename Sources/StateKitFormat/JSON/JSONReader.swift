// Longer than others: one grammar; its tokens have a file of their own.
package import StateKitCore

/// A strict RFC 8259 reader over bytes: no extensions, positions for every key and value, an explicit stack.
///
/// It can be driven key by key (`openObject`, `nextKey`), or read a whole value into a `JSONTree`. What makes the rest of
/// a text unreadable is thrown; duplicate keys and numbers out of range are added to the findings.
package struct JSONReader {
  /// Where the text cannot be read any further.
  package struct SyntaxError: Error {
    package let diagnostic: Diagnostic
  }

  /// A key of an object that is read key by key.
  package struct Key: Sendable {
    package let name: NameID
    package let span: SourceSpan
  }

  let bytes: [UInt8]
  /// Where the text begins.
  let textStart: Int
  package internal(set) var index: Int
  /// One past the last byte of the text.
  package let end: Int
  /// How deep the values around the next one are nested.
  private var depth = 0
  package var names: NameTable
  let findings: Findings
  let memory: MemoryGauge
  /// The names of an object's keys, each before its index among them; kept for its room.
  private var order: [UInt64] = []
  private var open: [Int32] = []
  /// The keys of the object that was closed last; kept for its room.
  private var members: [Key] = []
  /// The last string had an escape.
  var hasEscapes = false

  /// Reads `range` of `bytes`; names that are met are interned in `names`.
  package init(
    _ bytes: [UInt8], range: Range<Int>, names: NameTable, _ findings: Findings, _ memory: MemoryGauge = .unbounded
  ) {
    self.findings = findings
    self.memory = memory
    self.bytes = bytes
    textStart = range.lowerBound
    index = range.lowerBound
    end = range.upperBound
    self.names = names
  }

  // MARK: Key by key

  /// The kind of the value that comes next, nothing consumed.
  package mutating func peekKind() throws(SyntaxError) -> JSONNode.Kind {
    skipSpace()
    guard index < end else { throw unexpected("a value") }
    switch bytes[index] {
    case UInt8(ascii: "{"): return .object
    case UInt8(ascii: "["): return .array
    case UInt8(ascii: "\""): return .string
    case UInt8(ascii: "t"), UInt8(ascii: "f"): return .bool
    case UInt8(ascii: "n"): return .null
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return .int
    default: throw unexpected("a value")
    }
  }

  /// Consumes the `{` or `[` that `peekKind` saw.
  package mutating func openContainer() throws(SyntaxError) {
    try deepen()
    index += 1
  }

  /// The next key with its colon, or nil after the object's `}`.
  package mutating func nextKey(isFirst: Bool) throws(SyntaxError) -> Key? {
    skipSpace()
    if index < end, bytes[index] == UInt8(ascii: "}") {
      index += 1
      depth -= 1
      return nil
    }
    if !isFirst {
      guard index < end, bytes[index] == UInt8(ascii: ",") else { throw unexpected("\",\" or \"}\"") }
      let comma = index
      index += 1
      skipSpace()
      if index < end, bytes[index] == UInt8(ascii: "}") { throw trailingComma(comma) }
    }
    return try readKey()
  }

  /// Nothing but white space may follow.
  package mutating func finish() throws(SyntaxError) {
    skipSpace()
    guard index < end else { return }
    throw syntax(index, index + 1, "expected the end of the text, found \(shownByte(index))")
  }

  /// The id of the bytes of a string without escapes among the names.
  mutating func name(_ range: Range<Int>) -> NameID {
    let bytes = self.bytes
    return names.intern(bytes.span.extracting(range))
  }

  /// Reports keys that one object has twice.
  package mutating func checkDuplicates(_ keys: ArraySlice<Key>) {
    // Most objects are small: comparing their keys with each other touches no memory but theirs.
    if keys.count <= 6 {
      for second in keys.indices.dropFirst() {
        for first in keys.indices where first < second && keys[first].name == keys[second].name {
          reportDuplicate(keys[second], keys[first].span)
          break
        }
      }
      return
    }
    // Names that are new in a file have ascending ids.
    if keys.indices.dropFirst().allSatisfy({ keys[$0 - 1].name.rawValue < keys[$0].name.rawValue }) { return }
    // Beside each other by their ids, the same names meet.
    order.removeAll(keepingCapacity: true)
    order.reserveCapacity(keys.count)
    for second in keys.indices {
      order.append(UInt64(keys[second].name.index) << 32 | UInt64(second))
    }
    order.sort()
    var twins: [(second: Int, first: Int)] = []
    var first = 0
    for next in order.indices.dropFirst() {
      if order[next] >> 32 != order[first] >> 32 {
        first = next
      } else {
        twins.append((Int(UInt32(truncatingIfNeeded: order[next])), Int(UInt32(truncatingIfNeeded: order[first]))))
      }
    }
    for (second, first) in twins.sorted(by: { $0.second < $1.second }) {
      reportDuplicate(keys[second], keys[first].span)
    }
  }

  private func reportDuplicate(_ key: Key, _ first: SourceSpan) {
    findings.add(
      .duplicateKey, at: key.span, "the key \(DisplayText.quoted(names.text(key.name))) stands here twice",
      notes: [Diagnostic.Note(message: "it is here already", span: first)])
  }

  // MARK: Whole values

  /// Reads the next value into `tree`, replacing what is there.
  package mutating func readValue(into tree: inout JSONTree) throws(SyntaxError) {
    tree.nodes.removeAll(keepingCapacity: true)
    open.removeAll(keepingCapacity: true)
    try readNode(into: &tree, nil)
    while let container = open.last {
      skipSpace()
      let isObject = tree.nodes[Int(container)].kind == .object
      let isFirst = tree.nodes.count == Int(container) + 1
      if isObject {
        guard let key = try nextKey(isFirst: isFirst) else {
          close(&tree)
          continue
        }
        try readNode(into: &tree, key)
      } else {
        guard try nextElement(isFirst: isFirst) else {
          close(&tree)
          continue
        }
        try readNode(into: &tree, nil)
      }
    }
  }

  /// Reads the next value and checks it like any other, without keeping it.
  package mutating func skipValue() throws(SyntaxError) {
    // For each container that is open: whether it is an object, and where its keys begin.
    var open: [(isObject: Bool, firstKey: Int)] = []
    var keys: [Key] = []
    var isFirst = true
    repeat {
      if let container = open.last {
        if container.isObject {
          if let key = try nextKey(isFirst: isFirst) {
            keys.append(key)
          } else {
            checkDuplicates(keys[container.firstKey...])
            keys.removeLast(keys.count - container.firstKey)
            open.removeLast()
            isFirst = false
            continue
          }
        } else if try !nextElement(isFirst: isFirst) {
          open.removeLast()
          isFirst = false
          continue
        }
      }
      isFirst = false
      switch try peekKind() {
      case .array, .object:
        open.append((bytes[index] == UInt8(ascii: "{"), keys.count))
        try openContainer()
        isFirst = true
      default: _ = try readScalar()
      }
    } while !open.isEmpty
  }

  /// Goes on to the next element of an array; false after its `]`.
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

  private mutating func close(_ tree: inout JSONTree) {
    guard let container = open.popLast().map(Int.init) else { return }
    tree.nodes[container].span.end = Int32(index)
    tree.nodes[container].next = Int32(tree.nodes.count)
    if tree.nodes[container].kind == .object, tree.nodes.count > container + 2 {
      members.removeAll(keepingCapacity: true)
      var child = container + 1
      while child < tree.nodes.count {
        members.append(Key(name: tree.nodes[child].keyName, span: tree.nodes[child].keySpan))
        child = Int(tree.nodes[child].next)
      }
      checkDuplicates(members[...])
    }
  }

  private mutating func readNode(into tree: inout JSONTree, _ key: Key?) throws(SyntaxError) {
    var kind = try peekKind()
    let start = index
    switch kind {
    case .array, .object:
      try openContainer()
      open.append(Int32(tree.nodes.count))
    default: kind = try readScalar()
    }
    if tree.nodes.count == tree.nodes.capacity { try makeRoom(in: &tree) }
    tree.nodes.append(
      JSONNode(
        kind: kind, hasEscapes: kind == .string && hasEscapes, span: SourceSpan(start, index),
        next: Int32(tree.nodes.count + 1), key: key?.name.rawValue ?? -1, keySpan: key?.span ?? SourceSpan(0, 0)))
  }

  /// A value may be as large as the file, and what is made of it is no smaller than the tree.
  private func makeRoom(in tree: inout JSONTree) throws(SyntaxError) {
    let size = max(16, tree.nodes.count * 2)
    if size > ReadingProgress.stride, !memory.admits(size * MemoryLayout<JSONNode>.stride * 3) {
      throw SyntaxError(diagnostic: MemoryGauge.refusal(at: index))
    }
    tree.nodes.reserveCapacity(size)
  }

  /// Consumes a value that holds no others; its kind.
  private mutating func readScalar() throws(SyntaxError) -> JSONNode.Kind {
    switch bytes[index] {
    case UInt8(ascii: "\""):
      try skipString()
      return .string
    case UInt8(ascii: "n"):
      try readWord("null")
      return .null
    case UInt8(ascii: "t"):
      try readWord("true")
      return .bool
    case UInt8(ascii: "f"):
      try readWord("false")
      return .bool
    default: return try readNumber()
    }
  }

  private mutating func deepen() throws(SyntaxError) {
    depth += 1
    if depth > InputLimits.jsonDepth {
      throw SyntaxError(
        diagnostic: Diagnostic(
          .tooDeep, at: SourceSpan(index, index + 1), "nesting deeper than \(InputLimits.jsonDepth), the limit"))
    }
  }
}
