import CEL
import StateKitCore

/// Actions (Charts.md).
extension ChartDecoder {
  /// The actions of `enterState` or `exitState`.
  mutating func decodeHook() throws(JSONReader.SyntaxError) -> TableRange {
    let first = draft.actions.count
    try forEachItem { $0.layOut(.action(0)) }
    return TableRange(start: first, count: draft.actions.count - first)
  }

  /// One action, or an array of them; lists inside `if` and `forEach` are laid out flat, with jumps.
  mutating func decodeActions(_ node: Int) -> TableRange {
    let first = draft.actions.count
    layOut(.list(node))
    return TableRange(start: first, count: draft.actions.count - first)
  }

  private mutating func layOut(_ first: Task) {
    todo.append(first)
    while let task = todo.popLast() { decode(task) }
  }

  /// A part of a list of actions that is still to be laid out.
  enum Task {
    case list(Int)
    case action(Int)
    /// The `then` of an `if` is done: its jump, and the `else`.
    case otherwise(branch: Int, node: Int?)
    /// The `else` is done: the jump over it.
    case joined(jump: Int)
    /// The body of a loop is done.
    case looped(loop: Int, names: Int)
  }

  private mutating func decode(_ task: Task) {
    switch task {
    case .list(let node):
      if tree.nodes[node].kind == .array {
        todo.append(contentsOf: tree.children(of: node).map { Task.action($0) }.reversed())
      } else {
        decodeAction(node)
      }
    case .action(let node): decodeAction(node)
    case .otherwise(let branch, let node):
      guard case .unless(let condition, _) = draft.actions[branch] else { return }
      if let node {
        add(.skip(0), node)
        todo.append(.joined(jump: draft.actions.count - 1))
        todo.append(.list(node))
      }
      draft.actions[branch] = .unless(condition, skip: Int32(draft.actions.count - branch - 1))
    case .joined(let jump): draft.actions[jump] = .skip(Int32(draft.actions.count - jump - 1))
    case .looped(let loop, let names):
      scope.removeLast(names)
      guard case .forEach(let list, let item, let index, _) = draft.actions[loop] else { return }
      draft.actions[loop] = .forEach(list, item: item, index: index, count: Int32(draft.actions.count - loop - 1))
    }
  }

  private mutating func decodeAction(_ node: Int) {
    switch tree.nodes[node].kind {
    case .string: add(.call(actionName(node), data: nil), node)
    case .object: decodeAction(object: node)
    default:
      report(.wrongType, at: tree.nodes[node].span, "an action must be a name or an object, found \(found(node))")
    }
  }

  private mutating func decodeAction(object node: Int) {
    var first: (verb: ActionVerb, value: Int)?
    for child in tree.children(of: node) {
      guard let verb = verb(of: child) else { continue }
      if first != nil {
        reportSeveral(node)
        return
      }
      first = (verb, child)
    }
    guard let (verb, value) = first else {
      unknownAction(node)
      return
    }
    for child in tree.children(of: node) where child != value {
      let key = ChartKey(tree.nodes[child].keyName)
      if !verb.companions.contains(where: { $0.key == key }) {
        unknownKey(child, "the action \"\(verb.key.text)\"", verb.entries.map(\.key))
      }
    }
    decode(verb, value, in: node)
  }

  private func verb(of member: Int) -> ActionVerb? {
    ChartKey(tree.nodes[member].keyName).flatMap { ActionVerb($0) }
  }

  private func reportSeveral(_ node: Int) {
    let verbs = tree.children(of: node).filter { verb(of: $0) != nil }
    let names = verbs.map { "\"\(text(tree.nodes[$0].keyName))\"" }.joined(separator: " and ")
    report(
      .severalActions, at: tree.nodes[verbs[1]].keySpan, "one action has \(names)",
      help: "make an array of actions, one verb each")
  }

  private mutating func decode(_ verb: ActionVerb, _ value: Int, in node: Int) {
    switch verb {
    case .call:
      guard expect(.string, value) else { return }
      add(.call(actionName(value), data: data(of: node)), node)
      draft.callNames.append((Int32(draft.actions.count - 1), tree.nodes[value].span))
    case .log:
      guard let text = template(value) else { return }
      add(.log(text), node)
    case .assign: decodeAssign(value)
    case .raise:
      guard let event = event(value) else { return }
      add(.raise(event, data: data(of: node)), node)
    case .send: decodeSend(value, in: node)
    case .cancel:
      guard let id = template(value) else { return }
      add(.cancel(id), node)
    case .goToState:
      guard expect(.string, value) else { return }
      addTarget(value)
      add(.goTo(target: Int32(draft.references.count - 1)), node)
    case .if: decodeIf(value, in: node)
    case .forEach: decodeForEach(value, in: node)
    }
  }

  private mutating func decodeAssign(_ node: Int) {
    guard expect(.object, node, help: "\"assign\": {\"KEY\": \"EXPRESSION\"}") else { return }
    for child in tree.children(of: node) {
      let key = tree.nodes[child]
      guard let path = path(key.keyName) else {
        report(.emptyName, at: key.keySpan, "a path is made of names with dots between")
        continue
      }
      note(path, key.keySpan)
      guard let value = data(child) else { continue }
      add(.assign(path, value), child)
    }
  }

