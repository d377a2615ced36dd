import CEL
import StateKitCore

/// Actions (Charts.md).
extension ChartDecoder {
  /// The actions of `enterState` or `exitState`.
  mutating func decodeHook() throws(JSONReader.SyntaxError) -> TableRange {
    let first = draft.actions.count
    try forEachElement { $0.layOut(.part(0)) }
    return TableRange(start: first, count: draft.actions.count - first)
  }

  /// One action, or an array of them; lists inside `if` and `forEach` are laid out flat, with jumps.
  mutating func decodeActions(_ node: Int) -> TableRange {
    let first = draft.actions.count
    let isList = tree.nodes[node].kind == .array
    if isList {
      for part in tree.children(of: node) { layOut(.part(part)) }
    } else {
      layOut(.part(node))
    }
    return TableRange(start: first, count: draft.actions.count - first)
  }

  mutating func decodeAction(_ node: Int) {
    switch tree.nodes[node].kind {
    case .string:
      let name = actionName(node)
      if reader.names.has(name, prefix: "goToState"), reader.names[name].count > 9 { reportSpoken(node, name: name) }
      add(.call(name, data: nil), node: node)
    case .object: decodeAction(object: node)
    default:
      report(
        .wrongType, at: tree.nodes[node].span, message: "an action must be a name or an object, found \(found(node))")
    }
  }

  private mutating func decodeAction(object node: Int) {
    var first: (verb: ActionVerb, value: Int)?
    for child in tree.children(of: node) {
      guard let verb = verb(of: child) else { continue }
      if first != nil {
        reportSeveral(node)
        return
      }
      first = (verb, child)
    }
    guard let (verb, value) = first else {
      unknownAction(node)
      return
    }
    if verb == .assign, tree.nodes[value].kind == .string { return reportSplitAssign(value, in: node) }
    // Nearly always.
    let isAlone = value == node + 1 && tree.nodes[value].next == tree.nodes[node].next
    for child in tree.children(of: node) where !isAlone && child != value {
      let key = ChartKey(tree.nodes[child].keyName)
      if verb == .raise, let key, [.delay, .id, .to].contains(key) {
        reportSend(child, event: value)
        break
      }
      if verb.key == .if, ["elseif", "elif", "elsif"].contains(text(tree.nodes[child].keyName)) {
        let name = quoted(tree.nodes[child].keyName)
        report(
          .unknownKey, at: tree.nodes[child].keySpan, message: "unknown key \(name) in the action \"if\"",
          help: "write the next condition in \"else\": {\"if\": \"EXPRESSION\", \"then\": …}")
      } else if verb == .forEach, isListOfLoop(child) {
        continue
      } else if !verb.companions.contains(where: { $0.key == key }) {
        unknownKey(
          child, what: "the action \"\(verb.key.text)\"", known: verb.entries.map(\.key),
          instead: ForeignAction.companions(of: verb))
      }
    }
    decode(verb, value: value, in: node)
  }

  func verb(of member: Int) -> ActionVerb? {
    ChartKey(tree.nodes[member].keyName).flatMap { ActionVerb($0) }
  }

  /// The correct form of an action whose text was written as an object; nil for one whose value is an object.
  private static func shape(of verb: ActionVerb) -> String? {
    switch verb {
    case .raise: "write the name of the event, and its payload in \"data\": {\"raise\": \"EVENT\", \"data\": {…}}"
    case .send:
      "write the name of the event, and the rest in its own keys: {\"send\": \"EVENT\", \"data\": {…}, \"delay\": \"5s\"}"
    case .log: "{\"log\": \"text ${expression}\"}"
    case .cancel: "{\"cancel\": \"ID\"}"
    case .if: "write the condition, and its actions in \"then\": {\"if\": \"EXPRESSION\", \"then\": …}"
    case .forEach: "{\"forEach\": \"LIST\", \"as\": \"NAME\", \"do\": …}"
    case .goToState: "{\"goToState\": \"STATE\"}"
    case .call: "write the name of the action, and its data in \"data\": {\"call\": \"NAME\", \"data\": {…}}"
    case .assign: nil
    }
  }

