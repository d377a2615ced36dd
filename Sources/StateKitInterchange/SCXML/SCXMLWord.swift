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

  /// Whether it is a state, one that remembers among them.
  var isState: Bool {
    switch self {
    case .state, .parallel, .final, .history: true
    default: false
    }
  }

  /// How each element is written, in the order of the cases.
  static let texts = [
    "scxml", "state", "parallel", "final", "history", "initial", "transition", "onentry", "onexit", "datamodel", "data",
    "donedata", "content", "param", "script", "assign", "raise", "log", "send", "cancel", "if", "elseif", "else",
    "foreach", "invoke", "finalize",
  ]

  /// What each node of a document is. `isOwn` says for each namespace whether its elements are those of SCXML.
  static func all(in tree: XMLTree, isOwn: [Bool]) -> [SCXMLWord] {
    let names = ShortNames(zip(texts, allCases))
    var words: [SCXMLWord] = []
    words.reserveCapacity(tree.nodes.count)
    for node in tree.nodes {
      if node.isText {
        words.append(.text)
      } else if node.namespace >= 0, isOwn[Int(node.namespace)] {
        words.append(tree.word(of: node, among: names) ?? .unknown)
      } else {
        words.append(.foreign)
      }
    }
    return words
  }
}
