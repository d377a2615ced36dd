import StateKitCore

/// What an attribute of a document is: one of SCXML by its name, or none of them.
enum SCXMLAttribute: Int, CaseIterable {
  case id, name, event, cond, target, type, expr, location, initial, version, datamodel, binding, exmode, initialstate
  case src, final, task, label, array, item, index, namelist, idlocation, delay, delayexpr, autoforward
  case eventexpr, targetexpr, typeexpr, srcexpr, sendid, sendidexpr
  /// In what our own writer keeps of a chart: the key that the element's text is the value of.
  case key
  /// An attribute without a prefix that SCXML does not have.
  case unknown
  /// An attribute of another vocabulary.
  case foreign

  /// How each is written, in the order of the cases: to ask for the name of a case takes long when it is asked for the first
  /// time.
  static let texts = [
    "id", "name", "event", "cond", "target", "type", "expr", "location", "initial", "version", "datamodel", "binding",
    "exmode", "initialstate", "src", "final", "task", "label", "array", "item", "index", "namelist", "idlocation",
    "delay", "delayexpr", "autoforward", "eventexpr", "targetexpr", "typeexpr", "srcexpr", "sendid", "sendidexpr",
    "key",
  ]

  /// What each attribute of a tree is.
  static func all(in tree: XMLTree) -> [SCXMLAttribute] {
    let words = ShortNames(zip(texts, allCases))
    return tree.attributes.map { $0.isForeign ? .foreign : tree.word(of: $0, among: words) ?? .unknown }
  }
}

/// An attribute of ours, by which our own writer says what SCXML cannot.
enum SCXMLOwnAttribute: Int, CaseIterable {
  case part, root, name, target, reenter, `guard`, handler, event, after, action, exact
  case none

  /// How each is written, in the order of the cases.
  static let texts = [
    "part", "root", "name", "target", "reenter", "guard", "handler", "event", "after", "action", "exact",
  ]

  /// What each attribute of a tree is.
  static func all(in tree: XMLTree) -> [SCXMLOwnAttribute] {
    let words = ShortNames(zip(texts, allCases))
    return tree.attributes.map { attribute in
      let isOwn = attribute.isForeign && tree.bytes[attribute.nameSpan.range].starts(with: "statekit:".utf8)
      return isOwn ? tree.word(of: attribute, among: words) ?? .none : .none
    }
  }
}
