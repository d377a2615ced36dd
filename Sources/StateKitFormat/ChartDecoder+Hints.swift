import CEL
import StateKitCore

/// Keys of a state that become events but mean something else: one finding with the fix, not one for each part of their
/// values.
extension ChartDecoder {
  /// The hint for an event's key; nil for nearly all. Keys without a hint are remembered.
  mutating func hint(for key: JSONReader.Key) -> KeyHint? {
    while hasNoHint.count < reader.names.count { hasNoHint.append(false) }
    if hasNoHint[key.name.index] { return nil }
    let hint = KeyHint(for: Array(reader.names[key.name]))
    hasNoHint[key.name.index] = hint == nil
    return hint
  }

  /// Decodes an event key with a hint. Reports the key if its value cannot be a handler; otherwise decodes the handler,
  /// and keeps the hint until the targets are known. Returns true if the value was decoded as a handler.
  mutating func decodeBinding(
    _ key: JSONReader.Key, hint: KeyHint, of state: Int
  ) throws(JSONReader.SyntaxError) -> Bool {
    let start = reader.index
    let before = Findings()
    if hint.shape == .states { before.become(findings) }
    try reader.readValue(into: &tree)
    let value = tree.nodes[0].kind == .string ? string(0) : nil
    if canBeHandler(0, shape: hint.shape) {
      bind(key, of: state) { $0.decodeCandidates(0, of: state) }
      draft.nearlyReserved.append(
        ChartDraft.NearlyReserved(
          event: key.name, span: key.span, value: tree.nodes[0].span, fix: hint.fix, nearly: hint.nearly?.text,
          synonym: hint.synonym(of: text(key.name), value: value)))
      return true
    }
    if text(key.name) == "events", let help = handlersMeant() {
      report(.unknownKey, at: key.span, message: "\"events\" is not a key of a state", help: help)
    } else if hint.shape == .states, tree.nodes[0].kind == .array {
      report(
        .unknownKey, at: key.span, message: "\(quoted(key.name)) is not a key of a state",
        help: "use \"subStates\", where each state has its name: \(namedStates(in: 0))")
    } else {
      report(
        .unknownKey, at: key.span, message: "\(quoted(key.name)) is not a key of a state", help: hint.fix,
        fix: hint.synonym(of: text(key.name), value: value))
    }
    // `"final": true`: keys of such a state are no further mistakes.
    if hint.shape == .flag, text(key.name) == "final" { frames[frames.count - 1].facts.lostKind = true }
    if text(key.name) == "id" { draft.lost.hasStateIDs = true }
    if text(key.name) == "context" || hint.shape == .data { adoptContext() }
    if hint.shape == .states {
      if tree.nodes[0].kind == .object {
        // Reads the states as states, so that errors in them are found, too.
        let reported = findings.all.last
        findings.become(before)
        if let reported { findings.add(reported) }
        reader.index = start
        try decodeSubStates(key, of: state)
      } else {
        loseSubStates(key)
      }
    }
    return false
  }

  /// Decodes an event key without a hint; a value that is a state is read as a state.
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

  /// The keys of a history state by which its default target is meant. No hint of another kind remains for them.
  mutating func wordsForTarget(_ keys: ArraySlice<JSONReader.Key>) -> [(key: JSONReader.Key, name: String)] {
    let words: Set = ["initial", "default", "defaultState", "defaultTarget", "initialState", "startState", "fallback"]
    let found = keys.map { (key: $0, name: text($0.name)) }.filter { words.contains($0.name) }
    draft.nearlyReserved.removeAll { hint in found.contains { $0.key.span == hint.span } }
    return found
  }

