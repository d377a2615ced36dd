import StateKitFormat

/// The types of the chart's data in every run: those of their first values, as far as all assignments keep them.
enum ContextKinds {
  static func of(_ source: ChartSource) -> NameMap<ScriptText.Kind> {
    var names = NameMap<ScriptText.Kind>()
    for member in source.members(of: "context", in: 0) {
      names[source.keyText(member)] = kind(of: member, in: source)
    }
    let assigns = source.tree.nodes.indices.filter { node in
      source.tree.nodes[node].key >= 0 && source.keyText(node) == "assign" && source.kind(node) == .object
    }.flatMap { Array(source.children(of: $0)) }
    // A type that is lost can make others unknown. After a few rounds, every result that is computed is unknown.
    var isChanged = true
    var rounds = 0
    while isChanged {
      isChanged = false
      rounds += 1
      let text = ScriptText(names: names) { _ in "" }
      for member in assigns {
        let path = source.keyText(member).split(separator: ".", omittingEmptySubsequences: false).map(String.init)
        let value =
          source.string(member).map { rounds > mostRounds ? .any : text.of($0)?.kind ?? .any }
          ?? kind(of: member, in: source)
        if widen(&names, path: path[...], value: value) { isChanged = true }
      }
    }
    return names
  }

  private static let mostRounds = 8

  /// Returns true if the kinds changed.
  private static func widen(
    _ names: inout NameMap<ScriptText.Kind>, path: ArraySlice<String>, value: ScriptText.Kind
  ) -> Bool {
    guard let first = path.first, var kind = names[first] else { return false }
    // The map must not share the kind while it changes: copies of large records take long.
    names[first] = .any
    let isChanged = widen(&kind, path: path.dropFirst(), value: value)
    names[first] = kind
    return isChanged
  }

  private static func widen(
    _ kind: inout ScriptText.Kind, path: ArraySlice<String>, value: ScriptText.Kind
  ) -> Bool {
    guard let first = path.first else {
      if case .any = kind { return false }
      let isRecord = if case .record = kind { true } else { false }
      if isRecord && value == .map {
        kind = .map
      } else if isRecord || kind != value {
        kind = .any
      } else {
        return false
      }
      return true
    }
    guard case .record(var members) = kind, var member = members[first] else { return false }
    kind = .any
    members[first] = .any
    let isChanged = widen(&member, path: path.dropFirst(), value: value)
    members[first] = member
    kind = .record(members)
    return isChanged
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

  static func payload(of event: String, in source: ChartSource) -> ScriptText.Kind {
    let words: [String: ScriptText.Kind] = [
      "bool": .bool, "int": .int, "double": .double, "string": .string, "list": .list,
    ]
    func kind(_ node: Int) -> ScriptText.Kind { source.string(node).flatMap { words[$0] } ?? .any }
    guard let declared = source.declaration(of: event) else { return .any }
    if source.kind(declared) != .object { return kind(declared) }
    var members: [String: ScriptText.Kind] = [:]
    for field in source.children(of: declared) where kind(field) != .any {
      members[source.keyText(field)] = kind(field)
    }
    // A record in which all fields are optional may be absent itself.
    return members.isEmpty ? .any : .record(members)
  }
}
