import StateKitCore
import StateKitFormat

/// A document as elements: the kind of each node, and the values of its attributes. It is a class because the
/// translation uses it for every element.
final class SCXMLDocument {
  let tree: XMLTree
  /// The kind of each node.
  let elementWords: [SCXMLWord]
  private let attributeWords: [SCXMLAttribute]
  /// The kind of each attribute in our namespace; empty if the document does not use that namespace.
  private let ownWords: [SCXMLOwnAttribute]
  /// True if the document uses our namespace: our own writer wrote it.
  let isOurs: Bool
  /// The index of our namespace among those of the tree.
  private let vocabularyIndex: Int32?

  /// The parts of an element with one name, in document order, without those that our own writer added for other
  /// tools.
  struct Children: Sequence, IteratorProtocol {
    fileprivate let document: SCXMLDocument
    fileprivate let word: SCXMLWord
    fileprivate var upcoming: Int
    fileprivate let end: Int

    mutating func next() -> Int? {
      while upcoming < end {
        let child = upcoming
        upcoming = Int(document.tree.nodes[child].end)
        if document.elementWords[child] == word, document.foreign(.part, of: child) == nil { return child }
      }
      return nil
    }

    /// True if there are at least two.
    var hasSeveral: Bool {
      var copy = self
      return copy.next() != nil && copy.next() != nil
    }
  }

  init(_ tree: XMLTree) {
    self.tree = tree
    // The root element is SCXML, in a misspelt namespace or in none, too.
    let rootNamespace = Int(tree.nodes[0].namespace)
    let isOwn = tree.namespaces.indices.map { $0 == rootNamespace || tree.namespaces[$0].isSame(as: Self.namespace) }
    elementWords = SCXMLWord.all(in: tree, isOwn: isOwn)
    attributeWords = SCXMLAttribute.all(in: tree)
    vocabularyIndex = tree.namespaces.firstIndex { $0.isSame(as: Self.vocabulary) }.map { Int32($0) }
    isOurs = vocabularyIndex != nil
    ownWords = isOurs ? SCXMLOwnAttribute.all(in: tree) : []
  }

  static let namespace = "http://www.w3.org/2005/07/scxml"
  static let vocabulary = "urn:statekit"

  func children(_ word: SCXMLWord, of node: Int) -> Children {
    Children(document: self, word: word, upcoming: node + 1, end: Int(tree.nodes[node].end))
  }

  /// The SCXML elements below one, in document order, without those of nested charts.
  struct Elements: Sequence, IteratorProtocol {
    fileprivate let document: SCXMLDocument
    fileprivate var upcoming: Int
    fileprivate let end: Int

    mutating func next() -> Int? {
      while upcoming < end {
        let node = upcoming
        let isOther = document.elementWords[node] == .scxml
        upcoming = isOther ? Int(document.tree.nodes[node].end) : node + 1
        if !isOther, document.isOwn(node) { return node }
      }
      return nil
    }
  }

  func elements(below node: Int) -> Elements {
    Elements(document: self, upcoming: node + 1, end: Int(tree.nodes[node].end))
  }

  func attribute(_ name: SCXMLAttribute, of node: Int) -> Part? {
    for index in tree.attributes(of: node) where attributeWords[index] == name { return part(index) }
    return nil
  }

  /// The ids that begin with `_`, as generated ids do.
  private(set) lazy var idsLikeMade = NameSet(
    attributeWords.indices.lazy.filter { self.attributeWords[$0] == .id }
      .map { self.tree.value(of: self.tree.attributes[$0]) }
      .filter { $0.utf8.first == UInt8(ascii: "_") })

  /// The value of an attribute in our namespace.
  func foreign(_ name: SCXMLOwnAttribute, of node: Int) -> Part? {
    if !isOurs { return nil }
    for index in tree.attributes(of: node) where ownWords[index] == name { return part(index) }
    return nil
  }

  func isInVocabulary(_ node: Int) -> Bool { isOurs && tree.nodes[node].namespace == vocabularyIndex }

  func isOwn(_ node: Int) -> Bool { elementWords[node] != .text && elementWords[node] != .foreign }

  /// The kind of an attribute, by its index in the tree.
  func word(ofAttribute index: Int) -> SCXMLAttribute { attributeWords[index] }

  private func part(_ attribute: Int) -> Part {
    Part(tree.value(of: tree.attributes[attribute]), origin: tree.attributes[attribute].valueSpan)
  }
}
