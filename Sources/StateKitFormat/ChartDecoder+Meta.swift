import StateKitCore

/// `meta`: for people and tools, except the suppressions (`Allowance`).
extension ChartDecoder {
  /// Reads the value of `meta`, and returns the indices of its suppressions, which apply to `scope`.
  mutating func decodeMeta(scope: SourceSpan) throws(JSONReader.SyntaxError) -> Range<Int> {
    let first = draft.allowances.count
    guard try reader.peekKind() == .object else {
      try reader.skipValue()
      return first..<first
    }
    try reader.openContainer()
    var keys: [JSONReader.Key] = []
    while let key = try reader.nextKey(isFirst: keys.isEmpty) {
      keys.append(key)
      if ChartKey(key.name) == .allow {
        try reader.readValue(into: &tree)
        decodeAllow(scope)
      } else {
        try reader.skipValue()
      }
    }
    reader.checkDuplicates(keys[...])
    return first..<draft.allowances.count
  }

  private mutating func decodeAllow(_ scope: SourceSpan) {
    guard expect(.object, node: 0) else { return }
    for child in tree.children(of: 0) {
      guard let reason = expectString(child) else { continue }
      if reason.utf8.allSatisfy({ $0 == UInt8(ascii: " ") }) {
        report(.emptyName, at: tree.nodes[child].span, message: "a suppression needs a reason")
      }
      let key = tree.nodes[child]
      draft.allowances.append(Allowance(code: text(key.keyName), reason: reason, span: key.keySpan, scope: scope))
    }
  }
}
