import CEL
import StateKitCore

/// Nested actions, `if` and `forEach`, laid out flat, with jumps (Charts.md).
extension ChartDecoder {
  mutating func layOut(_ first: Task) {
    decode(first)
    while let task = todo.popLast() { decode(task) }
  }

  /// A part of a list of actions that has not been laid out yet.
  enum Task {
    case list(Int)
    case action(Int)
    /// A top-level part of a list: an action, or a nested list.
    case part(Int)
    /// The end of a nested list.
    case closed(block: Int)
    /// The end of the `then` of an `if`: its jump, and the `else`.
    case otherwise(branch: Int, node: Int?)
    /// The end of the `else`: the jump over it.
    case joined(jump: Int)
    /// The end of the body of a loop; nil for a loop that is not laid out.
    case looped(loop: Int?, names: Int)
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
    case .part(let node):
      guard tree.nodes[node].kind == .array else { return decodeAction(node) }
      add(.block(count: 0), node: node)
      todo.append(.closed(block: draft.actions.count - 1))
      todo.append(contentsOf: tree.children(of: node).map { Task.action($0) }.reversed())
    case .closed(let block):
      draft.actions[block] = .block(count: Int32(draft.actions.count - block - 1))
    case .otherwise(let branch, let node):
      guard case .unless(let condition, _) = draft.actions[branch] else { return }
      if let node {
        add(.skip(0), node: node)
        todo.append(.joined(jump: draft.actions.count - 1))
        todo.append(.list(node))
      }
      draft.actions[branch] = .unless(condition, skip: Int32(draft.actions.count - branch - 1))
    case .joined(let jump): draft.actions[jump] = .skip(Int32(draft.actions.count - jump - 1))
    case .looped(let loop, let names):
      scope.removeLast(names)
      guard let loop, case .forEach(let list, let element, let index, _) = draft.actions[loop] else { return }
      draft.actions[loop] = .forEach(list, element: element, index: index, count: Int32(draft.actions.count - loop - 1))
    }
  }

  mutating func decodeIf(_ value: Int, in node: Int) {
    let condition = expression(value, role: .condition)
    guard let then = member(.then, of: node) else {
      if lacksUnnamed(.if, key: .then, in: node) {
        report(.missingKey, at: tree.nodes[node].span, message: "\"if\" needs \"then\", its actions")
      }
      return
    }
    guard let condition else { return todo += [member(.else, of: node), then].compactMap(\.self).map(Task.list) }
    add(.unless(condition, skip: 0), node: node)
    todo.append(.otherwise(branch: draft.actions.count - 1, node: member(.else, of: node)))
    todo.append(.list(then))
  }

  /// True if no key of an action was reported with a replacement: a foreign key, or a misspelling of the needed key.
  private func lacksUnnamed(_ verb: ActionVerb, key: ChartKey, in node: Int) -> Bool {
    let companions = ForeignAction.companions(of: verb)
    let known = verb.entries.map(\.key.text)
    return !tree.children(of: node).contains { child in
      let word = text(tree.nodes[child].keyName)
      return companions.contains { $0.theirs == word }
        || Suggestion.nearest(to: word, among: known).contains { $0 == key.text }
    }
  }

  mutating func decodeForEach(_ value: Int, in node: Int) {
    let other = tree.children(of: node).first { isListOfLoop($0) }
    if let other { reportListOfLoop(other, name: value) }
    let header = tree.nodes[value].kind == .string ? LoopHeader(string(value)) : nil
    if let header { report(header, at: value) }
    let list = header == nil ? expression(other ?? value, role: .list) : nil
    guard let body = member(.do, of: node) else {
      if lacksUnnamed(.forEach, key: .do, in: node) {
        report(.missingKey, at: tree.nodes[node].span, message: "\"forEach\" needs \"do\", its actions")
      }
      return
    }
    let element = loopName(member(.as, of: node) ?? other.map { _ in value }, usual: header?.element ?? "item")
    let indexNode = member(.index, of: node)
    let index = indexNode.map { loopName($0, usual: "") }
    if element == nil || index == .some(nil) { draft.lost.loops.add(tree.nodes[body].span) }
    if let indexNode, let name = index ?? nil, name.utf8.elementsEqual((element ?? "").utf8) {
      report(
        .badContextName, at: tree.nodes[indexNode].span,
        message: "the element of this forEach is also named \(DisplayText.quoted(name))",
        help: "give the index another name")
    }
    let firstSlot = Int32(scope.count)
    scope.append(element ?? "item")
    if let index { scope.append(index ?? "") }
    draft.loopSlots = max(draft.loopSlots, scope.count)
    if let list {
      add(.forEach(list, element: firstSlot, index: index == nil ? nil : firstSlot + 1, count: 0), node: node)
    }
    todo.append(.looped(loop: list.map { _ in draft.actions.count - 1 }, names: index == nil ? 1 : 2))
    todo.append(.list(body))
  }

  /// True for the list of a loop as other languages write it: `{"forEach": "x", "in": "list"}`.
  func isListOfLoop(_ member: Int) -> Bool {
    tree.nodes[member].kind == .string && ["in", "of"].contains(text(tree.nodes[member].keyName))
  }

  private func reportListOfLoop(_ node: Int, name: Int) {
    report(
      .unknownKey, at: tree.nodes[node].keySpan,
      message: "unknown key \(quoted(tree.nodes[node].keyName)) in the action \"forEach\"",
      help: helpForLoop(string(node), element: tree.nodes[name].kind == .string ? string(name) : "NAME"))
  }

  private func report(_ header: LoopHeader, at node: Int) {
    report(
      .expressionSyntax, at: tree.nodes[node].span, message: "\"forEach\" takes a list, without a name",
      help: helpForLoop(header.list, element: header.element))
  }

  private func helpForLoop(_ list: String, element: String) -> String {
    let (list, element) = (DisplayText.string(list), DisplayText.string(element))
    return "write the list first: {\"forEach\": \(list), \"as\": \(element), \"do\": …}"
  }

  /// The name of a loop's variable.
  private mutating func loopName(_ node: Int?, usual: String) -> String? {
    guard let node else { return usual }
    guard let name = expectString(node) else { return nil }
    if name != "event", Environment.canName(name, tests: ["isIn"]) {
      checkName(Array(name.utf8)[...], at: tree.nodes[node].span, what: "a variable")
      return name
    }
    report(
      .badContextName, at: tree.nodes[node].span, message: "expressions cannot name \(DisplayText.quoted(name))",
      help: "use a letter or _, then letters, digits and _, but not a reserved word")
    return nil
  }
}
