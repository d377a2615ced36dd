// Longer than others: a method for each table and each function.
import CEL
import StateKitCore

/// The tables of a chart in C, and the functions that ask its states and run its actions.
struct CTables {
  let model: CModel
  let findings: Findings
  private(set) var actions: CActions
  private(set) var targets: [Int] = []

  init(_ model: CModel, findings: Findings) {
    self.model = model
    self.findings = findings
    actions = CActions(model, findings: findings)
  }

  private var chart: Chart { model.chart }

  // MARK: Functions

  /// The functions of the chart, in the order of the file.
  mutating func functions() -> [String] {
    var texts: [String] = []
    texts.append(hook("on_enter_state", comment: "The actions on the entry of a state.") { $0.enterActions })
    texts.append(hook("on_exit_state", comment: "The actions on the exit of a state.") { $0.exitActions })
    texts.append(initials())
    texts.append(transitions())
    texts.append(events())
    if model.needs.contains("ALWAYS") { texts.append(always()) }
    if model.needs.contains("AFTER") { texts.append(after()) }
    return texts
  }

  /// One case of a switch.
  private struct Case {
    let label: String
    var note: String?
    let lines: [String]
  }

  /// A function with actions returns a state to go to where the chart has `goToState`, else nothing.
  private func function(
    _ head: String, on subject: String, comment: String, hasActions: Bool = false, cases: [Case]
  ) -> String {
    let jumps = hasActions && model.hasJumps
    let note = jumps ? " Returns a state to go to at once, or NOWHERE." : ""
    let type = hasActions && !jumps ? "void" : "int"
    var lines = ["/* \(comment)\(note) */", "static \(type) \(head) {", "  (void)d;"]
    if cases.isEmpty { lines.append("  (void)\(subject);") }
    if head.utf8.includes("event".utf8) { lines.append("  (void)event;") }
    if !cases.isEmpty {
      lines.append("  switch (\(subject)) {")
      for part in cases {
        // C has no declaration behind a label.
        let isBlock = part.lines.contains { $0.hasSuffix(";") && !$0.hasPrefix("return") && isDeclaration($0) }
        let note = part.note.map { " /* \($0) */" } ?? ""
        lines.append("  case \(part.label):" + (isBlock ? " {" : "") + note)
        let ends = part.lines.last?.hasPrefix("return") ?? false
        lines += (part.lines + (hasActions && !ends ? ["break;"] : [])).map { "    \($0)" }
        if isBlock { lines.append("  }") }
      }
      lines += ["  default:", "    break;", "  }"]
    }
    if type == "int" { lines.append("  return NOWHERE;") }
    return (lines + ["}", ""]).joined(separator: "\n")
  }

  private func isDeclaration(_ line: String) -> Bool {
    ["int64_t ", "bool ", "int ", "double ", "\(model.prefix)_text_t "].contains { line.hasPrefix($0) }
  }

  private mutating func hook(_ name: String, comment: String, of list: (StateNode) -> TableRange) -> String {
    var cases: [Case] = []
    for (state, node) in chart.states.enumerated() where !list(node).isEmpty {
      cases.append(
        Case(label: model.states[state], lines: actions.statements(list(node), scope: .any)))
    }
    return function(
      "\(name)(\(model.prefix)_t *d, int state)", on: "state", comment: comment, hasActions: true, cases: cases)
  }

  private mutating func initials() -> String {
    var cases: [Case] = []
    for (state, node) in chart.states.enumerated() where node.initial >= 0 {
      let list = chart.initials[Int(node.initial)].actions
      if list.isEmpty { continue }
      cases.append(Case(label: model.states[state], lines: actions.statements(list, scope: .any)))
    }
    return function(
      "on_initial(\(model.prefix)_t *d, int state)", on: "state",
      comment: "The actions on the way to the first state inside a state.", hasActions: true, cases: cases)
  }

