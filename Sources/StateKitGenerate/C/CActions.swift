// Longer than others: a method for each kind of action.
import CEL
import StateKitCore

/// A host action as a function that the program defines.
struct CHostAction {
  let name: String
  let identifier: String
  /// The fields of its data; a single value has no name.
  let parameters: [(name: String?, identifier: String, type: CType)]

  /// The function without its body.
  func head(_ prefix: String) -> String {
    let list = ["\(prefix)_t *d"] + parameters.map { "\($0.type.name(prefix)) \($0.identifier)" }
    return "\(identifier)(\(list.joined(separator: ", ")))"
  }
}

/// Writes lists of actions in C.
struct CActions {
  let model: CModel
  let findings: Findings
  private(set) var hostActions: [CHostAction] = []
  private var functionScope = IdentifierScope()
  private var sendIDs: [String] = []

  init(_ model: CModel, findings: Findings) {
    self.model = model
    self.findings = findings
  }

  private var chart: Chart { model.chart }

  /// The statements that end a list at an error.
  private let failure = "failed(d); return;"

  /// True while lists of `exitState` are written.
  private var isExit = false

  /// The statements of a list; `isExit`: of an `exitState`.
  mutating func statements(_ range: TableRange, scope: CEventScope, isExit: Bool = false) -> [String] {
    self.isExit = isExit
    return list(range.indices, scope: scope, isLast: true, depth: 0)
  }

  private mutating func list(_ range: Range<Int>, scope: CEventScope, isLast: Bool, depth: Int) -> [String] {
    var lines: [String] = []
    var index = range.lowerBound
    while index < range.upperBound {
      let span = chart.actionSpans[index]
      do throws(NotGenerated) {
        if depth > 100 { throw NotGenerated("actions nested deeper than 100", help: "use named guards") }
        var next = index + 1
        switch chart.actions[index] {
        case .unless(let condition, let skip):
          var then = next..<next + Int(skip)
          next = then.upperBound
          var otherwise = next..<next
          if let last = then.last, case .skip(let count) = chart.actions[last] {
            then = then.dropLast()
            otherwise = next..<next + Int(count)
            next = otherwise.upperBound
          }
          let endsList = isLast && next == range.upperBound
          let (statements, test) = try self.condition(condition, scope: scope)
          lines += statements + ["if (\(test)) {"]
          lines += list(then, scope: scope, isLast: endsList, depth: depth + 1).map { "  \($0)" }
          let rest = list(otherwise, scope: scope, isLast: endsList, depth: depth + 1)
          if !rest.isEmpty { lines += ["} else {"] + rest.map { "  \($0)" } }
          lines.append("}")
        case .goTo(let target):
          guard isLast, next == range.upperBound else {
            throw NotGenerated("goToState before other actions", help: "make it the last action of its list")
          }
          if model.hasRegions {
            throw NotGenerated("goToState beside parallel states", help: "let a handler or \"always\" go there")
          }
          if isExit { throw NotGenerated("goToState in exitState", help: "let a handler or \"always\" go there") }
          lines.append("go_to(d, \(model.states[chart.targets[Int(target)].index]));")
        case .block(let count):
          let inner = list(next..<next + Int(count), scope: scope, isLast: false, depth: depth + 1)
          if inner.contains(where: { $0.utf8.includes("failed(d)".utf8) }) {
            throw NotGenerated("a list that may fail inside a list", help: "let its expressions not fail")
          }
          lines += inner
          next += Int(count)
        default: lines += try statement(index, scope: scope)
        }
        index = next
      } catch {
        findings.refuse(error, at: span)
        index += 1
        if case .forEach(_, _, _, let count) = chart.actions[index - 1] { index += Int(count) }
      }
    }
    return lines
  }

  private func expression(_ index: Int32, scope: CEventScope) throws(NotGenerated) -> (CExpression, CExpression.Code) {
    let expression = chart.expressions[Int(index)]
    guard let tree = expression.program.tree else {
      throw NotGenerated("this expression", help: "use comparisons, arithmetic, &&, ||, ! and isIn")
    }
    var writer = CExpression(model, scope: scope, tests: expression.tests, failure: failure)
    let code = try writer.write(tree)
    if writer.canFail { model.needs.formUnion(["FAIL", "RAISE"]) }
    return (writer, code)
  }

  private func condition(_ index: Int32, scope: CEventScope) throws(NotGenerated) -> ([String], String) {
    let (writer, code) = try expression(index, scope: scope)
    guard code.type == .bool else { throw NotGenerated("a condition that is no bool", help: "compare the value") }
    return (writer.statements, code.text)
  }

