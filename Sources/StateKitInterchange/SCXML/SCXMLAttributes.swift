import StateKitCore

/// The attributes of the elements of SCXML 1.0. Unknown attributes and values have no effect: mostly they are typing
/// errors.
package enum SCXMLAttributes {
  /// Warns of unknown attributes and values in a document.
  static func check(_ document: SCXMLDocument, findings: Findings) {
    let tree = document.tree
    var node = 0
    while node < tree.nodes.count {
      let word = document.elementWords[node]
      for index in tree.attributes(of: node) { check(index, of: word, node: node, in: document, findings: findings) }
      node = holdsData(word, node: node, in: document) ? Int(tree.nodes[node].end) : node + 1
    }
  }

  /// The names of the attributes of an element; none for an element outside SCXML.
  package static func names(of element: String) -> [String] {
    let known = SCXMLWord.texts.firstIndex(of: element).flatMap { all[$0] }
    return known?.names.map { SCXMLAttribute.texts[$0.rawValue] } ?? []
  }

  /// True if the content of an element is data, whatever names it has.
  private static func holdsData(_ word: SCXMLWord, node: Int, in document: SCXMLDocument) -> Bool {
    switch word {
    case .data, .assign: true
    case .content: document.children(.scxml, of: node).isEmpty
    default: false
    }
  }

  private static func check(
    _ index: Int, of word: SCXMLWord, node: Int, in document: SCXMLDocument, findings: Findings
  ) {
    let name = document.word(ofAttribute: index)
    guard name != .foreign, let known = all[word.rawValue] else { return }
    if !known.names.contains(name) {
      if known.drafts.contains(name) { return }
      let attribute = document.tree.attributes[index]
      let text = document.tree.name(of: attribute)
      let isRead = word == .cancel && (name == .id || name == .sendId)
      findings.add(
        .unusedKey, at: attribute.nameSpan,
        message: "<\(word)> has no attribute \(DisplayText.quoted(text)) in SCXML 1.0; it is "
          + (isRead ? "read as \"sendid\"" : "left out"),
        help: isRead ? nil : Suggestion.help(for: text, among: known.names.map { "\($0)" }))
      return
    }
    if word == .transition, name == .event || name == .cond, leadsOn(node, in: document) {
      findings.add(
        .unusedKey, at: document.tree.attributes[index].nameSpan,
        message:
          "a transition of <\(document.tree.name(of: Int(document.tree.nodes[node].parent)))> can only have a target; "
          + "\(DisplayText.quoted("\(name)")) is left out")
    }
    if known.limited != name { return }
    let attribute = document.tree.attributes[index]
    let value = document.tree.value(of: attribute)
    if known.values.contains(value) { return }
    findings.add(
      .unusedKey, at: attribute.valueSpan,
      message: "\(DisplayText.quoted(value)) is not a value of \"\(name)\" in <\(word)>; it is left out",
      help: Suggestion.help(for: value, among: known.values)
        ?? known.values.map { "\"\($0)\"" }.joined(separator: " and ") + " are known")
  }

  /// True for the transition of an initial state or a history: only its target is used.
  private static func leadsOn(_ node: Int, in document: SCXMLDocument) -> Bool {
    guard document.tree.nodes[node].parent >= 0 else { return false }
    let parent = document.elementWords[Int(document.tree.nodes[node].parent)]
    return parent == .initial || parent == .history
  }

  /// The attributes of an element. It is a class because it is read for every attribute, and a struct would be copied
  /// with its lists.
  private final class Known: Sendable {
    let names: [SCXMLAttribute]
    /// The attribute with a limited set of values, and these values.
    let limited: SCXMLAttribute?
    let values: [String]
    /// Attributes of drafts of the recommendation: they are read, or reported elsewhere.
    let drafts: [SCXMLAttribute]

    init(
      names: [SCXMLAttribute], limited: SCXMLAttribute? = nil, values: [String] = [], drafts: [SCXMLAttribute] = []
    ) {
      self.names = names
      self.limited = limited
      self.values = values
      self.drafts = drafts
    }
  }

  /// For each word, its attributes; nil for an element outside SCXML.
  private static let all: [Known?] = SCXMLWord.allCases.map { known(of: $0) }

  private static func known(of word: SCXMLWord) -> Known? {
    switch word {
    case .scxml:
      Known(
        names: [.initial, .name, .version, .datamodel, .binding, .exmode], limited: .binding,
        values: ["early", "late"], drafts: [.initialstate])
    case .state: Known(names: [.id, .initial], drafts: [.src, .final, .task])
    case .parallel: Known(names: [.id], drafts: [.src, .task])
    case .final: Known(names: [.id], drafts: [.src, .final, .task])
    case .history:
      Known(names: [.id, .type], limited: .type, values: ["shallow", "deep"], drafts: [.src, .task])
    case .transition:
      Known(names: [.event, .cond, .target, .type], limited: .type, values: ["external", "internal"])
    case .data: Known(names: [.id, .src, .expr], drafts: [.name])
    case .content: Known(names: [.expr])
    case .param: Known(names: [.name, .expr, .location])
    case .script: Known(names: [.src])
    case .assign: Known(names: [.location, .expr], drafts: [.name])
    case .raise: Known(names: [.event])
    case .log: Known(names: [.label, .expr])
    case .send:
      Known(names: [
        .event, .eventexpr, .target, .targetexpr, .type, .typeexpr, .id, .idlocation, .delay, .delayexpr,
        .namelist,
      ])
    case .cancel: Known(names: [.sendid, .sendidexpr])
    case .if, .elseif: Known(names: [.cond])
    case .foreach: Known(names: [.array, .item, .index])
    case .invoke:
      Known(
        names: [.type, .typeexpr, .src, .srcexpr, .id, .idlocation, .namelist, .autoforward],
        limited: .autoforward, values: ["true", "false"])
    case .initial, .onentry, .onexit, .datamodel, .donedata, .else, .finalize: Known(names: [])
    case .unknown, .foreign, .text: nil
    }
  }
}
