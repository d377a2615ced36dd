import StateKitCore

/// The action `assign` (Charts.md).
extension ChartDecoder {
  mutating func decodeAssign(_ node: Int) {
    guard expect(.object, node: node, help: "\"assign\": {\"KEY\": \"EXPRESSION\"}") else { return }
    if let help = helpForLocation(node) {
      return report(.unknownKey, at: tree.nodes[node].span, message: "an assignment needs a key", help: help)
    }
    for child in tree.children(of: node) {
      let key = tree.nodes[child]
      guard let path = path(key.keyName) else {
        report(.emptyName, at: key.keySpan, message: "a path must be names with dots between them")
        continue
      }
      note(path, at: key.keySpan)
      guard let value = data(child) else { continue }
      add(.assign(path, value), node: child)
    }
  }

  /// The correct form of an assignment with `location` and `expr`, the attributes of SCXML, or with `path` and `value`
  /// that are no keys of the context; nil for other keys.
  private func helpForLocation(_ node: Int) -> String? {
    var texts: [String: String] = [:]
    for child in tree.children(of: node) {
      texts[text(tree.nodes[child].keyName)] = tree.nodes[child].kind == .string ? string(child) : ""
    }
    guard texts.count == 2, let location = texts["location"] ?? texts["path"],
      let value = texts["expr"] ?? texts["value"],
      texts["location"] != nil || draft.context.contains(where: { $0.name.utf8.elementsEqual(location.utf8) })
    else { return nil }
    return "write {\"assign\": {\(DisplayText.string(location)): \(DisplayText.string(value))}}"
  }

  /// Records an assignment for the check against the context, unless the context is already known to have the key.
  private mutating func note(_ path: ContextPath, at span: SourceSpan) {
    if scope.isEmpty, draft.context.count <= 64 {
      if path === lastAssigned { return }
      if draft.context.contains(where: { $0.name.utf8.elementsEqual(path.names[0].utf8) }) {
        lastAssigned = path
        return
      }
    }
    draft.assigned.append((path, span, draft.expressions.index(ofScope: scope)))
  }

  /// A path into the context, created once for each spelling; nil if one of its names is empty.
  private mutating func path(_ key: NameID) -> ContextPath? {
    if let last = lastPath, last.key == key { return last.path }
    if let known = paths[key] {
      lastPath = (key, known)
      return known
    }
    let names = text(key).pathNames
    if names.contains(where: \.isEmpty) { return nil }
    let path = ContextPath(names)
    paths[key] = path
    draft.paths.append(path)
    return path
  }
}
