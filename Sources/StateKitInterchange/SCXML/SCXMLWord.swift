import StateKitCore

/// What a node of a document is: an element of SCXML by its name, or none of them.
enum SCXMLWord: CaseIterable {
  case scxml, state, parallel, final, history, initial, transition, onentry, onexit
  case datamodel, data, donedata, content, param, script, assign
  case raise, log, send, cancel, `if`, elseif, `else`, foreach, invoke, finalize
  /// An element in the namespace of SCXML, or in none, that is no element of it.
  case unknown
  /// An element of another vocabulary.
  case foreign
  case text

  /// The names, in the order of the cases.
  private static let names: [(bytes: [UInt8], word: SCXMLWord)] = allCases.prefix { $0 != .unknown }.map {
    (Array("\($0)".utf8), $0)
  }

  /// The element that has this name.
  static func of(_ name: Span<UInt8>) -> SCXMLWord {
    for (bytes, word) in names where bytes.count == name.count && bytes[0] == name[0] {
      if name.equals(bytes.span) { return word }
    }
    return .unknown
  }

  /// What each node of a document is. `isOwn` says for each namespace whether its elements are those of SCXML.
  static func all(in tree: XMLTree, isOwn: [Bool]) -> [SCXMLWord] {
    var words: [SCXMLWord] = []
    words.reserveCapacity(tree.nodes.count)
    for node in tree.nodes {
      if node.isText {
        words.append(.text)
      } else if isOwn[Int(node.namespace)] {
        words.append(.of(tree.bytes.span.extracting(Int(node.local)..<Int(node.nameSpan.end))))
      } else {
        words.append(.foreign)
      }
    }
    return words
  }
}
