import StateKitCore
import StateKitFormat

/// A document as elements: the kind of each node, and the values of its attributes. It is a class because the
/// translation uses it for every element.
final class SCXMLDocument {
  let tree: XMLTree
  /// The kind of each node.
  let elementWords: [SCXMLWord]
  /// The kinds of the parts of each node: most lookups are for parts that it does not have.
  private let held: [WordSet<SCXMLWord>]
  private let attributeWords: [SCXMLAttribute]
  /// The kind of each attribute in our namespace; empty if the document does not use that namespace.
  private let ownWords: [SCXMLOwnAttribute]
  /// The attributes that each node has: most lookups are for attributes that it does not have.
  private let present: [WordSet<SCXMLAttribute>]
  /// The attributes in our namespace that each node has.
  private let ownPresent: [WordSet<SCXMLOwnAttribute>]
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

    var first: Int? {
      var copy = self
      return copy.next()
    }

    var isEmpty: Bool { first == nil }

    /// True if there are at least two.
    var hasSeveral: Bool {
      var copy = self
      return copy.next() != nil && copy.next() != nil
    }
  }

  init(_ tree: XMLTree) {
    self.tree = tree
    // Elements without a namespace count as SCXML.
    let isOwn = tree.namespaces.map { $0.isEmpty || $0.isSame(as: Self.namespace) }
    elementWords = SCXMLWord.all(in: tree, isOwn: isOwn)
    held = Self.held(in: tree, words: elementWords)
    attributeWords = SCXMLAttribute.all(in: tree)
    vocabularyIndex = tree.namespaces.firstIndex { $0.isSame(as: Self.vocabulary) }.map { Int32($0) }
    isOurs = vocabularyIndex != nil
    ownWords = isOurs ? SCXMLOwnAttribute.all(in: tree) : []
    let (words, ownWords) = (attributeWords, ownWords)
    present = tree.nodes.indices.map { WordSet(words, in: tree.attributes(of: $0)) }
    ownPresent = isOurs ? tree.nodes.indices.map { WordSet(ownWords, in: tree.attributes(of: $0)) } : []
  }

  static let namespace = "http://www.w3.org/2005/07/scxml"
  static let vocabulary = "urn:statekit"

  func children(_ word: SCXMLWord, of node: Int) -> Children {
    let end = held[node].has(word) ? Int(tree.nodes[node].end) : 0
    return Children(document: self, word: word, upcoming: node + 1, end: end)
  }

  /// The kinds of the parts of a node.
  func words(in node: Int) -> WordSet<SCXMLWord> { held[node] }

  private static func held(in tree: XMLTree, words: [SCXMLWord]) -> [WordSet<SCXMLWord>] {
    var held = [WordSet<SCXMLWord>](repeating: WordSet(), count: tree.nodes.count)
    for index in tree.nodes.indices.dropFirst() {
      let parent = Int(tree.nodes[index].parent)
      if parent >= 0 { held[parent].insert(words[index]) }
    }
    return held
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

  @inline(__always)
  func attribute(_ name: SCXMLAttribute, of node: Int) -> JSONDraft.Part? {
    present[node].has(name) ? presentAttribute(name, of: node) : nil
  }

  @inline(never)
  private func presentAttribute(_ name: SCXMLAttribute, of node: Int) -> JSONDraft.Part? {
    for index in tree.attributes(of: node) where attributeWords[index] == name { return part(index) }
    return nil
  }

  /// The ids that begin with `_`, as generated ids do.
  private(set) lazy var idsLikeMade = NameSet(
    attributeWords.indices.lazy.filter { self.attributeWords[$0] == .id }
      .map { self.tree.value(of: self.tree.attributes[$0]) }
      .filter { $0.utf8.first == UInt8(ascii: "_") })

  /// The value of an attribute in our namespace.
  @inline(__always)
  func foreign(_ name: SCXMLOwnAttribute, of node: Int) -> JSONDraft.Part? {
    isOurs && ownPresent[node].has(name) ? presentForeign(name, of: node) : nil
  }

  @inline(never)
  private func presentForeign(_ name: SCXMLOwnAttribute, of node: Int) -> JSONDraft.Part? {
    for index in tree.attributes(of: node) where ownWords[index] == name { return part(index) }
    return nil
  }

  func isInVocabulary(_ node: Int) -> Bool { isOurs && tree.nodes[node].namespace == vocabularyIndex }

  func attributes(of node: Int) -> WordSet<SCXMLAttribute> { present[node] }

  func isOwn(_ node: Int) -> Bool { elementWords[node] != .text && elementWords[node] != .foreign }

  /// The kind of an attribute, by its index in the tree.
  func word(ofAttribute index: Int) -> SCXMLAttribute { attributeWords[index] }

  private func part(_ attribute: Int) -> JSONDraft.Part {
    JSONDraft.Part(tree.value(of: tree.attributes[attribute]), origin: tree.attributes[attribute].valueSpan)
  }
}
