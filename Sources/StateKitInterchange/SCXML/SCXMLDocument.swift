import StateKitCore
import StateKitFormat

/// A document as its elements: what each node is, what its attributes say. A class, because what translates it asks it of
/// every element.
final class SCXMLDocument {
  let tree: XMLTree
  /// What each node is.
  let elementWords: [SCXMLWord]
  /// What the parts of each node are: most are asked for many that they have not.
  private let held: [WordSet<SCXMLWord>]
  /// What each attribute is.
  private let attributeWords: [SCXMLAttribute]
  /// What each attribute is among ours; none where the document has no words of ours.
  private let ownWords: [SCXMLOwnAttribute]
  /// Which attributes each node has: most are asked for many that they have not.
  private let present: [WordSet<SCXMLAttribute>]
  /// The same for ours.
  private let ownPresent: [WordSet<SCXMLOwnAttribute>]
  /// It has words of ours: our own writer has written it.
  let isOurs: Bool
  /// Documents stand in it, for children.
  let holdsDocuments: Bool
  /// Our own namespace among those of the tree.
  private let vocabularyIndex: Int32?

  /// The elements of one name among the parts of an element, in document order, without those that our own writer has put
  /// there for something else.
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
    holdsDocuments = elementWords.dropFirst().contains(.scxml)
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

  /// What the parts of a node are.
  func words(in node: Int) -> WordSet<SCXMLWord> { held[node] }

  private static func held(in tree: XMLTree, words: [SCXMLWord]) -> [WordSet<SCXMLWord>] {
    var held = [WordSet<SCXMLWord>](repeating: WordSet(), count: tree.nodes.count)
    for index in tree.nodes.indices.dropFirst() {
      let parent = Int(tree.nodes[index].parent)
      if parent >= 0 { held[parent].insert(words[index]) }
    }
    return held
  }

  /// The elements of SCXML below one, in document order, without those of charts that stand in it.
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

  /// The ids that begin with `_`, as those do that are made.
  private(set) lazy var idsLikeMade = NameSet(
    attributeWords.indices.lazy.filter { self.attributeWords[$0] == .id }
      .map { self.tree.value(of: self.tree.attributes[$0]) }
      .filter { $0.utf8.first == UInt8(ascii: "_") })

  /// An attribute of ours.
  @inline(__always)
  func foreign(_ name: SCXMLOwnAttribute, of node: Int) -> JSONDraft.Part? {
    isOurs && ownPresent[node].has(name) ? presentForeign(name, of: node) : nil
  }

  @inline(never)
  private func presentForeign(_ name: SCXMLOwnAttribute, of node: Int) -> JSONDraft.Part? {
    for index in tree.attributes(of: node) where ownWords[index] == name { return part(index) }
    return nil
  }

  /// Whether an element is in our own namespace.
  func isInVocabulary(_ node: Int) -> Bool { isOurs && tree.nodes[node].namespace == vocabularyIndex }

  /// Which attributes of SCXML a node has.
  func attributes(of node: Int) -> WordSet<SCXMLAttribute> { present[node] }

  /// Whether a node is an element of SCXML.
  func isOwn(_ node: Int) -> Bool { elementWords[node] != .text && elementWords[node] != .foreign }

  /// What an attribute is, by its index in the tree.
  func word(ofAttribute index: Int) -> SCXMLAttribute { attributeWords[index] }

  private func part(_ attribute: Int) -> JSONDraft.Part {
    JSONDraft.Part(tree.value(of: tree.attributes[attribute]), origin: tree.attributes[attribute].valueSpan)
  }
}
