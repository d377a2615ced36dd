import CEL
import StateKitCore

/// Keys of a state that make events and mean something else: one finding with the fix, not one for each thing in their values.
extension ChartDecoder {
  /// The hint for an event's key. Names that have none are kept: nearly all.
  mutating func hint(for key: JSONReader.Key) -> KeyHint? {
    while hasNoHint.count < reader.names.count { hasNoHint.append(false) }
    if hasNoHint[key.name.index] { return nil }
    let hint = KeyHint(for: Array(reader.names[key.name]))
    hasNoHint[key.name.index] = hint == nil
    return hint
  }

  /// An event key with a hint: reports it where its value can be no handler, else decodes the handler and keeps the hint for
  /// when the targets are known.
  mutating func decodeBinding(_ key: JSONReader.Key, _ hint: KeyHint, of state: Int) throws(JSONReader.SyntaxError) {
    let start = reader.index
    let before = Findings()
    if hint.shape == .states { before.become(findings) }
    try reader.readValue(into: &tree)
    if canBeHandler(0, hint.shape) {
      bind(key, of: state) { $0.decodeCandidates(0, of: state) }
      draft.nearlyReserved.append(
        ChartDraft.NearlyReserved(
          event: key.name, span: key.span, value: tree.nodes[0].span, fix: hint.fix, nearly: hint.nearly?.text,
          synonym: hint.synonym(of: text(key.name))))
      return
    }
    if text(key.name) == "events", let help = handlersMeant() {
      report(.unknownKey, at: key.span, "\"events\" is no key of a state", help: help)
    } else if hint.shape == .states, tree.nodes[0].kind == .array {
      report(
        .unknownKey, at: key.span, "\(quoted(key.name)) is no key of a state",
        help: "the key here is \"subStates\", and each state has its name before it: \(namedStates(in: 0))")
    } else {
      report(
        .unknownKey, at: key.span, "\(quoted(key.name)) is no key of a state", help: hint.fix,
        fix: hint.synonym(of: text(key.name)))
    }
    if text(key.name) == "context" || hint.shape == .data { adoptContext() }
    if hint.shape == .states {
      if tree.nodes[0].kind == .object {
        // The states are read as what they are: what is wrong in them is found, too.
        let reported = findings.all.last
        findings.become(before)
        if let reported { findings.add(reported) }
        reader.index = start
        try decodeSubStates(key, of: state)
      } else {
        loseSubStates(key)
      }
    }
  }

  /// An event key without a hint; what it has may be a state, which is read as one then.
  mutating func decodeBindingOrState(_ key: JSONReader.Key, of state: Int) throws(JSONReader.SyntaxError) {
    let start = reader.index
    isState = false
    try decodeBinding(key, of: state)
    guard isState else { return }
    isState = false
    let end = reader.index
    reader.index = start
    guard try reader.peekKind() == .object else {
      reader.index = end
      return
    }
    frames[frames.count - 1].facts.subStates = frames[frames.count - 1].facts.subStates ?? key.span
    try openState(key, parent: state)
  }

  /// Whether an object has delays for keys, and nothing else.
  private func hasOnlyDelays(_ node: Int) -> Bool {
    guard tree.nodes[node].kind == .object else { return false }
    var count = 0
    for child in tree.children(of: node) {
      guard let first = reader.names[tree.nodes[child].keyName].first, UInt8(ascii: "0")...UInt8(ascii: "9") ~= first,
        (try? Delay.parse(text(tree.nodes[child].keyName).utf8Bytes.span)) != nil
      else { return false }
      count += 1
    }
    return count > 0
  }

