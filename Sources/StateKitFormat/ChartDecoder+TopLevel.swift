import StateKitCore

/// Keys at the top level of a chart that mean nothing there.
extension ChartDecoder {
  /// Reports keys that mean nothing at the top level: what stands elsewhere, or where it belongs.
  mutating func reportUnknown(_ topKeys: [JSONReader.Key], lackRoot: Bool) {
    for key in topKeys {
      report(
        .unknownKey, at: key.span, "unknown key \(quoted(key.name)) at the top level",
        help: helpForUnknown(key, lackRoot: lackRoot), fix: fixForUnknown(key))
    }
  }

  private func helpForUnknown(_ key: JSONReader.Key, lackRoot: Bool) -> String {
    if let help = helpElsewhere(key) { return help }
    if lackRoot, fixForUnknown(key) == nil {
      return "a handler stands in its state: \"root\": {\(DisplayText.string(text(key.name))): …}"
    }
    return "known are " + ObjectKind.topLevel.keys.map(\.text).joined(separator: ", ")
  }

  private func fixForUnknown(_ key: JSONReader.Key) -> Fix? {
    if helpElsewhere(key) != nil { return nil }
    return Suggestion.fix(for: text(key.name), among: ObjectKind.topLevel.keys.map(\.text))
  }

  /// Where a key stands that means nothing at the top level.
  private func helpElsewhere(_ key: JSONReader.Key) -> String? {
    let name = text(key.name)
    if let help = Self.foreignTopLevel(name) { return help }
    guard ChartKey(key.name)?.isReservedInState == true else { return nil }
    return "it stands in the root: \"root\": {\(DisplayText.string(name)): …}"
  }

  /// What stands elsewhere for a key that other notations have at the top level.
  static func foreignTopLevel(_ key: String) -> String? {
    switch key {
    case "states", "subStates": "states stand in the root: \"root\": {\"subStates\": {\"NAME\": {…}}}"
    case "initial", "initialState", "startState", "defaultState", "start":
      "it stands in the root: \"root\": {\"initial\": \"NAME\", …}"
    case "transitions", "mappings", "on": "a handler stands in its state: \"NAME\": {\"EVENT\": \"TARGET\"}"
    case "inputs": "the events are declared so: \"events\": {\"NAME\": null}; null: without a payload"
    case "data", "variables", "extendedState": "the key here is \"context\""
    case "id": "the name of a chart is \"name\""
    default: nil
    }
  }

  mutating func decodeBubbling() {
    guard expect(.string, 0) else { return }
    if let said = Bubbling(rawValue: string(0)) {
      draft.bubbling = said
    } else {
      let known = Bubbling.allCases.map(\.rawValue)
      report(
        .wrongType, at: tree.nodes[0].span,
        "bubbling is \(DisplayText.quoted(string(0))), and must be \"leaf\" or \"subtree\"",
        fix: Suggestion.fix(for: string(0), among: known))
    }
  }
}
