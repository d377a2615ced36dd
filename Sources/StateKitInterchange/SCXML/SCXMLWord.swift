import StateKitCore

/// The kind of an XML node: an SCXML element, or anything else.
enum SCXMLWord: Int, CaseIterable {
  case scxml, state, parallel, final, history, initial, transition, onentry, onexit
  case datamodel, data, donedata, content, param, script, assign
  case raise, log, send, cancel, `if`, elseif, `else`, foreach, invoke, finalize
  /// An unknown element in the namespace of SCXML, or without a namespace.
  case unknown
  /// An element of another vocabulary.
  case foreign
  case text

  /// True for states, including histories.
  var isState: Bool {
    switch self {
    case .state, .parallel, .final, .history: true
    default: false
    }
  }

  /// The spelling of each element, in the order of the cases.
  static let texts = allCases.prefix { $0 != .unknown }.map { "\($0)" }

  /// The kind of each node of a document. `isOwn`: for each namespace, true if its elements are SCXML.
  static func all(in tree: XMLTree, isOwn: [Bool]) -> [SCXMLWord] {
    let names = NameMap(zip(texts, allCases).map { (name: $0, value: $1) })
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
