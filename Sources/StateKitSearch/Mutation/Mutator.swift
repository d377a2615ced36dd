import CEL
package import StateKitCore
import StateKitFormat
import StateKitTest

/// Creates the mutants of a chart (after DeMillo, Lipton and Sayward, 1978). They have other targets, negated or
/// constant guards, dropped handlers and actions, other delays, another `initial`, the other kind of history, or `reenter`
/// reversed.
package struct Mutator {
  /// The meaning of a value in the file.
  private enum Role {
    case state
    case subStates
    /// Handlers of one key; `isCandidate` within an array of candidates.
    case handler(isCandidate: Bool)
    case handlersByKey
    case after
    case initial(children: [String])
    case target
    case actions
  }

  private let source: SourceText
  private let chart: Chart
  private var tree = JSONTree()
  private var names = NameTable()
  private var mutants: [Mutant] = []

  private init(_ source: SourceText, in chart: Chart) {
    self.source = source
    self.chart = chart
  }

  /// All mutants of a valid chart, in order of position.
  package static func mutants(of source: SourceText, in chart: Chart) -> [Mutant] {
    var mutator = Mutator(source, in: chart)
    let findings = Findings()
    guard let range = try? JSONDocument.body(of: source, what: "chart") else { return [] }
    var reader = JSONReader(source.bytes, range: range, names: NameTable(), findings: findings)
    guard (try? reader.readValue(into: &mutator.tree)) != nil else { return [] }
    mutator.names = reader.names
    mutator.makeAll()
    return mutator.mutants.enumerated().sorted {
      ($0.element.span.start, $0.offset) < ($1.element.span.start, $1.offset)
    }
    .map(\.element)
  }

  private mutating func makeAll() {
    if let guards = member("guards", of: 0) { for child in tree.children(of: guards) { condition(child) } }
    guard let root = member("root", of: 0) else { return }
    var todo: [(node: Int, role: Role)] = [(root, .state)]
    while let (node, role) = todo.popLast() {
      switch role {
      case .state: state(node, todo: &todo)
      case .subStates: for child in tree.children(of: node) { todo.append((child, .state)) }
      case .handler(let isCandidate): handler(node, isCandidate: isCandidate, todo: &todo)
      case .handlersByKey: for child in tree.children(of: node) { todo.append((child, .handler(isCandidate: false))) }
      case .after:
        for child in tree.children(of: node) {
          delay(tree.nodes[child].keySpan, text: key(child))
          todo.append((child, .handler(isCandidate: false)))
        }
      case .initial(let children): initial(node, children: children)
      case .target: target(node)
      case .actions: actions(node, todo: &todo)
      }
    }
  }

  private mutating func state(_ node: Int, todo: inout [(node: Int, role: Role)]) {
    let children = member("subStates", of: node).map { tree.children(of: $0).map { key($0) } } ?? []
    let type = member("type", of: node).map { text($0) }
    for child in tree.children(of: node) {
      switch key(child) {
      case "subStates": todo.append((child, .subStates))
      case "initial": todo.append((child, .initial(children: children)))
      case "enterState", "exitState": todo.append((child, .actions))
      case "after": todo.append((child, .after))
      case "on": todo.append((child, .handlersByKey))
      case "history": swap(child, one: "deep", other: "shallow", what: "the history is the other kind")
      case "type", "target", "output", "invoke", "tags", "description", "meta": break
      default: todo.append((child, .handler(isCandidate: false)))
      }
    }
    if type == "history", member("history", of: node) == nil, let type = member("type", of: node) {
      let span = tree.nodes[type].span
      mutants.append(
        Mutant(
          span: span, replacement: Array(source.bytes[span.range]) + Array(", \"history\": \"deep\"".utf8),
          what: "the history is the other kind"))
    }
  }

  private mutating func handler(_ node: Int, isCandidate: Bool, todo: inout [(node: Int, role: Role)]) {
    let span = tree.nodes[node].span
    switch tree.nodes[node].kind {
    case .array: for child in tree.children(of: node) { todo.append((child, .handler(isCandidate: true))) }
    case .string:
      add(span, replacement: isCandidate ? "{\"guard\": \"false\"}" : "[]", what: "the handler is dropped")
      target(node)
    case .null: add(span, replacement: isCandidate ? "{\"guard\": \"false\"}" : "[]", what: "the handler is dropped")
    case .object:
      add(span, replacement: isCandidate ? "{\"guard\": \"false\"}" : "[]", what: "the handler is dropped")
      for child in tree.children(of: node) {
        switch key(child) {
        case "target": todo.append((child, .target))
        case "guard": condition(child)
        case "actions": todo.append((child, .actions))
        case "reenter":
          add(tree.nodes[child].span, replacement: isTrue(child) ? "false" : "true", what: "reenter is inverted")
        default: break
        }
      }
    default: break
    }
  }

  private mutating func actions(_ node: Int, todo: inout [(node: Int, role: Role)]) {
    if tree.nodes[node].kind == .array {
      for child in tree.children(of: node) { todo.append((child, .actions)) }
      return
    }
    if tree.nodes[node].kind == .null { return }
    add(tree.nodes[node].span, replacement: "[]", what: "the action is dropped")
    for child in tree.children(of: node) {
      switch key(child) {
      case "goToState": todo.append((child, .target))
      case "delay": delay(tree.nodes[child].span, text: text(child))
      case "then", "else", "do": todo.append((child, .actions))
      case "if": condition(child)
      default: break
      }
    }
  }

  // MARK: Changes

  private mutating func condition(_ node: Int) {
    if tree.nodes[node].kind == .array {
      for child in tree.children(of: node) { condition(child) }
      return
    }
    guard tree.nodes[node].kind == .string else { return }
    let span = tree.nodes[node].span
    let inside = String(decoding: source.bytes[span.range.dropFirst().dropLast()], as: UTF8.self)
    // A comment at the end of the guard ends before the bracket.
    let end = inside.utf8.includes("//".utf8) ? "\\n" : ""
    add(span, replacement: "\"!(\(inside)\(end))\"", what: "the guard is negated")
    add(span, replacement: "\"true\"", what: "the guard is always true")
    add(span, replacement: "\"false\"", what: "the guard is always false")
  }

  /// Another state of the chart: the next one in the file that is neither `root` nor this one.
  private mutating func target(_ node: Int) {
    if tree.nodes[node].kind == .array {
      for child in tree.children(of: node) { target(child) }
      return
    }
    guard tree.nodes[node].kind == .string, case .state(let state) = chart.resolve(text(node).utf8Bytes.span),
      chart.states.count > 2
    else { return }
    var other = state.index
    repeat {
      other = other + 1 < chart.states.count ? other + 1 : 1
    } while chart.states[other].kind.isHistory && other != state.index
    if other == state.index { return }
    let name = DisplayText.string(chart.reference(StateID(other)))
    add(tree.nodes[node].span, replacement: name, what: "the target is \(name)")
  }

  private mutating func initial(_ node: Int, children: [String]) {
    let target = tree.nodes[node].kind == .object ? member("target", of: node) : node
    guard let target, tree.nodes[target].kind == .string else { return }
    let now = text(target)
    guard let index = children.firstIndex(where: { $0.utf8.elementsEqual(now.utf8) }), children.count > 1 else {
      return
    }
    let name = DisplayText.string(children[(index + 1) % children.count])
    add(tree.nodes[target].span, replacement: name, what: "the initial is \(name)")
  }

  private mutating func delay(_ span: SourceSpan, text: String) {
    guard let delay = try? Delay.parse(text.utf8Bytes.span), delay < Delay.longest / 2 else { return }
    let other = DisplayText.string(Delay.text(delay == 0 ? 1_000 : delay * 2))
    add(span, replacement: other, what: "the delay is \(other)")
  }

  private mutating func swap(_ node: Int, one: String, other: String, what: String) {
    add(tree.nodes[node].span, replacement: "\"\(text(node) == one ? other : one)\"", what: what)
  }

  private mutating func add(_ span: SourceSpan, replacement: String, what: String) {
    mutants.append(Mutant(span: span, replacement: Array(replacement.utf8), what: what))
  }

  // MARK: The file

  private func member(_ key: String, of node: Int) -> Int? {
    tree.children(of: node).first { self.key($0) == key }
  }

  private func key(_ node: Int) -> String {
    tree.nodes[node].key < 0 ? "" : names.text(tree.nodes[node].keyName)
  }

  private func text(_ node: Int) -> String {
    tree.nodes[node].kind == .string ? JSONText.string(source.bytes, in: tree.nodes[node].span.range) : ""
  }

  private func isTrue(_ node: Int) -> Bool {
    source.bytes[Int(tree.nodes[node].span.start)] == UInt8(ascii: "t")
  }
}