  private mutating func transitions() -> String {
    var scopes: [Int: CEventScope] = [:]
    let numbers = Dictionary(chart.eventNames.enumerated().map { ($1, $0) }) { first, _ in first }
    for (key, candidates) in chart.handlerKeys {
      for handler in candidates.indices {
        if case .event(let name) = key, let event = numbers[name] { scopes[handler] = .events([event]) }
      }
    }
    for timer in chart.timers {
      for handler in timer.candidates.indices { scopes[handler] = CEventScope.none }
    }
    var cases: [Case] = []
    for (index, handler) in chart.handlers.enumerated() where !handler.actions.isEmpty {
      let statements = actions.statements(handler.actions, scope: scopes[index] ?? .any)
      cases.append(
        Case(
          label: "\(index)", note: "in \(CActions.comment(chart.reference(handler.state)))",
          lines: statements))
    }
    return function(
      "on_transition(\(model.prefix)_t *d, int handler)", on: "handler",
      comment: "The actions of a handler, by its number.", hasActions: true, cases: cases)
  }

  private mutating func events() -> String {
    var cases: [Case] = []
    for state in chart.states.indices where chart.states[state].slotBase >= 0 {
      var inner = ["switch (event) {"]
      for event in model.events.indices {
        guard let handled = model.handledEvent(event) else { continue }
        let lists = chart.candidateLists(of: state, for: handled).filter { !$0.isEmpty }
        if lists.isEmpty { continue }
        let scope: CEventScope = model.isPattern(event) ? .any : .events([event])
        inner.append("case \(model.events[event]):")
        inner += candidates(lists.flatMap { Array($0.indices) }, scope: scope).map { "  \($0)" }
      }
      inner += ["default:", "  break;", "}", "break;"]
      cases.append(Case(label: model.states[state], lines: inner))
    }
    return function(
      "handler_of(\(model.prefix)_t *d, int state, int event)", on: "state",
      comment: "The answer of a state to an event: the number of a handler, FORBIDDEN, or NOWHERE.", cases: cases)
  }

  private mutating func always() -> String {
    var cases: [Case] = []
    for (state, node) in chart.states.enumerated() where !node.always.isEmpty {
      cases.append(Case(label: model.states[state], lines: candidates(Array(node.always.indices), scope: .any)))
    }
    return function(
      "always_of(\(model.prefix)_t *d, int state)", on: "state",
      comment: "The answer of a state without an event.", cases: cases)
  }

  private mutating func after() -> String {
    var cases: [Case] = []
    for (index, timer) in chart.timers.enumerated() {
      cases.append(Case(label: "\(index)", lines: candidates(Array(timer.candidates.indices), scope: .none)))
    }
    return function(
      "after_of(\(model.prefix)_t *d, int after)", on: "after", comment: "The answer of a state to its timer.",
      cases: cases)
  }

  /// The candidates of one list: the first whose condition holds is taken.
  private mutating func candidates(_ handlers: [Int], scope: CEventScope) -> [String] {
    var lines: [String] = []
    for index in handlers {
      let handler = chart.handlers[index]
      let result = handler.isForbidden ? "FORBIDDEN" : "\(index)"
      guard handler.condition >= 0 else { return lines + ["return \(result);" + arrow(handler)] }
      let expression = chart.expressions[Int(handler.condition)]
      do throws(NotGenerated) {
        guard let tree = expression.program.tree else {
          throw NotGenerated("this guard", help: "use comparisons, arithmetic, &&, ||, ! and isIn, or a host guard")
        }
        var writer = CExpression(model, scope: scope, tests: expression.tests)
        let code = try writer.write(tree)
        guard code.type == .bool else { throw NotGenerated("a guard that is no bool", help: "compare the value") }
        if writer.canFail {
          model.needs.formUnion(["FAIL", "RAISE", "HOLDS"])
          lines.append("if (holds(d, \(model.outlined(writer, result: code))(d), \(index))) {")
        } else {
          lines.append("if (\(code.text)) {")
        }
        lines += ["  return \(result);" + arrow(handler), "}"]
        if !writer.canFail { lines.append("d->declined = true;") }
      } catch {
        findings.refuse(error, at: expression.source.span)
      }
    }
    return lines + ["break;"]
  }

  private func arrow(_ handler: EventHandler) -> String {
    let names = handler.targets.indices.map { chart.reference(chart.targets[$0]) }
    return names.isEmpty ? "" : " /* to \(CActions.comment(names.joined(separator: ", "))) */"
  }

  // MARK: Tables

