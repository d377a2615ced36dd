import StateKitFormat

/// The types of the chart's data in every run: those of their first values, as far as all assignments keep them.
enum ContextKinds {
  static func of(_ source: ChartSource) -> NameMap<ScriptText.Kind> {
    var names = NameMap<ScriptText.Kind>()
    for member in source.member("context", of: 0).map({ Array(source.children(of: $0)) }) ?? [] {
      names[source.keyText(member)] = kind(of: member, in: source)
    }
    let assigns = source.tree.nodes.indices.filter { node in
      source.tree.nodes[node].key >= 0 && source.keyText(node) == "assign" && source.kind(node) == .object
    }.flatMap { Array(source.children(of: $0)) }
    // A type that is lost can make others unknown.
    var isChanged = true
    while isChanged {
      isChanged = false
      let text = ScriptText(names: names) { _ in "" }
      for member in assigns {
        let path = source.keyText(member).split(separator: ".", omittingEmptySubsequences: false).map(String.init)
        guard let known = path.first.flatMap({ names[$0] }) else { continue }
        let value = source.string(member).map { text.of($0)?.kind ?? .any } ?? kind(of: member, in: source)
        let widened = widen(known, path: path.dropFirst(), value: value)
        if widened != known {
          names[path[0]] = widened
          isChanged = true
        }
      }
    }
    return names
  }

  private static func widen(
    _ kind: ScriptText.Kind, path: ArraySlice<String>, value: ScriptText.Kind
  ) -> ScriptText.Kind {
    guard let first = path.first else {
      if case .record = kind { return value == .map ? .map : .any }
      return kind == value ? kind : .any
    }
    guard case .record(var members) = kind, let member = members[first] else { return kind }
    members[first] = widen(member, path: path.dropFirst(), value: value)
    return .record(members)
  }

  /// The kind of a literal value in the chart.
  static func kind(of node: Int, in source: ChartSource) -> ScriptText.Kind {
    switch source.kind(node) {
    case .null: return .any
    case .bool: return .bool
    case .int: return .int
    case .double: return .double
    case .string: return .string
    case .array: return .list
    case .object:
      var members: [String: ScriptText.Kind] = [:]
      for member in source.children(of: node) { members[source.keyText(member)] = kind(of: member, in: source) }
      return .record(members)
    }
  }

  /// The kind of the payload of a declared event.
  static func payload(of event: String, in source: ChartSource) -> ScriptText.Kind {
    let words: [String: ScriptText.Kind] = [
      "bool": .bool, "int": .int, "double": .double, "string": .string, "list": .list,
    ]
    func kind(_ node: Int) -> ScriptText.Kind { source.string(node).flatMap { words[$0] } ?? .any }
    for list in ["events", "internalEvents"] {
      guard let declared = source.member(list, of: 0).flatMap({ source.member(event, of: $0) }) else { continue }
      if source.kind(declared) != .object { return kind(declared) }
      var members: [String: ScriptText.Kind] = [:]
      for field in source.children(of: declared) where kind(field) != .any {
        members[source.keyText(field)] = kind(field)
      }
      // A record in which all fields are optional may be absent itself.
      return members.isEmpty ? .any : .record(members)
    }
    return .any
  }
}
