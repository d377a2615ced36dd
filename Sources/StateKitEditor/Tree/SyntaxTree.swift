package import StateKitCore

/// The values of a JSON text with their spans, even if the text is not valid JSON. An existing value has a node; a
/// missing one has a node of the kind `missing`.
///
/// Nodes are stored in one array in document order and refer to each other by index. A tree of any depth is therefore
/// built and freed without recursion.
package struct SyntaxTree: Sendable {
  package enum Kind: UInt8, Sendable {
    case null, bool, number, string, array, object
    /// A run of characters that begins no value, for example a word without quotes.
    case word
    /// A member without a value; its empty span is at the offset where the value would begin.
    case missing
  }

  package struct Node: Sendable {
    package let kind: Kind
    /// True if a string has its closing quote, or a container its closing bracket.
    package internal(set) var isClosed: Bool
    /// The span of the value, including quotes and brackets.
    package internal(set) var span: SourceSpan
    /// The span of an object member's key, including quotes; empty for other values.
    package let keySpan: SourceSpan
    /// True if a colon follows the key.
    package let hasColon: Bool
    /// The enclosing container; -1 for the outermost value.
    package let parent: Int32
    /// The index of the node after this value and its contents.
    package internal(set) var next: Int32

    package var isContainer: Bool { kind == .array || kind == .object }
    package var hasKey: Bool { keySpan.start < keySpan.end }
  }

  /// The nodes; empty for an empty text.
  package internal(set) var nodes: [Node] = []

  init() {}

  /// The members of an object or the elements of an array; empty for other values.
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

  /// The innermost value whose bytes or key contain the offset, including their ends; nil outside of all values.
  package func node(at offset: Int) -> Int? {
    // The values begin in the order of the nodes.
    var found = nodes.partitionPoint { Int($0.hasKey ? $0.keySpan.start : $0.span.start) <= offset } - 1
    while found >= 0, Int(nodes[found].span.end) < offset { found = Int(nodes[found].parent) }
    return found < 0 ? nil : found
  }

  /// The values around a value, the outermost first, and the value itself last.
  package func line(to node: Int) -> [Int] {
    var line = [node]
    while let parent = line.last.map({ nodes[$0].parent }), parent >= 0 { line.append(Int(parent)) }
    return line.reversed()
  }
}

extension SourceSpan {
  /// True if an offset is in the span or at one of its ends.
  package func touches(_ offset: Int) -> Bool { Int(start) <= offset && offset <= Int(end) }
}

extension Array {
  /// The elements whose spans touch an offset. The spans are in order and do not overlap.
  func touching(_ offset: Int, span: (Element) -> SourceSpan) -> ArraySlice<Element> {
    self[partitionPoint { Int(span($0).end) < offset }...].prefix { Int(span($0).start) <= offset }
  }
}
