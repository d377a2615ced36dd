import StateKitCore
import StateKitFormat

/// The elements of the document, and what their attributes say.
extension SCXMLReader {
  /// Whether an element is one of SCXML, and of this name.
  func isElement(_ node: Int, _ name: String) -> Bool {
    tree.nodes[node].name.utf8.elementsEqual(name.utf8) && isOwn(node)
  }

  /// Elements in no namespace at all are taken for those of SCXML.
  func isOwn(_ node: Int) -> Bool {
    let namespace = tree.namespace(of: node)
    return !tree.nodes[node].isText && (namespace.isEmpty || namespace.utf8.elementsEqual(Self.namespace.utf8))
  }

  static let namespace = "http://www.w3.org/2005/07/scxml"

  /// The elements below the root, without those of charts that stand in this one.
  var elements: [Int] {
    var found: [Int] = []
    var next = root + 1
    let end = Int(tree.nodes[root].end)
    while next < end {
      if isElement(next, "scxml") {
        next = Int(tree.nodes[next].end)
        continue
      }
      if isOwn(next) { found.append(next) }
      next += 1
    }
    return found
  }

  func children(_ name: String, of node: Int) -> [Int] {
    tree.elements(of: node).filter { isElement($0, name) && foreign("part", of: $0) == nil }
  }

  func attribute(_ name: String, of node: Int) -> JSONDraft.Part? {
    tree.attribute(name, of: node).map { JSONDraft.Part(tree.value(of: $0), $0.valueSpan) }
  }

  func words(_ part: JSONDraft.Part?) -> [String] {
    part?.text.split(whereSeparator: { $0 == " " || $0 == "\n" || $0 == "\t" || $0 == "\r" || $0 == "\r\n" })
      .map(String.init) ?? []
  }

  func origin(_ node: Int) -> SourceSpan { tree.nodes[node].nameSpan }
}
