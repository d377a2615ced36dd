import StateKitCore
import StateKitFormat

/// A document as its elements: what each node is, what its attributes say. A class, because what translates it asks it of
/// every element.
final class SCXMLDocument {
  let tree: XMLTree
  /// What each node is.
  let elementWords: [SCXMLWord]
  /// It has words of ours: our own writer has written it.
  let isOurs: Bool

  /// The elements of one name among the parts of an element, in document order, without those that our own writer has put
  /// there for something else.
  struct Children: Sequence, IteratorProtocol {
    fileprivate let document: SCXMLDocument
    fileprivate let word: SCXMLWord
    fileprivate var upcoming: Int32

    mutating func next() -> Int? {
      while upcoming >= 0 {
        let child = Int(upcoming)
        upcoming = document.tree.nodes[child].next
        if document.elementWords[child] == word, document.foreign("part", of: child) == nil { return child }
      }
      return nil
    }

    var first: Int? {
      var copy = self
      return copy.next()
    }

    var isEmpty: Bool { first == nil }

    /// Whether there are at least two.
    var hasSeveral: Bool {
      var copy = self
      return copy.next() != nil && copy.next() != nil
    }
  }

  init(_ tree: XMLTree) {
    self.tree = tree
    // Elements in no namespace at all are taken for those of SCXML.
    let isOwn = tree.namespaces.map { $0.isEmpty || $0.isSame(as: Self.namespace) }
    elementWords = SCXMLWord.all(in: tree, isOwn: isOwn)
    isOurs = tree.namespaces.contains { $0.isSame(as: Self.vocabulary) }
  }

  static let namespace = "http://www.w3.org/2005/07/scxml"
  static let vocabulary = "urn:statekit"

  func children(_ word: SCXMLWord, of node: Int) -> Children {
    Children(document: self, word: word, upcoming: tree.nodes[node].firstChild)
  }

  func attribute(_ name: StaticString, of node: Int) -> JSONDraft.Part? {
    tree.attribute(name, of: node).map { JSONDraft.Part(tree.value(of: $0), $0.valueSpan) }
  }

  /// An attribute of ours.
  func foreign(_ name: StaticString, of node: Int) -> JSONDraft.Part? {
    if !isOurs { return nil }
    for index in tree.nodes[node].attributes.range where tree.attributes[index].isForeign {
      let attribute = tree.attributes[index]
      if tree.isNamed(attribute, name), tree.bytes[attribute.nameSpan.range].starts(with: "statekit:".utf8) {
        return JSONDraft.Part(tree.value(of: attribute), attribute.valueSpan)
      }
    }
    return nil
  }
}
