import StateKitCore

/// What a node of a document is: an element of SCXML by its name, or none of them.
enum SCXMLWord: Int, CaseIterable {
  case scxml, state, parallel, final, history, initial, transition, onentry, onexit
  case datamodel, data, donedata, content, param, script, assign
  case raise, log, send, cancel, `if`, elseif, `else`, foreach, invoke, finalize
  /// An element in the namespace of SCXML, or in none, that is no element of it.
  case unknown
  /// An element of another vocabulary.
  case foreign
  case text

  /// A name, with its first bytes as a number.
  private struct Known {
    let bytes: [UInt8]
    let start: UInt64
    let word: SCXMLWord
  }

  /// The names, in the order of the cases.
  private static let names: [Known] = allCases.prefix { $0 != .unknown }.map { word in
    let bytes = Array("\(word)".utf8)
    return Known(bytes: bytes, start: start(bytes.span), word: word)
  }

  /// The first seven bytes and the length of a name as a number: no two elements have the same.
  private static func start(_ name: Span<UInt8>) -> UInt64 {
    var start = UInt64(truncatingIfNeeded: name.count)
    for index in 0..<min(7, name.count) { start = start << 8 | UInt64(name[index]) }
    return start
  }

  /// The element that has this name.
  private static func of(_ name: Span<UInt8>, among names: [Known]) -> SCXMLWord {
    let start = start(name)
    for known in names where known.start == start {
      return name.equals(known.bytes.span) ? known.word : .unknown
    }
    return .unknown
  }

  /// What each node of a document is. `isOwn` says for each namespace whether its elements are those of SCXML.
  static func all(in tree: XMLTree, isOwn: [Bool]) -> [SCXMLWord] {
    var words: [SCXMLWord] = []
    words.reserveCapacity(tree.nodes.count)
    let names = Self.names
    for node in tree.nodes {
      if node.isText {
        words.append(.text)
      } else if isOwn[Int(node.namespace)] {
        words.append(.of(tree.bytes.span.extracting(Int(node.local)..<Int(node.nameSpan.end)), among: names))
      } else {
        words.append(.foreign)
      }
    }
    return words
  }
}