  private mutating func statement(_ index: Int, scope: CEventScope) throws(NotGenerated) -> [String] {
    switch chart.actions[index] {
    case .call(let name, let data): return try call(chart.names.text(name), data: data, scope: scope)
    case .log(let template): return try log(template, scope: scope)
    case .assign(let path, let template):
      let field = try model.contextField(path.names)
      var (lines, code) = try value(template, scope: scope)
      guard code.type == field.type else {
        throw NotGenerated(
          "\(path.text) with values of several types", help: "give it values of the type it begins with")
      }
      if field.type == .double, !code.text.allSatisfy({ $0.isNumber || $0 == "." || $0 == "-" }) {
        model.needs.formUnion(["FAIL", "RAISE", "is_finite"])
        lines.append("if (!is_finite(\(code.text))) { \(failure) }")
      }
      return lines + ["d->context.\(field.identifier) = \(code.text);"]
    case .raise(let event, let data):
      model.needs.insert("RAISE")
      let (event, lines, pointer) = try message(event, data: data, scope: scope)
      return scoped(lines, "push(d, &d->raised, \(event), \(pointer));")
    case .send(let event, let data, let delay, let id, let receiver):
      guard receiver == nil else { throw NotGenerated("a message to another chart", help: "call a host action") }
      let (event, lines, pointer) = try message(event, data: data, scope: scope)
      guard case .milliseconds(let milliseconds) = delay else {
        throw NotGenerated("a delay that is not written out", help: "write it as \"5s\"")
      }
      guard let text = id.map({ $0.literal }) ?? "" else {
        throw NotGenerated("an id that is put together", help: "write the id out")
      }
      if milliseconds == 0 {
        model.needs.insert("SEND")
        return scoped(lines, "push(d, &d->sent, \(event), \(pointer));")
      }
      let number = id == nil ? "NOWHERE" : "\(sendID(text))"
      return scoped(
        lines, "send_later(d, \(CModel.literal(milliseconds)), \(event), \(pointer), \(number));")
    case .cancel(let id):
      guard let text = id.literal else { throw NotGenerated("an id that is put together", help: "write the id out") }
      // Without delayed sends nothing waits.
      if !model.needs.contains("LATER") { return [] }
      model.needs.insert("CANCEL")
      return ["cancel(d, \(sendID(text))); /* \(CommentText.safe(text)) */"]
    case .forEach: throw NotGenerated("forEach", help: "call a host action that goes through the list")
    case .unless, .skip, .block, .goTo: return []
    }
  }

  /// A block of its own, where names are declared.
  private func scoped(_ lines: [String], _ last: String) -> [String] {
    lines.isEmpty ? [last] : ["{"] + (lines + [last]).map { "  \($0)" } + ["}"]
  }

  private mutating func sendID(_ text: String) -> Int {
    if let found = sendIDs.firstIndex(where: { $0.utf8.elementsEqual(text.utf8) }) { return found }
    sendIDs.append(text)
    return sendIDs.count - 1
  }

  private func log(_ template: TextTemplate, scope: CEventScope) throws(NotGenerated) -> [String] {
    var lines: [String] = []
    for case .expression(let index) in template.parts {
      // Only an error of it is seen by the chart.
      let (writer, code) = try expression(index, scope: scope)
      if writer.canFail { lines += writer.statements + ["(void)(\(code.text));"] }
    }
    return lines + ["/* log: \(CommentText.safe(template.written { chart.expressions[Int($0)].text })) */"]
  }

  private func value(_ template: DataTemplate, scope: CEventScope) throws(NotGenerated) -> ([String], CExpression.Code)
  {
    switch template.onlyStep {
    case .expression(let index):
      let (writer, code) = try expression(index, scope: scope)
      try refuseForeign(code)
      return (writer.statements, code)
    case .literal(let value):
      var writer = CExpression(model, scope: scope, tests: [])
      return ([], try writer.write(.constant(value)))
    default: throw NotGenerated("a list or a map", help: "assign its fields one by one")
    }
  }

