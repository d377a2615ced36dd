import StateKitCore
import StateKitFormat

/// A chart of ours, prepared for writing to another notation: its JSON, and its states with their names.
struct ChartSource: JSONSource {
  struct State {
    /// Its object in the JSON, and the key before it.
    let node: Int
    let name: String
    let kind: StateKind
    var children: [Int] = []
  }

  let text: SourceText
  var bytes: [UInt8] { text.bytes }
  let tree: JSONTree
  let names: NameTable
  /// True if parts that another notation cannot express are written as the closest equivalent.
  let isLossy: Bool
  private(set) var states = ForeignStates()
  private(set) var facts: [State] = []
  /// The bytes of the shortest references of all states together.
  private(set) var referenceBytes = 0
  /// The values of the declared events, by name.
  private var declarations: [NameID: Int] = [:]

  /// `text` is a chart without errors.
  init?(_ text: SourceText, isLossy: Bool) {
    guard let range = try? JSONDocument.body(of: text, what: "chart") else { return nil }
    var reader = JSONReader(text.bytes, range: range, names: NameTable(), findings: Findings())
    var tree = JSONTree()
    guard (try? reader.readValue(into: &tree)) != nil else { return nil }
    self.text = text
    self.isLossy = isLossy
    self.tree = tree
    names = reader.names
    guard let root = member("root", of: 0) else { return nil }
    var todo: [(node: Int, name: String, parent: Int)] = [(root, "root", -1)]
    while let (node, name, parent) = todo.popLast() {
      let index = states.add(name, parent: parent)
      if parent >= 0 { facts[parent].children.append(index) }
      let below = members(of: "subStates", in: node)
      facts.append(State(node: node, name: name, kind: kind(of: node, hasStates: !below.isEmpty)))
      for child in below.reversed() { todo.append((child, keyText(child), index)) }
    }
    states.close()
    var paths: [Int] = []
    for index in facts.indices {
      let parent = states.parent(of: index)
      paths.append(facts[index].name.utf8.count + (parent < 0 ? 0 : paths[parent] + 1))
      referenceBytes += states.isNameReference(to: index) ? facts[index].name.utf8.count : paths[index]
    }
    for list in ["events", "internalEvents"] {
      guard let declared = member(list, of: 0) else { continue }
      for event in children(of: declared) { declarations[tree.nodes[event].keyName] = event }
    }
  }

  /// The payload in the declaration of an event; nil for an event that is not declared.
  func declaration(of event: String) -> Int? { names.find(event).flatMap { declarations[$0] } }

  private func kind(of node: Int, hasStates: Bool) -> StateKind {
    switch string("type", of: node) {
    case "parallel": .parallel
    case "final": .final
    case "history": string("history", of: node) == "deep" ? .deepHistory : .shallowHistory
    default: hasStates ? .compound : .atomic
    }
  }

  // MARK: Values

  func member(_ key: String, of node: Int) -> Int? {
    guard kind(node) == .object, let name = names.find(key) else { return nil }
    return tree.member(name, of: node)
  }

  /// The members or the elements of the value of a key; empty without the key.
  func members(of key: String, in node: Int) -> [Int] { member(key, of: node).map { Array(children(of: $0)) } ?? [] }

  /// The members of `after`.
  func timers(of state: Int) -> [Int] { members(of: "after", in: facts[state].node) }

  /// The text of a value without `${…}`; nil for others.
  func plain(_ node: Int) -> String? { string(node).flatMap { $0.utf8.includes("${".utf8) ? nil : $0 } }

  func string(_ key: String, of node: Int) -> String? { member(key, of: node).flatMap { string($0) } }

  /// True for an empty object or list.
  func isEmpty(_ node: Int) -> Bool {
    kind(node) == .array || kind(node) == .object ? Int(tree.nodes[node].next) == node + 1 : false
  }

  /// True if two values are equal, regardless of layout.
  func isSame(_ left: Int, _ right: Int) -> Bool {
    let nodes = tree.nodes
    let count = Int(nodes[left].next) - left
    guard Int(nodes[right].next) - right == count else { return false }
    return (0..<count).allSatisfy { offset in
      let (first, second) = (nodes[left + offset], nodes[right + offset])
      guard first.kind == second.kind, Int(first.next) - left == Int(second.next) - right,
        offset == 0 || first.key == second.key
      else { return false }
      if first.kind == .object || first.kind == .array { return true }
      return bytes(left + offset).elementsEqual(bytes(right + offset))
    }
  }

  /// True if the initial state of a state is a history: then a history in it has no default.
  func beginsWithHistory(_ state: Int) -> Bool {
    guard let initial = member("initial", of: facts[state].node) else { return false }
    return targets(kind(initial) == .object ? member("target", of: initial) : initial).contains {
      facts[$0].kind.isHistory
    }
  }

  // MARK: States

  private static let reserved: Set<String> = [
    "subStates", "enterState", "exitState", "initial", "type", "history", "target", "always", "after", "onDone", "on",
    "output", "invoke", "tags", "description", "meta",
  ]

  /// The event keys of a state with their handlers, including those in `on`.
  func events(of state: Int) -> [Int] {
    var found: [Int] = []
    for child in children(of: facts[state].node) {
      let key = keyText(child)
      if key.utf8.elementsEqual("on".utf8), kind(child) == .object {
        found += Array(children(of: child))
      } else if !Self.reserved.contains(key) {
        found.append(child)
      }
    }
    return found
  }

  func hasInitialActions(_ state: Int) -> Bool {
    guard let initial = member("initial", of: facts[state].node) else { return false }
    return !elements(member("actions", of: initial)).isEmpty
  }

  /// The states that a target names.
  func targets(_ node: Int?) -> [Int] { elements(node).compactMap { string($0).flatMap { states.resolve($0) } } }

  /// The targets and the re-entry of a handler of a state; `reenter` without targets gets its implied targets.
  func reach(_ handler: Int, of state: Int) -> (targets: [Int], reentry: Reentry) {
    guard kind(handler) == .object else { return (targets(handler), .none) }
    if let action = targetAction(of: handler) { return (targets(member("goToState", of: action)), .none) }
    let found = targets(member("target", of: handler))
    var reentry = Reentry.none
    if let said = member("reenter", of: handler) {
      switch string(said) {
      case "children": reentry = .children
      case "lca": reentry = .ancestor
      default: reentry = isTrue(said) ? .external : .none
      }
    }
    return (found.isEmpty && reentry != .none ? [state] : found, reentry)
  }

  /// The direct child of a compound state that is the target of a handler and stays active if it is active.
  func child(of state: Int, keptBy handler: Int) -> Int? {
    let (targets, reentry) = reach(handler, of: state)
    guard reentry == .none, targets.count == 1, states.parent(of: targets[0]) == state, facts[state].kind == .compound
    else { return nil }
    let kind = facts[targets[0]].kind
    return kind == .atomic || kind == .final ? targets[0] : nil
  }

  /// True if a transition without `reenter` exits only the active child of its compound state.
  func isPlain(_ state: Int, targets: [Int]) -> Bool {
    states.isPlain(state, targets: targets) { facts[$0].kind == .compound }
  }
}