  /// True if all keys of an object are delays.
  func hasOnlyDelays(_ node: Int) -> Bool {
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

  /// The replacement for events in a state that are written with their targets.
  func handlersMeant() -> String? {
    guard let first = tree.children(of: 0).first else { return nil }
    if tree.nodes[0].kind == .array {
      guard tree.nodes[first].kind == .object else { return nil }
      let name = tree.children(of: first).first { ["name", "event", "trigger"].contains(text(tree.nodes[$0].keyName)) }
      guard let name, tree.nodes[name].kind == .string else { return nil }
      return
        "write the handler in the state that it starts from: \"STATE\": {\(DisplayText.string(string(name))): \"TARGET\"}"
    }
    guard tree.nodes[0].kind == .object else { return nil }
    let event = quoted(tree.nodes[first].keyName)
    switch tree.nodes[first].kind {
    case .string where FieldType(string(first)) == nil:
      return "write the handler directly in its state: \(event): \"STATE\""
    case .object
    where tree.children(of: first).contains(where: { Self.foreignEventKeys.contains(text(tree.nodes[$0].keyName)) }):
      return "write the handler in the state that it starts from: \"STATE\": {\(event): \"TARGET\"}"
    default: return nil
    }
  }

  /// Keys of events that name sources or targets.
  private static let foreignEventKeys = ["from", "to", "fromState", "toState", "transitions", "fromStates", "target"]

  /// An object with the states that a list names.
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

  private func canBeHandler(_ node: Int, shape: KeyHint.Shape) -> Bool {
    let kind = tree.nodes[node].kind
    if kind == .bool || kind == .int || kind == .double { return false }
    switch shape {
    case .actions:
      guard kind == .array else { return !isNoHandler(node) }
      return !tree.children(of: node).contains { isNoHandler($0) }
    case .states, .handlers, .data:
      guard kind == .object || kind == .array else { return true }
      return tree.children(of: node).contains { isHandlerKey($0) || kind == .array && isCandidate($0) }
    case .text: return kind != .string
    case .work: return !(kind == .array ? tree.children(of: node).contains { isWork($0) } : isWork(node))
    case .flag: return true
    case .other: return !hasOnlyDelays(node)
    }
  }

  /// True for an object that has only keys of handlers.
  private func isCandidate(_ node: Int) -> Bool {
    let keys = tree.children(of: node)
    return tree.nodes[node].kind == .object && keys.first != nil && keys.allSatisfy { isHandlerKey($0) }
  }

  /// True for an action, also for one with a misspelt verb.
  private func isNoHandler(_ node: Int) -> Bool {
    if isAction(node) { return true }
    return tree.nodes[node].kind == .object && tree.children(of: node).first != nil && !looksLikeHandler(node)
  }

  /// True if a value is an action and no handler: an object with a verb, or an action of XState.
  func isAction(_ node: Int) -> Bool {
    guard tree.nodes[node].kind == .object else { return false }
    return tree.children(of: node).contains { child in
      let key = tree.nodes[child].keyName
      return ChartKey(key).flatMap { ActionVerb($0) } != nil || ChartKey(key) == .type
    }
  }

  /// True for an object that says what to invoke.
  private func isWork(_ node: Int) -> Bool {
    tree.nodes[node].kind == .object && (member(.src, of: node) ?? member(.chart, of: node)) != nil
  }

  func isHandlerKey(_ member: Int) -> Bool {
    guard tree.nodes[member].key >= 0, let key = ChartKey(tree.nodes[member].keyName) else { return false }
    return ObjectKind.handler.keys.contains(key)
  }

  /// The replacement for an event's pairs of states.
  func helpForPairs(of event: Int) -> String {
    "write the target in a handler of a state: \"STATE\": {\(quoted(tree.nodes[event].keyName)): \"TARGET\"}"
  }

  /// True if the value is a list and its first object has a key for an event or a target.
  func leadsSomewhere() -> Bool {
    guard tree.nodes[0].kind == .array, let first = tree.children(of: 0).first, tree.nodes[first].kind == .object else {
      return false
    }
    return tree.children(of: first).contains { Self.foreignEventKeys.contains(text(tree.nodes[$0].keyName)) }
  }

  /// Reports an event that is declared with its sources and targets.
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
        message: "\(DisplayText.quoted(key)) is a target, but a declaration of the event is expected",
        help: "write the handler in the state that it starts from: \"STATE\": {\(quoted(name)): \"TARGET\"}")
      return true
    }
    return false
  }
}
