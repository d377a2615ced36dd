import StateKitCore
import StateKitFormat

/// Executable content.
extension SCXMLReader {
  mutating func writeActions(_ key: Part, nodes: [Int], in object: Int) {
    let list = draft.array(key, in: object, origin: key.origin)
    for node in nodes { writeActions(of: node, in: list) }
    if draft.isEmpty(list) { draft.remove(list) }
  }

  /// The branches of an `<if>`: their first elements, and their contents.
  private struct Branches {
    var heads: [Int]
    var bodies: [[Int]]
  }

  /// A part that is still to be written: the content of an element, or a part of one, into a list.
  private enum Task {
    case action(Int, list: Int)
    /// The rest of an `<if>` from one of its branches.
    case branch(Branches, Int, list: Int)
  }

  /// Writes the content of an element. Uses its own stack, because nesting is as deep as the document.
  mutating func writeActions(of node: Int, in list: Int) {
    var todo = tree.elements(of: node).reversed().map { Task.action($0, list: list) }
    while let task = todo.popLast() {
      switch task {
      case .action(let node, let list): writeAction(node, in: list, todo: &todo)
      case .branch(let branches, let index, let list): writeBranch(index, of: branches, in: list, todo: &todo)
      }
    }
  }

  private mutating func writeAction(_ node: Int, in list: Int, todo: inout [Task]) {
    guard document.isOwn(node) else { return writeForeign(node, in: list) }
    if foreign(.part, of: node) != nil { return }
    // An action as it was in the chart.
    if let own = foreign(.action, of: node),
      draft.insert(nil, json: Array(own.text.utf8), in: list, origin: origin(node))
    {
      return
    }
    switch elementWords[node] {
    case .raise:
      guard let event = foreign(.event, of: node) ?? required(.event, of: node) else { return }
      let action = draft.object(nil, in: list, origin: origin(node))
      draft.string(
        part("raise", of: node),
        value: Part(ExpressionText.template(event.text), origin: event.origin),
        in: action)
    case .log: writeLog(node, in: list)
    case .assign: writeAssign(node, in: list)
    case .if: writeIf(node, in: list, todo: &todo)
    case .foreach: writeForEach(node, in: list, todo: &todo)
    case .send: writeSend(node, in: list)
    case .cancel:
      let name = Self.cancelNames.first { attribute($0, of: node) != nil }
      guard let id = template(name ?? .sendid, expressionName: .sendidexpr, of: node) else { return }
      let action = draft.object(nil, in: list, origin: origin(node))
      draft.string(part("cancel", of: node), value: id, in: action)
    case .script: writeScript(node, in: list)
    // The check of elements has reported all others.
    default: break
    }
  }

  /// Writes an action of another vocabulary as a host action, by its name and with its attributes.
  private func writeForeign(_ node: Int, in list: Int) {
    if isMine(node, name: "action") {
      if draft.insert(nil, json: Array(tree.content(of: node).utf8), in: list, origin: origin(node)) { return }
    }
    let attributes = tree.attributes[tree.attributes(of: node)].filter { !$0.isForeign }
    if attributes.isEmpty {
      draft.string(nil, value: Part(tree.name(of: node), origin: origin(node)), in: list)
      return
    }
    let action = draft.object(nil, in: list, origin: origin(node))
    draft.string("call", value: tree.name(of: node), in: action, origin: origin(node))
    let data = draft.object("data", in: action, origin: origin(node))
    for attribute in attributes {
      draft.string(
        Part(tree.name(of: attribute), origin: attribute.nameSpan),
        value: Part(ExpressionText.literal(tree.value(of: attribute)), origin: attribute.valueSpan), in: data)
    }
  }

  /// The attributes by which `<cancel>` names an event: that of SCXML 1.0, and those of older tools.
  static let cancelNames: [SCXMLAttribute] = [.sendid, .sendId, .id]

  /// A text that is given directly or by an expression.
  mutating func template(_ name: SCXMLAttribute, expressionName: SCXMLAttribute, of node: Int) -> Part? {
    if let expression = attribute(expressionName, of: node) {
      return Part("${\(value(expression).text)}", origin: expression.origin)
    }
    return attribute(name, of: node).map { Part(ExpressionText.template($0.text), origin: $0.origin) }
  }

