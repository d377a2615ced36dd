import StateKitCore

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
