import StateKit

/// Actions (SPEC §1.4).
extension ChartDecoder {
  /// One action, or an array of them.
  mutating func decodeActions(_ node: Int) -> TableRange {
    let first = draft.actions.count
    switch tree.nodes[node].kind {
    case .array:
      for child in tree.children(of: node) { decodeAction(child) }
    default:
      decodeAction(node)
    }
    return TableRange(start: first, count: draft.actions.count - first)
  }

  private mutating func decodeAction(_ node: Int) {
    switch tree.nodes[node].kind {
    case .string: add(.call(actionName(node), data: nil), node)
    case .object: decodeAction(object: node)
    default:
      report(.wrongType, at: tree.nodes[node].span, "an action must be a name or an object, found \(found(node))")
    }
  }

  private mutating func decodeAction(object node: Int) {
    var verbs: [(verb: ActionVerb, node: Int)] = []
    for child in tree.children(of: node) {
      let key = ChartKey(tree.nodes[child].keyName)
      if let verb = ActionVerb.allCases.first(where: { $0.key == key }) { verbs.append((verb, child)) }
    }
    guard let (verb, value) = verbs.first else {
      unknownAction(node)
      return
    }
    if verbs.count > 1 {
      let names = verbs.map { "\"\($0.verb.key.text)\"" }.joined(separator: " and ")
      report(
        .severalActions, at: tree.nodes[verbs[1].node].keySpan, "one action has \(names)",
        help: "make an array of actions, one verb each")
      return
    }
    for child in tree.children(of: node) where child != value {
      let key = ChartKey(tree.nodes[child].keyName)
      if !verb.companions.contains(where: { $0 == key }) {
        unknownKey(child, "the action \"\(verb.key.text)\"", [verb.key] + verb.companions)
      }
    }
    decode(verb, value, in: node)
  }

  private mutating func decode(_ verb: ActionVerb, _ value: Int, in node: Int) {
    switch verb {
    case .call:
      guard expect(.string, value) else { return }
      add(.call(actionName(value), data: data(of: node)), node)
    case .log:
      guard let text = plainText(value) else { return }
      add(.log(text), node)
    case .raise:
      guard let event = event(value) else { return }
      add(.raise(event, data: data(of: node)), node)
    case .send: decodeSend(value, in: node)
    case .cancel:
      guard plainText(value) != nil, checkName(name(value)[...], at: tree.nodes[value].span, "an id") else { return }
      add(.cancel(intern(value)), node)
    case .goToState:
      guard expect(.string, value) else { return }
      addTarget(value)
      add(.goTo(target: Int32(draft.references.count - 1)), node)
    case .assign, .if, .forEach:
      notYet(tree.nodes[value].keySpan, "\"\(verb.key.text)\" is")
    }
  }

  private mutating func decodeSend(_ value: Int, in node: Int) {
    var delay: Int64? = 0
    var id: NameID?
    if let member = member(.delay, of: node) {
      delay = plainText(member).flatMap { self.delay($0, at: tree.nodes[member].span) }
    }
    if let member = member(.id, of: node), plainText(member) != nil,
      checkName(name(member)[...], at: tree.nodes[member].span, "an id")
    {
      id = intern(member)
    }
    if let member = member(.to, of: node) { notYet(tree.nodes[member].keySpan, "\"to\" is") }
    guard let event = event(value), let delay else { return }
    add(.send(event, data: data(of: node), delay: delay, id: id), node)
  }

  private mutating func unknownAction(_ node: Int) {
    let verbs = ActionVerb.allCases.map(\.key.text)
    let first = tree.children(of: node).first { _ in true }
    guard let first else {
      report(.unknownAction, at: tree.nodes[node].span, "an action without a verb", help: known(verbs))
      return
    }
    let key = tree.nodes[first].keyName
    report(
      .unknownAction, at: tree.nodes[first].keySpan, "no action is named \(quoted(key))",
      help: Suggestion.help(for: text(key), among: verbs) ?? known(verbs))
  }

  private func known(_ names: [String]) -> String {
    "known are " + names.joined(separator: ", ")
  }

  private mutating func add(_ action: Action, _ node: Int) {
    draft.actions.append(action)
    draft.actionSpans.append(tree.nodes[node].span)
  }

  private mutating func actionName(_ node: Int) -> NameID {
    checkName(name(node)[...], at: tree.nodes[node].span, "an action")
    return intern(node)
  }

  /// The event that a `raise` or `send` names.
  private mutating func event(_ node: Int) -> EventID? {
    guard plainText(node) != nil, checkName(name(node)[...], at: tree.nodes[node].span, "an event") else { return nil }
    return draft.event(named: intern(node))
  }

  /// A text without `${…}`.
  private mutating func plainText(_ node: Int) -> String? {
    guard let text = expectString(node) else { return nil }
    if zip(text.utf8, text.utf8.dropFirst()).contains(where: { $0 == (UInt8(ascii: "$"), UInt8(ascii: "{")) }) {
      notYet(tree.nodes[node].span, "texts with \"${…}\" are")
      return nil
    }
    return text
  }

  private mutating func data(of node: Int) -> Value? {
    member(.data, of: node).flatMap { literal($0) }
  }

  /// A value without texts, which would be expressions.
  private mutating func literal(_ node: Int) -> Value? {
    for place in node..<Int(tree.nodes[node].next) where tree.nodes[place].kind == .string {
      notYet(tree.nodes[place].span, "expressions are")
      return nil
    }
    return JSONText.value(node, of: tree, reader.bytes, names: reader.names)
  }

  mutating func decodeOutput(_ node: Int, of state: Int) {
    guard let value = literal(node) else { return }
    draft.outputs.append(value)
    draft.states[state].output = Int32(draft.outputs.count - 1)
  }

  private func member(_ key: ChartKey, of node: Int) -> Int? {
    tree.member(NameID(rawValue: key.rawValue), of: node)
  }
}
