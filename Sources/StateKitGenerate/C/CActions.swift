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
  /// The indices in `hostActions`.
  private var actionOfName: [NameID: Int] = [:]
  private var functionScope: IdentifierScope
  /// The ids of sends; their numbers in C are their indices.
  private(set) var sendIDs = NameTable()
  /// The events for which the list that is written may be carried out.
  private var scope = CEventScope.any
  /// True while a list of an `exitState` is written.
  private var isExit = false

  init(_ model: CModel, findings: Findings) {
    self.model = model
    self.findings = findings
    functionScope = IdentifierScope(renames: model.renames.of(.action))
  }

  private var chart: Chart { model.chart }

  private var values: CValues { CValues(model: model, scope: scope) }

  /// The statements of a list; `isExit`: of an `exitState`.
  mutating func statements(_ range: TableRange, scope: CEventScope, isExit: Bool = false) -> [String] {
    (self.scope, self.isExit) = (scope, isExit)
    return list(range.indices, isLast: true, depth: 0)
  }

  /// The statements by which the output of a final state fails: nothing in the program can read its value.
  mutating func statements(ofOutput template: DataTemplate) -> [String] {
    (scope, isExit) = (.any, false)
    do throws(NotGenerated) {
      return try values.dropped(template).statements
    } catch {
      findings.refuse(error, at: template.span(in: chart))
      return []
    }
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
          let (statements, test) = try values.expression(condition)
          guard test.type == .bool else { throw NotGenerated("a condition that is no bool", help: "compare the value") }
          lines += statements + ["if (\(test.text)) {"]
          lines += list(then, isLast: endsList, depth: depth + 1).map { "  \($0)" }
          let rest = list(otherwise, isLast: endsList, depth: depth + 1)
          if !rest.isEmpty { lines += ["} else {"] + rest.map { "  \($0)" } }
          lines.append("}")
        case .goTo(let target):
          let help = "let a handler or \"always\" go there"
          if model.hasRegions { throw NotGenerated("goToState beside parallel states", help: help) }
          if isExit { throw NotGenerated("goToState in exitState", help: help) }
          guard isLast, next == range.upperBound else {
            throw NotGenerated("goToState before other actions", help: "make it the last action of its list")
          }
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
    case .call(let name, let data): return try call(name, data: data)
    case .log(let template): return try log(template)
    case .assign(let path, let template):
      let field = try model.contextField(path.names)
      guard let step = template.onlyStep, let (statements, code) = try values.value(step) else {
        throw NotGenerated("a list or a map", help: "assign its fields one by one")
      }
      guard code.type == field.type else {
        throw NotGenerated(
          "\(path.text) with values of several types", help: "give it values of the type it begins with")
      }
      return statements + ["d->context.\(field.identifier) = \(code.text);"]
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
      let id = text.map { "\(sendIDs.intern($0).index)" } ?? "NOWHERE"
      return scoped(lines, "send_later(d, \(CModel.literal(milliseconds)), \(arguments), \(id));")
    case .cancel(let id):
      let text = try literal(id)
      // Without delayed sends nothing waits.
      if !model.needs.contains("LATER") { return [] }
      model.needs.insert("CANCEL")
      return ["cancel(d, \(sendIDs.intern(text).index)); /* \(CommentText.safe(text)) */"]
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

  private func log(_ template: TextTemplate) throws(NotGenerated) -> [String] {
    var lines: [String] = []
    for case .expression(let index) in template.parts { lines += try values.dropped(index).statements }
    return lines + ["/* log: \(CommentText.safe(template.written { chart.expressions[Int($0)].text })) */"]
  }

  // MARK: Data

  /// Refuses data for which the chart always makes an error.
  private func refuse(_ misfit: String?) throws(NotGenerated) {
    if let misfit { throw NotGenerated("data that do not fit: \(misfit)", help: "give what is declared") }
  }

  // MARK: Host actions

  private mutating func call(_ id: NameID, data: DataTemplate?) throws(NotGenerated) -> [String] {
    let name = chart.names.text(id)
    let given = try data.map { data throws(NotGenerated) in try values.fields(data) }
    try refuse(chart.misfit(of: given.map(values.example), calling: id))
    let (statements, found) = given ?? ([], [])
    let action: CHostAction
    if let known = actionOfName[id].map({ hostActions[$0] }) {
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
      // The machine, and names that the function uses in the harness or behind the parameter.
      let used = ["d", "did", "append", "append_value", "int64_t", "\(model.prefix)_text_t"]
      var scope = IdentifierScope(avoiding: CModel.keywords.union(used))
      action = CHostAction(
        name: name, identifier: functionScope.add(name, as: .snake, prefix: "\(model.prefix)_do_"),
        parameters: found.map { ($0.name, scope.add($0.name ?? "value", as: .snake), $0.code.type) })
      actionOfName[id] = hostActions.count
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
    let type = model.declaredType(of: id.index)
    guard let data, let payload = model.payloads[id.index] else {
      let value = try data.map { data throws(NotGenerated) in try values.dropped(data) }
      try refuse(type?.misfit(of: value?.example))
      return (value?.statements ?? [], "\(name), NULL")
    }
    model.needs.insert("PAYLOAD")
    let (statements, found) = try values.fields(data)
    try refuse(type?.misfit(of: values.example(of: (statements, found))))
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
      if let flags = field.flags { lines.append("data.\(payload.identifier).\(flags.value) = true;") }
    }
    return (lines, "\(name), &data")
  }
}
