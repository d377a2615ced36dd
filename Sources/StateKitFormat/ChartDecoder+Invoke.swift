import StateKitCore

/// `invoke` (Charts.md, Children.md).
extension ChartDecoder {
  /// A child chart.
  mutating func decodeInvoke(_ node: Int, of state: Int) {
    if draft.invocations.count == InputLimits.invocations {
      if !findings.has(.tooMany) {
        report(.tooMany, at: tree.nodes[node].span, "more than \(InputLimits.invocations) invocations, the limit")
      }
      return
    }
    guard tree.nodes[node].kind == .object else {
      report(
        .wrongType, at: tree.nodes[node].span, "invoke must be an object with \"chart\" or a list, found \(found(node))"
      )
      return
    }
    var file: Int?
    var name: Int?
    var input: [Invocation.Input] = []
    var forwards = false
    for child in tree.children(of: node) {
      switch ChartKey(tree.nodes[child].keyName) {
      case .chart: file = child
      case .id: name = child
      case .input: input = decodeInput(child)
      case .forward: forwards = expect(.bool, child) && bool(child)
      default: unknownKey(child, "\"invoke\"", ObjectKind.invoke.keys)
      }
    }
    guard let file else {
      report(.missingKey, at: tree.nodes[node].span, "\"invoke\" needs \"chart\", the file of the child")
      return
    }
    guard let path = expectString(file), let id = name.map({ expectString($0) }) ?? usualName(path) else { return }
    let idSpan = tree.nodes[name ?? file].span
    guard checkName(Array(id.utf8)[...], at: idSpan, "a child") else { return }
    if id.utf8.elementsEqual("parent".utf8) {
      report(
        .wrongType, at: idSpan, "no child can be named \"parent\": that is what it calls the machine that invokes it")
      return
    }
    draft.invocations.append(
      Invocation(
        state: StateID(state), id: id, file: path, input: input, forwards: forwards, span: tree.nodes[node].span,
        fileSpan: tree.nodes[file].span, idSpan: idSpan))
  }

  private mutating func decodeInput(_ node: Int) -> [Invocation.Input] {
    guard expect(.object, node) else { return [] }
    var input: [Invocation.Input] = []
    for child in tree.children(of: node) {
      guard let value = data(child) else { continue }
      input.append(
        Invocation.Input(
          name: text(tree.nodes[child].keyName), span: tree.nodes[child].keySpan, value: value))
    }
    return input
  }

  /// What a child is called that is given no id: its file's name.
  private func usualName(_ path: String) -> String {
    var name = path.utf8[...]
    if let slash = name.lastIndex(of: UInt8(ascii: "/")) { name = name[name.index(after: slash)...] }
    if name.count > 5, name.suffix(5).elementsEqual(".json".utf8) { name = name.dropLast(5) }
    return String(Substring(name))
  }
}
