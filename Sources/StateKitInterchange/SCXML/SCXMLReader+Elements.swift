import CEL
import StateKitCore
import StateKitFormat

/// The elements of the document, and the values of their attributes.
extension SCXMLReader {
  var tree: XMLTree { document.tree }
  var elementWords: [SCXMLWord] { document.elementWords }
  var isOurs: Bool { document.isOurs }

  func isElement(_ node: Int, word: SCXMLWord) -> Bool { elementWords[node] == word }

  /// The elements below the root, without those of nested charts.
  var elements: SCXMLDocument.Elements { document.elements(below: root) }

  func children(_ word: SCXMLWord, of node: Int) -> SCXMLDocument.Children { document.children(word, of: node) }

  func attribute(_ name: SCXMLAttribute, of node: Int) -> Part? { document.attribute(name, of: node) }

  func foreign(_ name: SCXMLOwnAttribute, of node: Int) -> Part? { document.foreign(name, of: node) }

  func words(_ part: Part?) -> [String] {
    guard let text = part?.text else { return [] }
    let list = text.utf8Bytes
    let bytes = list.span
    var words: [String] = []
    var start = 0
    for index in 0...bytes.count where index == bytes.count || XMLReader.isSpace(bytes[index]) {
      if start < index { words.append(bytes.extracting(start..<index).text) }
      start = index + 1
    }
    return words
  }

  func origin(_ node: Int) -> SourceSpan { tree.nodes[node].nameSpan }

  func part(_ text: String, of node: Int) -> Part { Part(text, origin: origin(node)) }
}
