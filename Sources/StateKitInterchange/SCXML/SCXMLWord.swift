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

/// The kind of an XML attribute: an SCXML attribute, or anything else.
enum SCXMLAttribute: Int, CaseIterable {
  case id, name, event, cond, target, type, expr, location, initial, version, datamodel, binding, exmode, initialstate
  case src, final, task, label, array, item, index, namelist, idlocation, delay, delayexpr, autoforward
  case eventexpr, targetexpr, typeexpr, srcexpr, sendid, sendidexpr
  /// In drafts of the recommendation, `sendid` of `<cancel>`.
  case sendId
  /// In elements that our own writer keeps of a chart: the key whose value is the element's text.
  case key
  /// An attribute without a prefix that SCXML does not have.
  case unknown
  /// An attribute of another vocabulary.
  case foreign

  /// The spelling of each attribute, in the order of the cases.
  static let texts = allCases.prefix { $0 != .unknown }.map { "\($0)" }

  static func all(in tree: XMLTree) -> [SCXMLAttribute] {
    let words = NameMap(zip(texts, allCases).map { (name: $0, value: $1) })
    return tree.attributes.map { $0.isForeign ? .foreign : tree.word(of: $0, among: words) ?? .unknown }
  }
}

/// An attribute in our namespace, by which our own writer expresses what SCXML cannot.
enum SCXMLOwnAttribute: Int, CaseIterable {
  case part, root, name, target, reenter, `guard`, handler, event, after, action, exact, description
  case none

  /// The spelling of each attribute, in the order of the cases.
  static let texts = allCases.prefix { $0 != .none }.map { "\($0)" }

  /// The kind of each attribute of a tree, in our namespace.
  static func all(in tree: XMLTree) -> [SCXMLOwnAttribute] {
    let words = NameMap(zip(texts, allCases).map { (name: $0, value: $1) })
    return tree.attributes.map { attribute in
      let isOwn = attribute.isForeign && tree.bytes[attribute.nameSpan.range].starts(with: "statekit:".utf8)
      return isOwn ? tree.word(of: attribute, among: words) ?? .none : .none
    }
  }
}
