import StateKit

/// `invoke` (SPEC §1.2, §2.9): its shape, and whether the chart is there.
extension ChartDecoder {
  /// One child chart, or a list of them.
  mutating func decodeInvoke(_ node: Int, _ key: SourceSpan) {
    switch tree.nodes[node].kind {
    case .array: for child in tree.children(of: node) { decodeChild(child, key) }
    default: decodeChild(node, key)
    }
  }

  private mutating func decodeChild(_ node: Int, _ key: SourceSpan) {
    guard tree.nodes[node].kind == .object else {
      report(
        .wrongType, at: tree.nodes[node].span, "invoke must be an object with \"chart\" or a list, found \(found(node))"
      )
      return
    }
    var file: Int?
    for child in tree.children(of: node) {
      switch ChartKey(tree.nodes[child].keyName) {
      case .chart: file = child
      case .id: _ = expectString(child)
      case .input: if expect(.object, child) { _ = data(child) }
      case .forward: _ = expect(.bool, child)
      default: unknownKey(child, "\"invoke\"", ObjectKind.invoke.keys)
      }
    }
    guard let file else {
      report(.missingKey, at: tree.nodes[node].span, "\"invoke\" needs \"chart\", the file of the child")
      return
    }
    guard let name = expectString(file) else { return }
    invokes.append((file: name, span: tree.nodes[file].span, key: key))
  }

  /// Says of every child chart that it cannot be read, or that invoking is not there yet.
  func checkInvokes(_ neighbour: (String) -> String?) {
    for invoke in invokes {
      if let reason = neighbour(invoke.file) {
        report(.unreadableChart, at: invoke.span, "cannot read \(DisplayText.quoted(invoke.file)): \(reason)")
      } else {
        notYet(invoke.key, "\"invoke\" is")
      }
    }
  }
}
