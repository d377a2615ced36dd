import CEL
import StateKitCore
import StateKitFormat

/// The entry and exit actions of a state, and the data that are set with them.
extension SCXMLReader {
  mutating func writeHooks(of state: Int, in object: Int) {
    let node = facts[state].node
    let entries = children(.onentry, of: node)
    let exits = children(.onexit, of: node)
    let firstEntry = entries.first
    if firstEntry == nil, exits.isEmpty, state > 0, !isLate, children(.invoke, of: node).isEmpty { return }
    let first = firstEntry.map { origin($0) } ?? origin(node)
    let hook = draft.array("enterState", in: object, origin: first)
    if state == 0 {
      writeFirstValues(in: hook)
      for script in children(.script, of: node) { writeBlock(hook, of: script) { $0.writeScript(script, in: $1) } }
    } else if isLate {
      writeLateData(of: state, in: hook)
    }
    writeIDs(of: state, in: hook)
    write(entries, in: hook)
    guard let first = exits.first else { return }
    write(exits, in: draft.array("exitState", in: object, origin: origin(first)))
  }

  /// Writes the elements of a hook: each in a list of its own, unless there is nothing else in the hook.
  private mutating func write(_ elements: SCXMLDocument.Children, in hook: Int) {
    if let first = elements.first, !elements.hasSeveral, draft.isEmpty(hook) {
      writeActions(of: first, in: hook)
    } else {
      for element in elements { writeBlock(hook, of: element) { $0.writeActions(of: element, in: $1) } }
    }
    if draft.isEmpty(hook) { draft.remove(hook) }
  }

  /// Writes into a list of its own, so that an error in it ends only this list.
  mutating func writeBlock(_ hook: Int, of node: Int, write: (inout SCXMLReader, Int) -> Void) {
    let block = draft.array(nil, in: hook, origin: origin(node))
    write(&self, block)
    if draft.isEmpty(block) { draft.remove(block) }
  }

  // MARK: Data

  /// Writes the data of all states in document order with their constant first values, and the other declared names.
  mutating func writeContext() {
    let context = draft.object("context", in: top, origin: origin(root))
    var written = NameSet()
    for node in elements where isElement(node, word: .data) && foreign(.part, of: node) == nil {
      guard let id = attribute(.id, of: node) ?? attribute(.name, of: node), written.insert(id.text) else { continue }
      noteWithoutData(id.origin)
      let key = Part(contextName(id.text), origin: id.origin)
      let expression = attribute(.expr, of: node)
      let constant = constant(of: node)
      let isLater = isLate && stateOf(node) != root
      draft.scalar(
        key, json: (isLater ? "null" : constant?.text ?? "null").utf8Bytes.span, in: context,
        origin: expression?.origin ?? origin(node))
      if constant == nil, !isLater, let expression { firstValues.append((key.text, node, expression)) }
    }
    for name in names.names.sorted(by: { Array($0.utf8).lexicographicallyPrecedes(Array($1.utf8)) })
    where written.insert(name) {
      let place = origin(dataElements[name] ?? root)
      draft.scalar(contextName(name), json: "null".utf8Bytes.span, in: context, origin: place)
    }
    if isLate { writeFlags(in: context) }
    if draft.isEmpty(context) { draft.remove(context) }
  }

  /// Writes actions that set first values which are only known at run time.
  private mutating func writeFirstValues(in hook: Int) {
    for (name, node, expression) in firstValues {
      let value = part(value(expression), origin: expression.origin)
      writeBlock(hook, of: node) { $0.writeAssign(name, value: value, in: $1, origin: expression.origin) }
    }
  }

  /// With late binding, writes a flag for each state with data: whether it was entered.
  private func writeFlags(in context: Int) {
    for state in facts.indices.dropFirst() where !facts[state].kind.isHistory {
      guard let first = data(of: state).first else { continue }
      draft.scalar(flag(of: state), json: "false".utf8Bytes.span, in: context, origin: origin(first))
    }
  }

  private func data(of state: Int) -> [Int] {
    children(.datamodel, of: facts[state].node).flatMap { children(.data, of: $0) }
  }

