import StateKitCore

/// `invoke` (Charts.md, Children.md).
extension ChartDecoder {
  /// A child chart, or work of the host.
  mutating func decodeInvoke(_ node: Int, of state: Int) {
    if draft.invocations.count == InputLimits.invocations {
      if !findings.has(.tooMany) {
        report(
          .tooMany, at: tree.nodes[node].span, message: "more than \(InputLimits.invocations) invocations, the limit")
      }
      return
    }
    guard tree.nodes[node].kind == .object else {
      report(
        .wrongType, at: tree.nodes[node].span,
        message: "invoke must be an object with \"chart\" or \"src\", or a list, found \(found(node))",
        help: tree.nodes[node].kind == .string ? helpForInvoke(string(node)) : nil)
      return
    }
    var file: Int?
    var source: Int?
    var name: Int?
    var input: Int?
    var forward: Int?
    var finalize: Int?
    var isNamed = false
    for child in tree.children(of: node) {
      switch ChartKey(tree.nodes[child].keyName) {
      case .chart: file = child
      case .src: source = child
      case .id: name = child
      case .input: input = child
      case .forward: forward = child
      case .finalize: finalize = child
      default:
        if reportDoneHandler(child, of: node) || reportType(child, of: node) { continue }
        unknownKey(child, what: "\"invoke\"", known: ObjectKind.invoke.keys, instead: Self.foreignInvokeKeys)
        let word = text(tree.nodes[child].keyName)
        isNamed =
          isNamed || Self.foreignInvokeKeys.contains { $0.theirs == word }
          || Suggestion.nearest(to: word, among: ObjectKind.invoke.keys.map(\.text))
            .contains { [ChartKey.chart.text, ChartKey.src.text].contains($0) }
      }
    }
    // Each part is read, so that all errors are found.
    let actions = finalize.map { decodeActions($0) } ?? .empty
    let inputs = input.flatMap { file != nil ? decodeInput($0) : nil } ?? []
    let data = input.flatMap { file == nil ? self.data($0) : nil }
    let written = name.map { expectString($0) }
    guard let key = file ?? source else {
      if isNamed { return }
      report(
        .missingKey, at: tree.nodes[node].span,
        message: "\"invoke\" needs \"chart\", the file of a child, or \"src\", the work of the host")
      return
    }
    if file != nil, let source {
      report(
        .wrongType, at: tree.nodes[source].keySpan, message: "\"invoke\" has both \"chart\" and \"src\"",
        help: "use \"chart\" for a child chart, \"src\" for work of the host, and a list for both")
      return
    }
    let forwards = forward.map { expect(.bool, node: $0) && bool($0) } ?? false
    if source != nil, let forward, forwards {
      report(
        .wrongType, at: tree.nodes[forward].keySpan,
        message: "\"forward\" needs a child chart: work of the host takes no events")
    }
    let isInline = file.map { tree.nodes[$0].kind == .object } ?? false
    if isInline, name == nil {
      report(.missingKey, at: tree.nodes[node].span, message: "a chart written inside another one needs an \"id\"")
      return
    }
    guard let path = isInline ? "" : expectString(key),
      let id = written ?? (file == nil ? path : Invocation.usualID(ofFile: path))
    else { return }
    let idSpan = tree.nodes[name ?? key].span
    guard checkName(Array(id.utf8)[...], at: idSpan, what: file == nil ? "an invocation" : "a child") else { return }
    if source != nil, !checkName(Array(path.utf8)[...], at: tree.nodes[key].span, what: "a host invocation") { return }
    if id.utf8.elementsEqual("parent".utf8) {
      report(
        .wrongType, at: idSpan,
        message: "a child cannot be named \"parent\": \"parent\" is the machine that invokes it")
      return
    }
    let work: Invocation.Work =
      file == nil
      ? .host(source: path, input: data) : .chart(file: path, input: inputs, forwards: forwards)
    draft.invocations.append(
      Invocation(
        state: StateID(state), id: id, work: work, finalize: actions,
        spans: Invocation.Spans(tree.nodes[node].span, name: tree.nodes[key].span, id: idSpan)))
  }

  /// The correct form of an invocation that is only a name: a file, or work of the host.
  private func helpForInvoke(_ name: String) -> String {
    "\"invoke\": {\"\(Self.isFile(name) ? "chart" : "src")\": \(DisplayText.string(name))}"
  }

  /// Keys of invocations in other notations, with the keys here.
  private static let foreignInvokeKeys: [(theirs: String, ours: ChartKey)] = [
    ("file", .chart), ("machine", .chart), ("child", .chart), ("data", .input), ("params", .input), ("in", .input),
    ("autoForward", .forward), ("autoforward", .forward), ("service", .src), ("source", .src), ("actor", .src),
    ("type", .src),
    ("systemId", .id), ("name", .id),
  ]

  private mutating func decodeInput(_ node: Int) -> [Invocation.Input] {
    guard expect(.object, node: node) else { return [] }
    var input: [Invocation.Input] = []
    for child in tree.children(of: node) {
      guard let value = data(child) else { continue }
      input.append(
        Invocation.Input(
          name: text(tree.nodes[child].keyName), span: tree.nodes[child].keySpan, value: value))
    }
    return input
  }

  /// Reports `type` beside the name of the work, which is all that an invocation has here; false for another key.
  private mutating func reportType(_ child: Int, of node: Int) -> Bool {
    guard ChartKey(tree.nodes[child].keyName) == .type, let work = member(.chart, of: node) ?? member(.src, of: node)
    else { return false }
    let name = tree.nodes[work].kind == .string ? string(work) : ""
    let isHost = ChartKey(tree.nodes[work].keyName) == .src
    report(
      .unknownKey, at: tree.nodes[child].keySpan, message: "unknown key \"type\" in \"invoke\"",
      help: isHost && Self.isFile(name)
        ? "a child chart has no type: \"invoke\": {\"chart\": \(DisplayText.string(name))}"
        : "leave it out: \"\(text(tree.nodes[work].keyName))\" says what is invoked")
    return true
  }

  /// True for a name that ends as those of charts do.
  private static func isFile(_ name: String) -> Bool { [".json", ".scxml", ".xml"].contains { name.hasSuffix($0) } }

  /// Reports `onDone` and `onError` of an invocation, which are handlers of its state here; false for another key.
  private mutating func reportDoneHandler(_ child: Int, of node: Int) -> Bool {
    let event: String
    switch text(tree.nodes[child].keyName) {
    case "onDone": event = "done.invoke"
    case "onError": event = "error.invoke"
    default: return false
    }
    let id = (member(.id, of: node) ?? member(.src, of: node)).flatMap {
      tree.nodes[$0].kind == .string ? string($0) : nil
    }
    report(
      .unknownKey, at: tree.nodes[child].keySpan,
      message: "unknown key \(quoted(tree.nodes[child].keyName)) in \"invoke\"",
      help: "write it as a handler of the state: \"\(event).\(id ?? "ID")\": …")
    return true
  }
}
