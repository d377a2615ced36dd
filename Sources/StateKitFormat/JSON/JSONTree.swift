package import StateKitCore

/// One value of a JSON text, in a `JSONTree`.
package struct JSONNode: Sendable {
  package enum Kind: UInt8, Sendable {
    case null
    case bool
    case int
    case double
    case string
    case array
    case object
  }

  package let kind: Kind
  let hasEscapes: Bool
  /// The span of the value, including a string's quotes.
  package internal(set) var span: SourceSpan
  /// The index of the node after this value and its contents.
  package internal(set) var next: Int32
  /// The key of an object's member; -1 for other values.
  package let key: Int32
  package let keySpan: SourceSpan

  package var keyName: NameID { NameID(rawValue: key) }
}

/// A JSON value with the spans of all its parts: nodes in document order, with the keys of an object's members.
package struct JSONTree: Sendable {
  package internal(set) var nodes: [JSONNode] = []

  package init() {}

  /// The members of an object or the elements of an array; empty for other values.
  package func children(of node: Int) -> Children {
    let next = Int(nodes[node].next)
    return Children(tree: self, index: node + 1, end: next)
  }

  package struct Children: Sequence, IteratorProtocol {
    let tree: JSONTree
    var index: Int
    let end: Int

    package var first: Int? { index < end ? index : nil }

    package mutating func next() -> Int? {
      guard index < end else { return nil }
      defer { index = Int(tree.nodes[index].next) }
      return index
    }
  }

  package func member(_ key: NameID, of node: Int) -> Int? {
    for child in children(of: node) where nodes[child].key == key.rawValue { return child }
    return nil
  }
}
