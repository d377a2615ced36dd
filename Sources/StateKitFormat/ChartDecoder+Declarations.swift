import StateKitCore

/// `events` and `actions`: names with the types of their payloads.
extension ChartDecoder {
  mutating func decodeEvents() {
    guard let declared = declarations(of: "an event", help: helpForEvents())
    else { return }
    draft.isClosed = true
    draft.alphabet = (draft.alphabet ?? [:]).merging(declared.types) { $1 }
    draft.declared += declared.keys
  }

  mutating func decodeInternalEvents() {
    let help = "\"internalEvents\": {\"NAME\": null}; null: without a payload"
    guard let declared = declarations(of: "an event", help: help) else { return }
    draft.alphabet = (draft.alphabet ?? [:]).merging(declared.types) { known, _ in known }
    draft.internalDeclared = declared.keys
  }

  mutating func decodeHostActions() {
    guard let declared = declarations(of: "an action", help: "\"actions\": {\"NAME\": null}; null means no data") else {
      return
    }
    draft.hostActions = declared.types
  }

  /// Names with the types of their payloads; nil if the value is no object. `what`: the declared thing, for messages.
  private mutating func declarations(
    of what: String, help: String? = nil
  ) -> (types: [NameID: EventType], keys: [(event: NameID, span: SourceSpan)])? {
    guard expect(.object, node: 0, help: help) else { return nil }
    var types: [NameID: EventType] = [:]
    var keys: [(event: NameID, span: SourceSpan)] = []
    for child in tree.children(of: 0) {
      let key = tree.nodes[child]
      guard checkName(key.keyName, at: key.keySpan, what: what) else { continue }
      // An event declared with its targets is reported; the declaration does not matter for handlers.
      if what == "an event", leadsSomewhere(child) {
        types[key.keyName] = .value(.unknown)
        continue
      }
      types[key.keyName] = payloadType(child, of: what)
      keys.append((key.keyName, key.keySpan))
    }
    return (types, keys)
  }

  private mutating func payloadType(_ node: Int, of what: String) -> EventType {
    switch tree.nodes[node].kind {
    case .null: return .none
    case .string: return .value(fieldType(node))
    case .object where isSchema(node):
      report(
        .badEventType, at: tree.nodes[node].span,
        message: "this is a JSON Schema, but the types of fields are expected",
        help: "write each field with its type: {\"NAME\": \"int\", \"NAME\": \"string?\"}")
      return .value(.unknown)
    case .object:
      return .record(
        tree.children(of: node).map { child in
          let help = helpForField(child, of: what)
          checkName(tree.nodes[child].keyName, at: tree.nodes[child].keySpan, what: "a field")
          return (
            text(tree.nodes[child].keyName), expect(.string, node: child, help: help) ? fieldType(child) : .unknown
          )
        })
    default:
      report(
        .wrongType, at: tree.nodes[node].span,
        message: "the declaration of \(what) must be null, a type or an object of types, found \(found(node))",
        help: tree.nodes[node].kind == .array && what == "an event" ? helpForPairs(of: node) : nil)
      return .value(.unknown)
    }
  }

  /// The correct form of a field whose type is no string.
  private func helpForField(_ node: Int, of what: String) -> String? {
    guard tree.nodes[node].kind == .object else { return nil }
    let parts = Array(tree.children(of: node))
    guard let first = parts.first else { return "a map of any contents has the type \"map\"" }
    let (key, name) = (quoted(tree.nodes[node].keyName), text(tree.nodes[first].keyName))
    guard tree.nodes[first].kind == .string else { return "the fields of a field are not declared: \(key): \"map\"" }
    if name == "type" { return "a field has its type behind it: \(key): \(DisplayText.string(string(first)))" }
    if ["data", "payload", "fields", "params"].contains(text(tree.nodes[node].keyName)) {
      let shown = "{\(quoted(tree.nodes[first].keyName)): \(DisplayText.string(string(first)))}"
      return "the fields belong to \(what) itself: \"NAME\": \(shown)"
    }
    return "the fields of a field are not declared: \(key): \"map\""
  }

  /// True if an object is the JSON Schema of an object.
  private func isSchema(_ node: Int) -> Bool {
    let keys = tree.children(of: node).map { (text(tree.nodes[$0].keyName), tree.nodes[$0].kind) }
    return keys.contains { $0 == ("type", .string) } && keys.contains { $0 == ("properties", .object) }
  }

  /// How `events` is written; a list of what leads somewhere belongs in the states.
  private func helpForEvents() -> String {
    (leadsSomewhere() ? handlersMeant() : nil) ?? "\"events\": {\"NAME\": null}; null means no payload"
  }

  private func fieldType(_ node: Int) -> FieldType {
    let written = string(node)
    if let type = FieldType(written) { return type }
    let known = FieldType.Base.allCases.map(\.rawValue)
    // An optional field stays one.
    let mark = written.utf8.count > 1 && written.utf8.last == UInt8(ascii: "?") ? "?" : ""
    let name = String(written.dropLast(mark.utf8.count))
    let help = ForeignType.help(for: name, mark: mark)
    report(
      .badEventType, at: tree.nodes[node].span, message: "no type is named \(DisplayText.quoted(written))",
      help: help ?? "known: \(known.joined(separator: ", ")), each also with ?",
      fix: help == nil
        ? Suggestion.fix(for: written, among: known.map { $0 + mark }) : ForeignType.fix(for: name, mark: mark))
    return .unknown
  }
}
