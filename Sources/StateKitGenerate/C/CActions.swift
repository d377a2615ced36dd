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
  /// The events for which the list that is written may be carried out.
  private var scope = CEventScope.any
  /// True while a list of an `exitState` is written.
  private var isExit = false

  init(_ model: CModel, findings: Findings) {
    self.model = model
    self.findings = findings
  }

  private var chart: Chart { model.chart }

  /// The statements that end a list at an error.
  private let failure = "failed(d); return;"

  /// The statements of a list; `isExit`: of an `exitState`.
  mutating func statements(_ range: TableRange, scope: CEventScope, isExit: Bool = false) -> [String] {
    (self.scope, self.isExit) = (scope, isExit)
    return list(range.indices, isLast: true, depth: 0)
  }

  /// `isLast`: nothing is carried out behind the list.
  private mutating func list(_ range: Range<Int>, isLast: Bool, depth: Int) -> [String] {
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
          let (statements, test) = try expression(condition)
          guard test.type == .bool else { throw NotGenerated("a condition that is no bool", help: "compare the value") }
          lines += statements + ["if (\(test.text)) {"]
          lines += list(then, isLast: endsList, depth: depth + 1).map { "  \($0)" }
          let rest = list(otherwise, isLast: endsList, depth: depth + 1)
          if !rest.isEmpty { lines += ["} else {"] + rest.map { "  \($0)" } }
          lines.append("}")
        case .goTo(let target):
          guard isLast, next == range.upperBound else {
            throw NotGenerated("goToState before other actions", help: "make it the last action of its list")
          }
          let help = "let a handler or \"always\" go there"
          if model.hasRegions { throw NotGenerated("goToState beside parallel states", help: help) }
          if isExit { throw NotGenerated("goToState in exitState", help: help) }
          lines.append("go_to(d, \(model.states[chart.targets[Int(target)].index]));")
        case .block(let count):
          let inner = list(next..<next + Int(count), isLast: false, depth: depth + 1)
          if inner.contains(where: { $0.utf8.includes("failed(d)".utf8) }) {
            throw NotGenerated("a list that may fail inside a list", help: "let its expressions not fail")
          }
          lines += inner
          next += Int(count)
        case let action: lines += try statements(action)
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

  /// The statements of an action without other actions in it.
  private mutating func statements(_ action: Action) throws(NotGenerated) -> [String] {
    switch action {
    case .call(let name, let data): return try call(chart.names.text(name), data: data)
    case .log(let template): return try log(template)
    case .assign(let path, let template):
      let field = try model.contextField(path.names)
      guard let step = template.onlyStep, let (statements, code) = try value(step) else {
        throw NotGenerated("a list or a map", help: "assign its fields one by one")
      }
      guard code.type == field.type else {
        throw NotGenerated(
          "\(path.text) with values of several types", help: "give it values of the type it begins with")
      }
      var check: [String] = []
      if field.type == .double, !code.text.allSatisfy({ $0.isNumber || $0 == "." || $0 == "-" }) {
        model.needs.formUnion(["FAIL", "RAISE", "is_finite"])
        check = ["if (!is_finite(\(code.text))) { \(failure) }"]
      }
      return statements + check + ["d->context.\(field.identifier) = \(code.text);"]
    case .raise(let event, let data):
      model.needs.insert("RAISE")
      let (lines, arguments) = try message(event, data: data)
      return scoped(lines, "push(d, &d->raised, \(arguments));")
    case .send(let event, let data, let delay, let id, let receiver):
      guard receiver == nil else { throw NotGenerated("a message to another chart", help: "call a host action") }
      let (lines, arguments) = try message(event, data: data)
      guard case .milliseconds(let milliseconds) = delay else {
        throw NotGenerated("a delay that is not written out", help: "write it as \"5s\"")
      }
      let text = try id.map { id throws(NotGenerated) in try literal(id) }
      if milliseconds == 0 {
        model.needs.insert("SEND")
        return scoped(lines, "push(d, &d->sent, \(arguments));")
      }
      let id = text.map { "\(number(ofSend: $0))" } ?? "NOWHERE"
      return scoped(lines, "send_later(d, \(CModel.literal(milliseconds)), \(arguments), \(id));")
    case .cancel(let id):
      let text = try literal(id)
      // Without delayed sends nothing waits.
      if !model.needs.contains("LATER") { return [] }
      model.needs.insert("CANCEL")
      return ["cancel(d, \(number(ofSend: text))); /* \(CommentText.safe(text)) */"]
    case .forEach: throw NotGenerated("forEach", help: "call a host action that goes through the list")
    case .unless, .skip, .block, .goTo: return []
    }
  }

  /// A block of its own, where names are declared.
  private func scoped(_ lines: [String], _ last: String) -> [String] {
    lines.isEmpty ? [last] : ["{"] + (lines + [last]).map { "  \($0)" } + ["}"]
  }

  private func literal(_ id: TextTemplate) throws(NotGenerated) -> String {
    if let text = id.literal { return text }
    throw NotGenerated("an id that is put together", help: "write the id out")
  }

  /// The number in C of a send with an id.
  private mutating func number(ofSend id: String) -> Int {
    if let found = sendIDs.firstIndex(where: { $0.utf8.elementsEqual(id.utf8) }) { return found }
    sendIDs.append(id)
    return sendIDs.count - 1
  }

  private func log(_ template: TextTemplate) throws(NotGenerated) -> [String] {
    var lines: [String] = []
    for case .expression(let index) in template.parts {
      // Only an error of it is seen by the chart.
      let (statements, code) = try expression(index)
      if !statements.isEmpty { lines += statements + ["(void)(\(code.text));"] }
    }
    return lines + ["/* log: \(CommentText.safe(template.written { chart.expressions[Int($0)].text })) */"]
  }

  // MARK: Values

  private typealias Written = (statements: [String], code: CExpression.Code)
  private typealias Fields = (statements: [String], fields: [(name: String?, code: CExpression.Code)])

  private func expression(_ index: Int32) throws(NotGenerated) -> Written {
    let (writer, code) = try CExpression.written(
      chart.expressions[Int(index)], in: model, scope: scope, failure: failure,
      orRefuse: NotGenerated("this expression", help: "use comparisons, arithmetic, &&, ||, ! and isIn"))
    return (writer.statements, code)
  }

  /// A value that is kept; nil for a list or a map. A text from outside is only compared: nothing here could hold it.
  private func value(_ step: DataTemplate.Step) throws(NotGenerated) -> Written? {
    switch step {
    case .expression(let index):
      let value = try expression(index)
      try refuseForeign(value.code)
      return value
    case .literal(let value):
      var writer = CExpression(model: model, scope: scope, tests: [])
      return ([], try writer.write(.constant(value)))
    case .list, .map: return nil
    }
  }

  private func refuseForeign(_ code: CExpression.Code) throws(NotGenerated) {
    if code.isForeign { throw NotGenerated("a text of a payload that is kept", help: "compare it, and keep a number") }
  }

  /// The fields of a payload or of the data of an action; a single value has no name.
  private func fields(_ template: DataTemplate) throws(NotGenerated) -> Fields {
    if let fields = try fieldsOfMap(template) { return fields }
    var (statements, stack): ([String], [CExpression.Code]) = ([], [])
    var names: [String]?
    for step in template.steps {
      if names == nil, case .map(let keys) = step, keys.count == stack.count {
        names = keys
      } else if names == nil, let value = try value(step) {
        statements += value.statements
        stack.append(value.code)
      } else {
        throw NotGenerated("data in data", help: "use fields of one level")
      }
    }
    return (statements, stack.enumerated().map { (names?[$0], $1) })
  }

  /// The fields of a map that is one expression or one constant; nil for other data.
  private func fieldsOfMap(_ template: DataTemplate) throws(NotGenerated) -> Fields? {
    let (tree, tests): (ExpressionTree?, [StateID]) =
      switch template.onlyStep {
      case .expression(let index): (chart.expressions[Int(index)].program.tree, chart.expressions[Int(index)].tests)
      case .literal(.map(let map)): (.map(map.entries.map { (.constant($0.key), .constant($0.value)) }), [])
      default: (nil, [])
      }
    guard case .map(let entries) = tree else { return nil }
    var writer = CExpression(model: model, scope: scope, tests: tests, failure: failure)
    let fields = try entries.map { key, value throws(NotGenerated) in
      guard case .constant(.string(let name)) = key else {
        throw NotGenerated("a key that is computed", help: "write the key out")
      }
      let code = try writer.write(value)
      try refuseForeign(code)
      return (name: String?.some(name), code: code)
    }
    return (writer.statements, fields)
  }

  // MARK: Host actions

  private mutating func call(_ name: String, data: DataTemplate?) throws(NotGenerated) -> [String] {
    let (statements, found) = try data.map { data throws(NotGenerated) in try fields(data) } ?? ([], [])
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

  /// The statements that make the payload of an event, and the arguments of a function that sends it.
  private func message(
    _ event: EventText, data: DataTemplate?
  ) throws(NotGenerated) -> (statements: [String], arguments: String) {
    guard case .event(let id) = event, id.index < chart.eventCount else {
      throw NotGenerated("an event whose name is put together", help: "write the name out")
    }
    let name = model.events[id.index]
    guard let data, let payload = model.payloads[id.index] else { return ([], "\(name), NULL") }
    model.needs.insert("PAYLOAD")
    let (statements, found) = try fields(data)
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
    return (lines, "\(name), &data")
  }
}
