package import StateKitCore

/// The values of a JSON text with their spans, also where the text is no JSON: what is there is a value, what is missing is
/// one of the kind `missing`.
///
/// Nodes stand in document order, in one array; nothing refers to anything but by index, so a tree of any depth is made and
/// freed without recursion.
package struct SyntaxTree: Sendable {
  package enum Kind: UInt8, Sendable {
    case null
    case bool
    case number
    case string
    case array
    case object
    /// A run of characters that begins no value: a word without quotes, for one.
    case word
    /// A member without a value; its span is empty and lies where the value would begin.
    case missing
  }

  package struct Node: Sendable {
    package let kind: Kind
    /// A string has its second quote, a container its closing bracket.
    package internal(set) var isClosed: Bool
    /// The value's bytes, quotes and brackets with them.
    package internal(set) var span: SourceSpan
    /// The key of an object's member, quotes with it; empty where there is none.
    package let keySpan: SourceSpan
    /// Whether a colon stands behind the key.
    package let hasColon: Bool
    /// The container around it; -1 for the outermost value.
    package let parent: Int32
    /// The index of what follows this value and all in it.
    package internal(set) var next: Int32

    package var isContainer: Bool { kind == .array || kind == .object }
    package var hasKey: Bool { keySpan.start < keySpan.end }
  }

  /// Empty where the text holds nothing.
  package internal(set) var nodes: [Node] = []
  /// Whether every bracket and every string is closed, every member has a key, a colon and a value, and commas stand where
  /// they must.
  package internal(set) var isWhole = true

  init() {}

  /// The members of an object or the elements of an array; none for other values.
  package func children(of node: Int) -> Children {
    Children(tree: self, index: node + 1, end: node < nodes.count ? Int(nodes[node].next) : 0)
  }

  package struct Children: Sequence, IteratorProtocol {
    let tree: SyntaxTree
    var index: Int
    let end: Int

    package mutating func next() -> Int? {
      guard index < end else { return nil }
      defer { index = Int(tree.nodes[index].next) }
      return index
    }
  }

  /// The innermost value whose bytes or whose key hold the offset, also at their end; nil outside of all.
  package func node(at offset: Int) -> Int? {
    var found: Int?
    var index = 0
    while index < nodes.count {
      let node = nodes[index]
      let start = node.hasKey ? node.keySpan.start : node.span.start
      if Int(start) > offset { break }
      if Int(node.span.end) >= offset {
        found = index
        index += 1
      } else {
        index = Int(node.next)
      }
    }
    return found
  }

  /// The values around one, the outermost first, itself last.
  package func line(to node: Int) -> [Int] {
    var line = [node]
    while let parent = line.last.map({ nodes[$0].parent }), parent >= 0 { line.append(Int(parent)) }
    return line.reversed()
  }
}