  private mutating func decode(_ verb: ActionVerb, value: Int, in node: Int) {
    if tree.nodes[value].kind == .object, let shape = Self.shape(of: verb) {
      return report(.wrongType, at: tree.nodes[value].span, message: "expected a string, found an object", help: shape)
    }
    switch verb {
    case .call:
      let data = data(of: node)
      guard expect(.string, node: value) else { return }
      add(.call(actionName(value), data: data), node: node)
      draft.callNames.append((Int32(draft.actions.count - 1), tree.nodes[value].span))
    case .log:
      guard let text = template(value) else { return }
      add(.log(text), node: node)
    case .assign: decodeAssign(value)
    case .raise:
      let data = data(of: node)
      guard let event = event(value) else { return }
      add(.raise(event, data: data), node: node)
    case .send: decodeSend(value, in: node)
    case .cancel:
      guard let id = template(value), checkID(id, at: value) else { return }
      add(.cancel(id), node: node)
    case .goToState:
      guard expect(.string, node: value) else { return }
      addTarget(value)
      add(.goTo(target: Int32(draft.references.count - 1)), node: node)
    case .if: decodeIf(value, in: node)
    case .forEach: decodeForEach(value, in: node)
    }
  }

  private mutating func unknownAction(_ node: Int) {
    let verbs = ActionVerb.allCases.map(\.key.text)
    let first = tree.children(of: node).first { _ in true }
    guard let first else {
      report(.unknownAction, at: tree.nodes[node].span, message: "an action without a verb", help: known(verbs))
      return
    }
    let type = tree.children(of: node).first { ChartKey(tree.nodes[$0].keyName) == .type }
    if let type, tree.nodes[type].kind == .string, let help = ForeignAction.help(forType: string(type)) {
      return report(.unknownAction, at: tree.nodes[type].keySpan, message: "no action is named \"type\"", help: help)
    }
    let key = tree.nodes[first].keyName
    if let help = ForeignAction.help(for: text(key), delay: shownDelay(first)) {
      return report(
        .unknownAction, at: tree.nodes[first].keySpan, message: "no action is named \(quoted(key))", help: help)
    }
    let isAlone = tree.nodes[first].next == tree.nodes[node].next && tree.nodes[first].kind != .string
    let call = isAlone ? "; write a host action with data as {\"call\": \(quoted(key)), \"data\": …}" : ""
    report(
      .unknownAction, at: tree.nodes[first].keySpan, message: "no action is named \(quoted(key))",
      help: known(verbs) + call,
      fix: Self.foreignVerb(text(key)).map { Fix(text(key), to: $0, help: "the verb is \"\($0)\" in statekit") }
        ?? Suggestion.fix(for: text(key), among: verbs))
  }

  /// Reports a transition that is written as a text.
  private func reportSpoken(_ node: Int, name: NameID) {
    guard let help = SpokenName.help(forAction: text(name)) else { return }
    report(
      .lookAlike, at: tree.nodes[node].span, message: "\(quoted(name)) is a host action, not a transition", help: help)
  }

  /// The verb here for a verb of another notation.
  static func foreignVerb(_ word: String) -> String? {
    switch word {
    case "sendMessage", "dispatch", "trigger", "fire", "fireEvent": "raise"
    // XState's emit tells those who watch the machine.
    case "emit", "do", "action", "type", "run", "execute", "perform", "name", "callback", "method", "function": "call"
    case "goto", "goTo", "transition", "return", "changeState", "setState", "transitionTo", "target": "goToState"
    case "set", "update": "assign"
    case "print": "log"
    default: nil
    }
  }

  private func known(_ names: [String]) -> String {
    "known: " + names.joined(separator: ", ")
  }

  mutating func add(_ action: Action, node: Int) {
    draft.actions.append(action)
    draft.actionSpans.append(tree.nodes[node].span)
  }

  private mutating func actionName(_ node: Int) -> NameID {
    let id = intern(node)
    checkName(id, at: tree.nodes[node].span, what: "an action")
    return id
  }

  /// The event of a `raise` or `send`; an event for another chart need not be declared here.
  mutating func event(_ node: Int, isOwn: Bool = true) -> EventText? {
    guard let text = template(node) else { return nil }
    guard text.literal != nil else { return .text(text) }
    let id = intern(node)
    guard checkName(id, at: tree.nodes[node].span, what: "an event") else { return nil }
    if !isOwn { return .text(text) }
    draft.eventUses.append((id, tree.nodes[node].span))
    return .event(draft.event(named: id))
  }

  mutating func data(of node: Int) -> DataTemplate? {
    member(.data, of: node).flatMap { data($0) }
  }

  mutating func decodeOutput(_ node: Int, of state: Int) {
    guard let value = data(node) else { return }
    draft.outputs.append(value)
    draft.states[state].output = Int32(draft.outputs.count - 1)
  }

  func member(_ key: ChartKey, of node: Int) -> Int? {
    tree.member(NameID(rawValue: key.rawValue), of: node)
  }
}
