import StateKitCore

/// Unknown keys at the top level of a chart.
extension ChartDecoder {
  /// Reports unknown keys at the top level with their right places. If there is no root, one finding covers all keys
  /// that belong in it.
  mutating func reportUnknown(_ topKeys: [JSONReader.Key], lackRoot: Bool, start: Int) {
    var others = topKeys
    // A root that is no object is an error, which says where states belong.
    if !lackRoot, !hasRoot {
      others.removeAll { key in
        ChartKey(key.name)?.isReservedInState == true || KeyHint(for: Array(reader.names[key.name]))?.shape == .states
      }
    }
    let fixes = lackRoot ? topKeys.map { fixForUnknown($0) } : []
    if lackRoot, !fixes.contains(where: { $0?.new == ChartKey.root.text }) {
      let inRoot = zip(topKeys, fixes).filter { $1 == nil && !isElsewhere($0) }.map(\.0)
      let starts = Set(inRoot.map(\.span.start))
      others.removeAll { starts.contains($0.span.start) }
      let isWrapped = inRoot.count == 1 && inRoot.first?.span == wrapper?.span
      report(
        .missingRoot, at: inRoot.first?.span ?? SourceSpan(start, end: start + 1),
        message: "a chart needs \"root\", its root state",
        help: isWrapped ? wrapper?.help : helpForRoot(inRoot))
    }
    for key in others {
      report(
        .unknownKey, at: key.span, message: "unknown key \(quoted(key.name)) at the top level",
        help: helpForUnknown(key), fix: fixForUnknown(key))
    }
  }

  /// The correct form of a chart inside a key of the top level; nil if the value is no chart.
  func helpForWrapper(_ key: JSONReader.Key) -> String? {
    guard tree.nodes[0].kind == .object, ChartKey(key.name)?.isReservedInState != true else { return nil }
    let names = tree.children(of: 0).map { text(tree.nodes[$0].keyName) }
    let name = DisplayText.string(text(key.name))
    if names.contains("root") { return "write the keys of \(name) at the top level: {\"root\": {…}}" }
    guard names.contains(where: { ["states", "subStates", "state", "transitions", "StartAt"].contains($0) }) else {
      return nil
    }
    return "write the content of \(name) as the root: \"root\": {\"initial\": \"NAME\", \"subStates\": {\"NAME\": {…}}}"
  }

  /// The correct form of a state whose value is not an object; nil if the value has no hint.
  func helpForState(_ key: JSONReader.Key) -> String? {
    let kind = tree.nodes[0].kind == .string ? string(0) : ""
    let type = ["parallel", "final", "history"].contains(kind) ? "{\"type\": \"\(kind)\"}" : "{}"
    return tree.nodes[0].kind == .null || type != "{}" ? "\(quoted(key.name)): \(type)" : nil
  }

  /// The form of the missing root.
  private func helpForRoot(_ keys: [JSONReader.Key]) -> String? {
    if keys.isEmpty { return nil }
    let names = keys.map { text($0.name) }
    if names.contains(where: { ["states", "States", "transitions", "StartAt"].contains($0) }) {
      return
        "write the states in it: \"root\": {\"initial\": \"NAME\", \"subStates\": {\"NAME\": {\"EVENT\": \"TARGET\"}}}"
    }
    let states = keys.filter { ChartKey($0.name)?.isReservedInState != true }.map { text($0.name) }
    if let flatInitial, !states.isEmpty, !names.contains(ChartKey.subStates.text) {
      let others = keys.filter { ChartKey($0.name)?.isReservedInState == true && ChartKey($0.name) != .initial }
      let shown = others.map { "\(DisplayText.string(text($0.name))): …, " }.joined()
      return helpForStates(states, initial: flatInitial, others: shown)
    }
    if keys.contains(where: { ChartKey($0.name)?.isReservedInState == true }) {
      let shown = names.prefix(3).map { DisplayText.string($0) + ": …" }.joined(separator: ", ")
      return "move the keys into it: \"root\": {\(shown)\(names.count > 3 ? ", …" : "")}"
    }
    return helpForStates(names, initial: names[0])
  }

  /// The root with the states that are written at the top level. `others`: the text of the keys between.
  private func helpForStates(_ names: [String], initial: String, others: String = "") -> String {
    "write the states in it: \"root\": {\"initial\": \(DisplayText.string(initial)), \(others)\"subStates\": {"
      + names.prefix(3).map { DisplayText.string($0) + ": {…}" }.joined(separator: ", ")
      + (names.count > 3 ? ", …" : "") + "}}"
  }

  private func helpForUnknown(_ key: JSONReader.Key) -> String {
    helpElsewhere(key) ?? "known: " + ObjectKind.topLevel.keys.map(\.text).joined(separator: ", ")
  }

  /// True for a key that belongs neither at the top level nor in the root.
  private func isElsewhere(_ key: JSONReader.Key) -> Bool {
    ["inputs", "id", "version", "key"].contains(text(key.name))
      || KeyHint(for: Array(reader.names[key.name]))?.shape == .data
  }

  private func fixForUnknown(_ key: JSONReader.Key) -> Fix? {
    if helpElsewhere(key) != nil { return nil }
    return Suggestion.fix(for: text(key.name), among: ObjectKind.topLevel.keys.map(\.text))
  }

  /// The right place of a key that is unknown at the top level.
  private func helpElsewhere(_ key: JSONReader.Key) -> String? {
    let name = text(key.name)
    if let help = Self.foreignTopLevel(name) { return help }
    guard ChartKey(key.name)?.isReservedInState == true else { return nil }
    return "write it in the root: \"root\": {\(DisplayText.string(name)): …}"
  }

  /// The replacement for a top-level key of another notation.
  static func foreignTopLevel(_ key: String) -> String? {
    switch key {
    case "states", "subStates": "write the states in the root: \"root\": {\"subStates\": {\"NAME\": {…}}}"
    case "initial", "initialState", "startState", "defaultState", "start":
      "write it in the root: \"root\": {\"initial\": \"NAME\", …}"
    case "transitions", "mappings", "on": "write each handler in its state: \"NAME\": {\"EVENT\": \"TARGET\"}"
    case "conditions": "use \"guards\""
    case "delays": "write a delay in the state that waits: \"after\": {\"5s\": \"STATE\"}"
    case "services", "actors": "invoke work of the host in a state: \"invoke\": {\"src\": \"NAME\"}"
    case "inputs": "declare events as \"events\": {\"NAME\": null}; null means no payload"
    case "data", "datamodel", "variables", "vars", "constants", "extendedState": "use \"context\""
    case "id", "title", "label", "key": "use \"name\" for the name of a chart"
    case "comment", "comments", "$comment", "_comment", "//", "#", "note", "notes":
      "write a text for people as \"description\""
    case "version", "author", "date", "license": "write data for tools in \"meta\": {\"\(key)\": …}"
    case "initialContext", "extendedstate", "ctx": "use \"context\""
    default: nil
    }
  }

  mutating func decodeBubbling() {
    guard expect(.string, node: 0) else { return }
    if let said = Bubbling(rawValue: string(0)) {
      draft.bubbling = said
    } else {
      let known = Bubbling.allCases.map(\.rawValue)
      report(
        .wrongType, at: tree.nodes[0].span,
        message: "bubbling must be \"leaf\" or \"subtree\", found \(DisplayText.quoted(string(0)))",
        fix: Suggestion.fix(for: string(0), among: known))
    }
  }
}