  /// What to write in place of events in a state that say where they lead.
  private func handlersMeant() -> String? {
    guard let first = tree.children(of: 0).first(where: { _ in true }) else { return nil }
    if tree.nodes[0].kind == .array {
      let name = tree.children(of: first).first { ["name", "event", "trigger"].contains(text(tree.nodes[$0].keyName)) }
      guard let name, tree.nodes[name].kind == .string else { return nil }
      return
        "a handler stands in the state that it leads from: \"STATE\": {\(DisplayText.string(string(name))): \"TARGET\"}"
    }
    guard tree.nodes[0].kind == .object else { return nil }
    let event = quoted(tree.nodes[first].keyName)
    switch tree.nodes[first].kind {
    case .string where FieldType(string(first)) == nil:
      return "a handler stands in its state itself: \(event): \"STATE\""
    case .object
    where tree.children(of: first).contains(where: { Self.foreignEventKeys.contains(text(tree.nodes[$0].keyName)) }):
      return "a handler stands in the state that it leads from: \"STATE\": {\(event): \"TARGET\"}"
    default: return nil
    }
  }

  /// Keys of events that say where these lead.
  private static let foreignEventKeys = ["from", "to", "fromState", "toState", "transitions", "fromStates", "target"]

  /// An object of the states that a list names.
  func namedStates(in list: Int) -> String {
    var names: [String] = []
    for child in tree.children(of: list).prefix(3) {
      let name =
        tree.nodes[child].kind == .object
        ? tree.children(of: child).first { text(tree.nodes[$0].keyName) == "name" } : child
      guard let name, tree.nodes[name].kind == .string else { break }
      names.append(DisplayText.string(string(name)))
    }
    if names.isEmpty { names = ["\"NAME\""] }
    return "\"subStates\": {" + names.map { "\($0): {…}" }.joined(separator: ", ") + ", …}"
  }

  private func canBeHandler(_ node: Int, _ shape: KeyHint.Shape) -> Bool {
    let kind = tree.nodes[node].kind
    if kind == .bool || kind == .int || kind == .double { return false }
    switch shape {
    case .actions:
      guard kind == .array else { return !isAction(node) }
      return !tree.children(of: node).contains { isAction($0) }
    case .states, .handlers, .data:
      guard kind == .object || kind == .array else { return true }
      return tree.children(of: node).contains { isHandlerKey($0) }
    case .text: return kind != .string || draft.lost.states
    case .flag: return true
    case .other: return !hasOnlyDelays(node)
    }
  }

  /// Whether a value is an action rather than a handler: an object with a verb, or what XState writes.
  func isAction(_ node: Int) -> Bool {
    guard tree.nodes[node].kind == .object else { return false }
    return tree.children(of: node).contains { child in
      let key = tree.nodes[child].keyName
      return ChartKey(key).flatMap { ActionVerb($0) } != nil || ChartKey(key) == .type
    }
  }

  private func isHandlerKey(_ member: Int) -> Bool {
    guard tree.nodes[member].key >= 0, let key = ChartKey(tree.nodes[member].keyName) else { return false }
    return ObjectKind.handler.keys.contains(key)
  }

  /// Whether an object says where to go or what to do, in our words or in those of others.
  private func looksLikeHandler(_ node: Int) -> Bool {
    tree.children(of: node).contains { child in
      if isHandlerKey(child), ChartKey(tree.nodes[child].keyName) != .description { return true }
      let word = text(tree.nodes[child].keyName)
      // These are keys of a state, too.
      return !["after", "state", "if"].contains(word) && Self.foreignHandlerKeys.contains { $0.theirs == word }
    }
  }