  private mutating func addTargets(_ range: TableRange) -> (first: Int, count: Int) {
    let first = targets.count
    targets += range.indices.map { chart.targets[$0].index }
    return (first, Int(range.count))
  }

  /// The table of states, in document order.
  mutating func stateTable() -> String {
    var histories = 0
    var rows: [[String]] = []
    for (state, node) in chart.states.enumerated() {
      var (first, count, hasActions) = (0, 0, false)
      if node.initial >= 0 {
        let initial = chart.initials[Int(node.initial)]
        (first, count) = addTargets(initial.targets)
        hasActions = !initial.actions.isEmpty
      }
      let done =
        node.doneEvent >= 0 && Int(node.doneEvent) < model.events.count
        ? model.events[Int(node.doneEvent)] : "NOWHERE"
      var history = -1
      if node.kind.isHistory {
        history = histories
        histories += 1
      }
      rows.append([
        node.parent < 0 ? "NOWHERE" : model.states[Int(node.parent)], "\(node.end)", node.kind.nameInC, "\(first)",
        "\(count)", hasActions ? "true" : "false", done, "\(history)", "/* \(model.states[state]) */",
      ])
    }
    let head = ["parent", "end", "kind", "initial", "count", "actions", "done", "history", ""]
    let widths = head.indices.map { column in (rows + [head]).map { $0[column].utf8.count + 1 }.max() ?? 0 }
    func row(_ cells: [String]) -> String {
      zip(cells, widths).map { cell, width in cell + String(repeating: " ", count: width - cell.utf8.count) }
        .joined(separator: " ")
    }
    let rule = rows.map { cells in
      let last = cells.count - 1
      return "  { " + row(cells.dropLast().map { $0 + "," }) + " }, " + cells[last]
    }
    return (["  /* " + row(Array(head.dropLast())) + " */"] + rule).joined(separator: "\n")
  }

  mutating func handlerTable() -> String {
    var lines: [String] = []
    for (index, handler) in chart.handlers.enumerated() {
      let (first, count) = addTargets(handler.targets)
      let below = reentered(handler)
      let reenter = handler.reentry == .none ? "STAYS" : "REENTERS"
      lines.append(
        "  { \(model.states[handler.state.index]), \(first), \(count), \(reenter), \(below) }, /* \(index) */")
    }
    return lines.joined(separator: "\n")
  }

  /// The state below which a handler that reenters exits everything; NOWHERE: `root` itself is exited.
  private func reentered(_ handler: EventHandler) -> String {
    switch handler.reentry {
    case .none: return "NOWHERE"
    case .children: return model.states[handler.state.index]
    case .external, .ancestor:
      let states = [handler.state.index] + handler.targets.indices.map { chart.targets[$0].index }
      var ancestor = Int(chart.states[handler.state.index].parent)
      while ancestor >= 0 {
        let node = chart.states[ancestor]
        let contains = states.allSatisfy { $0 > ancestor && $0 < Int(node.end) }
        if contains, handler.reentry == .ancestor || node.kind == .compound { return model.states[ancestor] }
        ancestor = Int(node.parent)
      }
      return "NOWHERE"
    }
  }

  func afterTable() -> String {
    var owners = [Int](repeating: 0, count: chart.timers.count)
    for (state, node) in chart.states.enumerated() {
      for timer in node.timers.indices { owners[timer] = state }
    }
    var lines: [String] = []
    for (index, timer) in chart.timers.enumerated() {
      guard case .milliseconds(let delay) = timer.delay else {
        let refusal = NotGenerated("a delay that the host sets", help: "write it as \"5s\"")
        findings.refuse(refusal, at: chart.handlers[Int(timer.candidates.start)].span)
        continue
      }
      lines.append("  { \(model.states[owners[index]]), \(CModel.literal(delay)) }, /* \(index) */")
    }
    return lines.joined(separator: "\n")
  }
}

extension StateKind {
  var nameInC: String {
    switch self {
    case .atomic: "ATOMIC"
    case .compound: "COMPOUND"
    case .parallel: "PARALLEL"
    case .final: "FINAL"
    case .shallowHistory: "SHALLOW"
    case .deepHistory: "DEEP"
    }
  }
}