  /// The fields of a payload or of the data of an action; nil for a single value.
  private func fields(
    _ template: DataTemplate, scope: CEventScope
  ) throws(NotGenerated) -> (statements: [String], fields: [(name: String?, code: CExpression.Code)]) {
    var (statements, stack): ([String], [CExpression.Code]) = ([], [])
    var names: [String]?
    for step in template.steps {
      guard names == nil else { throw NotGenerated("data in data", help: "use fields of one level") }
      switch step {
      case .expression(let index):
        let expression = chart.expressions[Int(index)]
        if template.steps.count == 1, case .map(let entries)? = expression.program.tree {
          return try fields(of: entries, tests: expression.tests, scope: scope)
        }
        let (writer, code) = try self.expression(index, scope: scope)
        try refuseForeign(code)
        statements += writer.statements
        stack.append(code)
      case .literal(let value):
        if template.steps.count == 1, case .map(let map) = value {
          let entries = map.entries.map {
            (key: ExpressionTree.constant($0.key), value: ExpressionTree.constant($0.value))
          }
          return try fields(of: entries, tests: [], scope: scope)
        }
        var writer = CExpression(model, scope: scope, tests: [])
        stack.append(try writer.write(.constant(value)))
      case .map(let keys) where keys.count == stack.count: names = keys
      case .map, .list: throw NotGenerated("data in data", help: "use fields of one level")
      }
    }
    if let names { return (statements, zip(names, stack).map { ($0, $1) }) }
    return (statements, stack.map { (nil, $0) })
  }

  private func fields(
    of entries: [(key: ExpressionTree, value: ExpressionTree)], tests: [StateID], scope: CEventScope
  ) throws(NotGenerated) -> (statements: [String], fields: [(name: String?, code: CExpression.Code)]) {
    var writer = CExpression(model, scope: scope, tests: tests, failure: failure)
    var found: [(name: String?, code: CExpression.Code)] = []
    for (key, value) in entries {
      guard case .constant(.string(let name)) = key else {
        throw NotGenerated("a key that is computed", help: "write the key out")
      }
      let code = try writer.write(value)
      try refuseForeign(code)
      found.append((name, code))
    }
    if writer.canFail { model.needs.formUnion(["FAIL", "RAISE"]) }
    return (writer.statements, found)
  }

  /// A text from outside is only compared: nothing here could hold it.
  private func refuseForeign(_ code: CExpression.Code) throws(NotGenerated) {
    if code.isForeign { throw NotGenerated("a text of a payload that is kept", help: "compare it, and keep a number") }
  }

  // MARK: Host actions

  private mutating func call(_ name: String, data: DataTemplate?, scope: CEventScope) throws(NotGenerated) -> [String] {
    let (statements, found) = try data.map { data throws(NotGenerated) in try fields(data, scope: scope) } ?? ([], [])
    let action: CHostAction
    if let known = hostActions.first(where: { $0.name.utf8.elementsEqual(name.utf8) }) {
      let isSame =
        known.parameters.count == found.count
        && zip(known.parameters, found).allSatisfy {
          $0.type == $1.code.type && ($0.name ?? "").utf8.elementsEqual(($1.name ?? "").utf8)
        }
      guard isSame else {
        throw NotGenerated("\(name) with other data than elsewhere", help: "give it the same fields in each place")
      }
      action = known
    } else {
      var scope = IdentifierScope(avoiding: CModel.keywords.union(["d"]))
      action = CHostAction(
        name: name, identifier: functionScope.add(name, as: .snake, prefix: "\(model.prefix)_do_"),
        parameters: found.map { ($0.name, scope.add($0.name ?? "value", as: .snake), $0.code.type) })
      hostActions.append(action)
    }
    let arguments = ["d"] + found.map(\.code.text)
    return statements + ["\(action.identifier)(\(arguments.joined(separator: ", ")));"]
  }

  // MARK: Events

  private func message(
    _ event: EventText, data: DataTemplate?, scope: CEventScope
  ) throws(NotGenerated) -> (event: String, statements: [String], pointer: String) {
    guard case .event(let id) = event, id.index < chart.eventCount else {
      throw NotGenerated("an event whose name is put together", help: "write the name out")
    }
    let name = model.events[id.index]
    guard let data, let payload = model.payloads[id.index] else { return (name, [], "NULL") }
    model.needs.insert("PAYLOAD")
    let (statements, found) = try fields(data, scope: scope)
    var lines = statements + ["\(model.prefix)_payload_t data = NO_DATA;"]
    for (key, code) in found {
      guard let key else {
        guard payload.single == code.type else {
          throw NotGenerated("data of another type", help: "send what is declared")
        }
        lines.append("data.\(payload.identifier) = \(code.text);")
        continue
      }
      guard let field = payload.field(key), let type = field.type,
        type == code.type || (type, code.type) == (.double, .int)
      else { throw NotGenerated("the field \(key)", help: "send the fields that the event declares") }
      lines.append("data.\(payload.identifier).\(field.identifier) = \(code.text);")
      if field.declared.isOptional { lines.append("data.\(payload.identifier).has_\(field.identifier) = true;") }
    }
    return (name, lines, "&data")
  }
}