  private func flag(of state: Int) -> String { "_entered\(state)" }

  func contextName(_ name: String) -> String {
    if case .cel = model { return name }
    return ScriptScope.contextName(name)
  }

  /// The state whose datamodel contains a `<data>` element.
  func stateOf(_ data: Int) -> Int {
    let model = Int(tree.nodes[data].parent)
    return model < 0 ? root : Int(tree.nodes[model].parent)
  }

  /// With late binding, the data of a state are set on its first entry.
  private mutating func writeLateData(of state: Int, in hook: Int) {
    let data = data(of: state)
    guard let first = data.first else { return }
    let flag = flag(of: state)
    draft.wording.add(only: SourceWording.whole, as: "", at: origin(first))
    // An error in the data ends no other part of the hook.
    let block = draft.array(nil, in: hook, origin: origin(first))
    let action = draft.object(nil, in: block, origin: origin(first))
    draft.string("if", value: "!\(flag)", in: action, origin: origin(first))
    let then = draft.array("then", in: action, origin: origin(first))
    writeAssign(flag, value: "true", in: then, origin: origin(first))
    for node in data {
      guard let id = attribute(.id, of: node) else { continue }
      if let expression = attribute(.expr, of: node), constant(of: node) == nil {
        writeAssign(contextName(id.text), value: value(expression).text, in: then, origin: expression.origin)
      } else if let constant = constant(of: node) {
        writeAssign(contextName(id.text), json: constant.text, in: then, origin: origin(node))
      }
    }
  }

  func writeAssign(_ path: String, value: Part, in list: Int, origin: SourceSpan) {
    let action = draft.object(nil, in: list, origin: origin)
    let assign = draft.object("assign", in: action, origin: origin)
    draft.string(Part(path, origin: origin), value: value, in: assign)
  }

  func writeAssign(_ path: String, value: String, in list: Int, origin: SourceSpan) {
    writeAssign(path, value: Part(value, origin: origin), in: list, origin: origin)
  }

  /// Assigns a constant value. Texts in it become expressions.
  func writeAssign(_ path: String, json: String, in list: Int, origin: SourceSpan) {
    guard let parsed = try? ScriptParser.expression(json), let value = try? ScriptTranslator(scope: scope).value(parsed)
    else {
      return
    }
    writeAssign(path, value: part(value, origin: origin), in: list, origin: origin)
  }

  // MARK: Output

  /// Writes the value that `<param>`, `<content>` and `namelist` give.
  mutating func writePayload(
    _ key: Part, of node: Int, in object: Int, only known: NameSet? = nil
  ) {
    if known == nil, let content = children(.content, of: node).first {
      if let expression = attribute(.expr, of: content) {
        draft.string(key, value: part(value(expression), origin: expression.origin), in: object)
      } else if let markup = markup(in: content) {
        draft.string(key, value: Part(ExpressionText.literal(markup), origin: origin(content)), in: object)
      } else {
        let known = self.content(tree.content(of: content))
        if let parsed = try? ScriptParser.expression(known.text),
          let value = try? ScriptTranslator(scope: scope).value(parsed)
        {
          draft.string(key, value: part(value, origin: origin(content)), in: object)
        }
      }
      return
    }
    var members: [(name: String, value: Part)] = []
    if let list = attribute(.namelist, of: node) {
      for name in words(list) {
        members.append((name, part(value(Part(name, origin: list.origin)), origin: list.origin)))
      }
    }
    for element in children(.param, of: node) {
      guard let name = attribute(.name, of: element) else { continue }
      guard let expression = attribute(.expr, of: element) ?? attribute(.location, of: element) else { continue }
      members.append((name.text, part(value(expression), origin: expression.origin)))
    }
    if let known { members.removeAll { !known.contains($0.name) } }
    if members.isEmpty { return }
    let payload = draft.object(key, in: object, origin: key.origin)
    var written = NameSet()
    for member in members where written.insert(member.name) {
      draft.string(member.name, value: member.value, in: payload)
    }
  }
}