  private mutating func writeAssign(_ node: Int, in list: Int) {
    guard let location = attribute(.location, of: node) ?? attribute(.name, of: node) else {
      _ = required(.location, of: node)
      return
    }
    if let expression = attribute(.expr, of: node) {
      draft.wording.add(only: SourceWording.whole, as: "\(location.text) = \(expression.text)", at: location.origin)
    }
    guard let path = path(location) else {
      if let expression = attribute(.expr, of: node),
        let (path, value) = assignment(to: location, value: expression)
      {
        return writeAssign(path, value: part(value, origin: expression.origin), in: list, origin: location.origin)
      }
      if case .other = model {
        refusedExpressions.append(location.origin)
      } else {
        reportUnknown(location: location)
        writeFailure(
          "unknownLocation", saying: "\(DisplayText.quoted(location.text)) is not a location in the data", of: location,
          in: list)
      }
      return
    }
    if let expression = attribute(.expr, of: node) {
      writeAssign(path, value: part(value(expression), origin: expression.origin), in: list, origin: location.origin)
    } else if let markup = markup(in: node) {
      writeAssign(path, value: ExpressionText.literal(markup), in: list, origin: location.origin)
    } else {
      writeAssign(path, json: content(tree.content(of: node)).text, in: list, origin: location.origin)
    }
  }

  // MARK: Conditions and loops

  private mutating func writeIf(_ node: Int, in list: Int, todo: inout [Task]) {
    var branches = Branches(heads: [node], bodies: [[]])
    for child in tree.elements(of: node) {
      if isElement(child, word: .elseif) || isElement(child, word: .else) {
        if let last = branches.heads.last, isElement(last, word: .else) {
          refuse(
            .unsupportedElement, at: origin(child),
            message: "<\(tree.name(of: child))> is after <else> and is never used")
          break
        }
        branches.heads.append(child)
        branches.bodies.append([])
      } else {
        branches.bodies[branches.bodies.count - 1].append(child)
      }
    }
    writeBranch(0, of: branches, in: list, todo: &todo)
  }

  private mutating func writeBranch(_ index: Int, of branches: Branches, in list: Int, todo: inout [Task]) {
    let (head, body) = (branches.heads[index], branches.bodies[index])
    if isElement(head, word: .else) {
      todo += body.reversed().map { Task.action($0, list: list) }
      return
    }
    let action = draft.object(nil, in: list, origin: origin(head))
    let condition = attribute(.cond, of: head)
    let text = condition.map { self.condition($0) ?? Part(failure("unknown", in: $0), origin: $0.origin) }
    draft.string(part("if", of: head), value: text ?? part("{}.unknown", of: head), in: action)
    let then = draft.array("then", in: action, origin: origin(head))
    if index + 1 < branches.heads.count {
      let next = origin(branches.heads[index + 1])
      let otherwise = draft.array("else", in: action, origin: next)
      todo.append(.branch(branches, index + 1, list: otherwise))
    }
    todo += body.reversed().map { Task.action($0, list: then) }
  }

  /// A value that is not a list is an error of the run.
  private mutating func listValue(_ array: Part) -> ScriptTranslator.Output {
    let output = value(array)
    if output.type == .list || output.type == .unknown { return output }
    return ScriptTranslator.Output(text: "dyn(\(output.text))", type: .unknown)
  }

  private mutating func writeForEach(_ node: Int, in list: Int, todo: inout [Task]) {
    if let array = attribute(.array, of: node), let header = LoopHeader(array.text) {
      return refuse(
        .expressionSyntax, at: array.origin, message: "\"array\" takes a list, without a name",
        help: "write array=\(DisplayText.quoted(header.list)) item=\(DisplayText.quoted(header.element))")
    }
    guard let array = required(.array, of: node), let item = required(.item, of: node) else { return }
    let index = attribute(.index, of: node)
    for name in [item, index] {
      guard let name, !isName(name.text) else { continue }
      reportNoName(name)
      return writeFailure("badName", saying: "\(DisplayText.quoted(name.text)) is not a name", of: name, in: list)
    }
    madeIDs += 1
    let (one, count) = ("_item\(madeIDs)", "_index\(madeIDs)")
    draft.wording.add(one, as: "item", at: item.origin)
    if let index { draft.wording.add(count, as: "index", at: index.origin) }
    let names = [item.text, index?.text].compactMap { $0 }.joined(separator: ", ")
    draft.wording.add(only: SourceWording.loop, as: "\(names) in \(array.text)", at: origin(node))
    let action = draft.object(nil, in: list, origin: origin(node))
    draft.string("forEach", value: part(listValue(array), origin: array.origin), in: action)
    draft.string("as", value: one, in: action, origin: item.origin)
    if let index {
      draft.string("index", value: count, in: action, origin: index.origin)
    }
    let body = draft.array("do", in: action, origin: origin(node))
    // The variables are data: they keep their last values.
    for name in [item, index] {
      if let name { draft.wording.add(only: SourceWording.whole, as: "", at: name.origin) }
    }
    writeAssign(contextName(item.text), value: one, in: body, origin: item.origin)
    if let index {
      writeAssign(contextName(index.text), value: count, in: body, origin: index.origin)
    }
    todo += tree.elements(of: node).reversed().map { Task.action($0, list: body) }
  }
}
