import StateKitCore
import StateKitFormat

/// Handlers, actions, invocations (Charts.md).
extension NameCollector {
  mutating func handlers(_ node: Int, event: NameID?) {
    switch tree.nodes[node].kind {
    case .string: target(node)
    case .array: for child in Array(tree.children(of: node)).reversed() { add(.handlers(child, event: event)) }
    case .object:
      let around = Surroundings(event: event)
      for child in tree.children(of: node) {
        switch ChartKey(key(of: child)) {
        case .target: targets(child)
        case .actions: add(.actions(child, around))
        case .guard: add(.condition(child, around))
        default: break
        }
      }
    default: break
    }
  }

  mutating func condition(_ node: Int, around: Surroundings) {
    switch tree.nodes[node].kind {
    case .string: expression(node, around: around)
    case .array: for child in tree.children(of: node) { add(.condition(child, around)) }
    case .object:
      for child in tree.children(of: node) {
        switch ChartKey(key(of: child)) {
        case .host: name(.guard, node: child)
        case .data: add(.data(child, around))
        default: break
        }
      }
    default: break
    }
  }

  mutating func actions(_ node: Int, around: Surroundings) {
    switch tree.nodes[node].kind {
    case .string: name(.action, node: node)
    case .array: for child in Array(tree.children(of: node)).reversed() { add(.actions(child, around)) }
    case .object: action(node, around: around)
    default: break
    }
  }

  private mutating func action(_ node: Int, around: Surroundings) {
    var members: [(key: ChartKey, node: Int)] = []
    for child in tree.children(of: node) {
      if let key = ChartKey(key(of: child)) { members.append((key, child)) }
    }
    func member(_ key: ChartKey) -> Int? { members.first { $0.key == key }?.node }
    guard let (key, value) = members.first(where: { ActionVerb($0.key) != nil }), let verb = ActionVerb(key) else {
      return
    }
    switch verb {
    case .call: name(.action, node: value)
    case .assign: assign(value, around: around)
    case .log, .cancel: template(value, around: around)
    case .raise: template(value, around: around, names: true)
    case .send:
      message(value, to: member(.to))
      template(value, around: around, names: true)
      for key in [ChartKey.delay, .id, .to] { if let node = member(key) { template(node, around: around) } }
    case .goToState: target(value)
    case .if:
      expression(value, around: around)
      for key in [ChartKey.else, .then] { if let node = member(key) { add(.actions(node, around)) } }
    case .forEach:
      expression(value, around: around)
      guard let body = member(.do) else { break }
      var inside = around
      inside.loops.append(member(.as).map { string($0) } ?? "item")
      if let index = member(.index) { inside.loops.append(string(index)) }
      add(.actions(body, inside))
    }
    if let data = member(.data) { add(.data(data, around)) }
  }

  private func string(_ node: Int) -> String { StringText(file, at: tree.nodes[node].span).text }

  /// A string that is a name as a whole.
  private mutating func name(_ kind: NameKind, node: Int) {
    guard tree.nodes[node].kind == .string else { return }
    let written = WrittenName(file, at: tree.nodes[node].span)
    let name = index.names.intern(written.text.bytes.span)
    add(kind, thing: thing(kind, name: name), name: name, at: written)
  }

  private mutating func assign(_ node: Int, around: Surroundings) {
    for child in tree.children(of: node) {
      var written = WrittenName(file, at: tree.nodes[child].keySpan)
      if let dot = written.bytes.firstIndex(of: UInt8(ascii: ".")) { written.range = 0..<dot }
      let first = index.names.intern(Array(written.bytes).span)
      if !written.range.isEmpty { add(.context, thing: known(.context, name: first), name: first, at: written) }
      add(.data(child, around))
    }
  }

  /// The thing with this name; -1 if there is none.
  func known(_ kind: NameKind, name: NameID) -> Int32 { index.indices[kind]?[name] ?? -1 }

  private mutating func message(_ value: Int, to receiver: Int?) {
    guard let receiver, tree.nodes[value].kind == .string, tree.nodes[receiver].kind == .string else { return }
    let text = string(receiver)
    let event = index.names.intern(string(value))
    let isComputed = text.utf8.contains(UInt8(ascii: "$"))
    index.messages.append(NameIndex.Message(event: event, receiver: isComputed ? nil : text))
  }

  mutating func invoke(_ node: Int) {
    guard tree.nodes[node].kind == .object else { return }
    var (id, file, chart, forwards): (String?, String?, Int?, Bool) = (nil, nil, nil, false)
    var span = tree.nodes[node].span
    for child in tree.children(of: node) {
      switch ChartKey(key(of: child)) {
      case .chart where tree.nodes[child].kind == .object:
        chart = child
        span = tree.nodes[child].span
      case .chart where tree.nodes[child].kind == .string:
        file = string(child)
        span = tree.nodes[child].span
      case .id where tree.nodes[child].kind == .string: id = string(child)
      case .input: add(.data(child, Surroundings()))
      case .finalize: add(.actions(child, Surroundings()))
      case .forward: forwards = self.file[tree.nodes[child].span.range].first == UInt8(ascii: "t")
      default: break
      }
    }
    if let chart { inner.append(chart) }
    guard file != nil || chart != nil else { return }
    let usual = file.map { Invocation.usualID(ofFile: $0) } ?? ""
    index.children.append(
      NameIndex.Child(id: id ?? usual, file: chart == nil ? file : nil, span: span, node: chart, forwards: forwards))
  }
}