  /// Keeps an assignment for when the context is known, unless it is known already and has the key.
  private mutating func note(_ path: ContextPath, _ span: SourceSpan) {
    if scope.isEmpty, draft.context.count <= 64 {
      if path === lastAssigned { return }
      if draft.context.contains(where: { $0.name.utf8.elementsEqual(path.names[0].utf8) }) {
        lastAssigned = path
        return
      }
    }
    draft.assigned.append((path, span, draft.expressions.number(ofScope: scope)))
  }

  /// A path into the context, made once for each way to write it; nil where a name in it is empty.
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
    return path
  }

  private mutating func decodeSend(_ value: Int, in node: Int) {
    var delay: DelayText? = .milliseconds(0)
    var id: TextTemplate?
    if let member = member(.delay, of: node) {
      let text = template(member)
      if let literal = text?.literal {
        delay = self.delay(literal, at: tree.nodes[member].span).map { .milliseconds($0) }
      } else {
        delay = text.map { .text($0, tree.nodes[member].span) }
      }
    }
    if let member = member(.id, of: node) { id = template(member) }
    var to: TextTemplate?
    if let member = member(.to, of: node) {
      to = template(member)
      if let name = to?.literal, !checkName(Array(name.utf8)[...], at: tree.nodes[member].span, "a child") { return }
    }
    guard let event = event(value, isOwn: to == nil), let delay else { return }
    add(.send(event, data: data(of: node), delay: delay, id: id, to: to), node)
  }

  private mutating func decodeIf(_ value: Int, in node: Int) {
    guard let then = member(.then, of: node) else {
      report(.missingKey, at: tree.nodes[node].span, "\"if\" needs \"then\", its actions")
      return
    }
    guard let condition = expression(value, .condition) else { return }
    add(.unless(condition, skip: 0), node)
    todo.append(.otherwise(branch: draft.actions.count - 1, node: member(.else, of: node)))
    todo.append(.list(then))
  }

  private mutating func decodeForEach(_ value: Int, in node: Int) {
    guard let body = member(.do, of: node) else {
      report(.missingKey, at: tree.nodes[node].span, "\"forEach\" needs \"do\", its actions")
      return
    }
    guard let list = expression(value, .list) else { return }
    let item = loopName(member(.as, of: node), "item")
    let index = member(.index, of: node).map { loopName($0, "") }
    // Without its names the body would be full of unknown ones.
    guard let item, index != .some(nil) else { return }
    let firstSlot = Int32(scope.count)
    scope.append(item)
    if let index = index ?? nil { scope.append(index) }
    draft.loopSlots = max(draft.loopSlots, scope.count)
    add(.forEach(list, item: firstSlot, index: index == nil ? nil : firstSlot + 1, count: 0), node)
    todo.append(.looped(loop: draft.actions.count - 1, names: index == nil ? 1 : 2))
    todo.append(.list(body))
  }

  /// The name of a loop's variable.
  private func loopName(_ node: Int?, _ usual: String) -> String? {
    guard let node else { return usual }
    guard let name = expectString(node) else { return nil }
    let isName =
      DisplayText.bareWordLength(name.utf8.span) == name.utf8.count && !name.isEmpty
      && !name.utf8.contains(where: { "-.:".utf8.contains($0) || $0 >= 0x80 })
    if isName, name != "event" { return name }
    report(
      .badContextName, at: tree.nodes[node].span, "expressions cannot name \(DisplayText.quoted(name))",
      help: "a letter or _, then letters, digits and _")
    return nil
  }

  private mutating func unknownAction(_ node: Int) {
    let verbs = ActionVerb.allCases.map(\.key.text)
    let first = tree.children(of: node).first { _ in true }
    guard let first else {
      report(.unknownAction, at: tree.nodes[node].span, "an action without a verb", help: known(verbs))
      return
    }
    let key = tree.nodes[first].keyName
    report(
      .unknownAction, at: tree.nodes[first].keySpan, "no action is named \(quoted(key))",
      help: Suggestion.help(for: text(key), among: verbs) ?? known(verbs))
  }

  private func known(_ names: [String]) -> String {
    "known are " + names.joined(separator: ", ")
  }

  private mutating func add(_ action: Action, _ node: Int) {
    draft.actions.append(action)
    draft.actionSpans.append(tree.nodes[node].span)
  }

  private mutating func actionName(_ node: Int) -> NameID {
    let id = intern(node)
    checkName(reader.names[id], at: tree.nodes[node].span, "an action")
    return id
  }

  /// The event that a `raise` or `send` names; one that is not for this chart need not be in its alphabet.
  private mutating func event(_ node: Int, isOwn: Bool = true) -> EventText? {
    guard let text = template(node) else { return nil }
    guard text.literal != nil else { return .text(text) }
    let id = intern(node)
    guard checkName(reader.names[id], at: tree.nodes[node].span, "an event") else { return nil }
    if !isOwn { return .text(text) }
    draft.eventUses.append((id, tree.nodes[node].span))
    return .event(draft.event(named: id))
  }

  private mutating func data(of node: Int) -> DataTemplate? {
    member(.data, of: node).flatMap { data($0) }
  }

  mutating func decodeOutput(_ node: Int, of state: Int) {
    guard let value = data(node) else { return }
    draft.outputs.append(value)
    draft.states[state].output = Int32(draft.outputs.count - 1)
  }

  private func member(_ key: ChartKey, of node: Int) -> Int? {
    tree.member(NameID(rawValue: key.rawValue), of: node)
  }
}