  /// One finding for an object that stands where a handler does and is something else; false where it may be a handler.
  mutating func reportNoHandler(_ node: Int) -> Bool {
    for child in tree.children(of: node) {
      guard let key = ChartKey(tree.nodes[child].keyName), !ObjectKind.handler.keys.contains(key) else { continue }
      if key == .if, !tree.children(of: node).contains(where: { ChartKey(tree.nodes[$0].keyName) == .then }) {
        continue
      }
      if ActionVerb(key) != nil {
        report(
          .unknownKey, at: tree.nodes[child].keySpan, "\"\(key.text)\" is an action, not a key of a handler",
          help: key == .if
            ? "candidates decide, the first that holds: [{\"guard\": \"…\", \"target\": \"STATE\"}, \"STATE\"]"
            : "a handler is \"STATE\" or {\"target\": \"STATE\"}; actions stand in its \"actions\"")
        return true
      }
      if key.isReservedInState, looksLikeHandler(node) { continue }
      if key.isReservedInState, let event = bindingKey {
        report(
          .unknownKey, at: event.span, "\(quoted(event.name)) is read as an event, and what it has is a state",
          help: "states stand in \"subStates\"")
        isState = true
        return true
      }
    }
    guard let event = bindingKey, hasOnlyEvents(node) else { return false }
    if hasOnlyDelays(node) {
      report(
        .unknownKey, at: event.span, "\(quoted(event.name)) is no key of a state", help: "the key here is \"after\"")
      return true
    }
    report(
      .unknownKey, at: event.span, "\(quoted(event.name)) is read as an event, and what it has is no handler",
      help: "states stand in \"subStates\"; a handler is \"STATE\" or {\"target\": \"STATE\"}")
    isState = true
    return true
  }

  /// Whether none of an object's keys can be one of a handler, and each of its values can be one: it is a state.
  private func hasOnlyEvents(_ node: Int) -> Bool {
    let known = ObjectKind.handler.keys.map(\.text)
    return tree.children(of: node).allSatisfy { child in
      let key = text(tree.nodes[child].keyName)
      switch tree.nodes[child].kind {
      case .string, .object, .array, .null: break
      case .bool, .int, .double: return false
      }
      return ChartKey(tree.nodes[child].keyName) == nil && !Self.foreignHandlerKeys.contains { $0.theirs == key }
        && !Self.wordsAroundHandlers.contains(key) && Self.foreignVerb(key) == nil
        && Suggestion.fix(for: key, among: known) == nil
    }
  }

  /// What other notations say beside a handler.
  private static let wordsAroundHandlers: Set<String> = [
    "from", "fromState", "fromStates", "transitioningFromStates", "userInfo", "payload", "data",
  ]

  /// A key of a handler that is an action of another notation, or what an event carries there; false where it is neither.
  func reportForeign(_ node: Int) -> Bool {
    let key = text(tree.nodes[node].keyName)
    let help: String
    switch key {
    case _ where Self.foreignHandlerKeys.contains { $0.theirs == key }: return false
    case "userInfo", "payload", "data": help = "what an event carries is sent with it, and is event.data in expressions"
    default:
      guard let verb = Self.foreignVerb(key),
        Suggestion.fix(for: key, among: ObjectKind.handler.keys.map(\.text)) == nil
      else { return false }
      help = "it is an action: \"actions\": {\"\(verb)\": …}"
    }
    report(
      .unknownKey, at: tree.nodes[node].keySpan, "unknown key \(quoted(tree.nodes[node].keyName)) in a handler",
      help: help)
    return true
  }

  /// What to write in place of an event's pairs of states.
  func helpForPairs(of event: Int) -> String {
    "where it leads stands in the states: \"STATE\": {\(quoted(tree.nodes[event].keyName)): \"TARGET\"}"
  }

  /// Reports an event that is declared with the states that it leads from and to.
  func leadsSomewhere(_ node: Int) -> Bool {
    guard tree.nodes[node].kind == .object else { return false }
    let name = tree.nodes[node].keyName
    for child in tree.children(of: node) {
      let key = text(tree.nodes[child].keyName)
      guard Self.foreignEventKeys.contains(key), key != "target",
        tree.nodes[child].kind != .string || FieldType(string(child)) == nil
      else { continue }
      report(
        .unknownKey, at: tree.nodes[child].keySpan,
        "\(DisplayText.quoted(key)) says where an event leads, and declares nothing",
        help: "a handler stands in the state that it leads from: \"STATE\": {\(quoted(name)): \"TARGET\"}")
      return true
    }
    return false
  }
}
