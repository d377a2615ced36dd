// Longer than others: a method for each table and each function.
import CEL
import StateKitCore

/// The tables and functions in C that say what a chart does.
struct CChart {
  let model: CModel
  let findings: Findings
  private(set) var actions: CActions
  /// The texts of the file by their names in its template.
  private(set) var inserts: [String: String] = [:]
  private var targets: [Int] = []
  /// The constants of the handlers, and the events for which they may be taken.
  private var handlers: [(name: String, scope: CEventScope)] = []

  init(_ model: CModel, findings: Findings) {
    self.model = model
    self.findings = findings
    actions = CActions(model, findings: findings)
    nameHandlers()
    writeFunctions()
    writeTables()
  }

  private var chart: Chart { model.chart }

  /// A handler is called after its state and its event.
  private mutating func nameHandlers() {
    var keys = [(text: String, scope: CEventScope)](repeating: ("", .any), count: chart.handlers.count)
    let numbers = Dictionary(chart.eventNames.enumerated().map { ($1, $0) }) { first, _ in first }
    for (key, candidates) in chart.handlerKeys {
      for index in candidates.indices {
        switch key {
        case .event(let name):
          keys[index] = ("on \(chart.names.text(name))", numbers[name].map { .events([$0]) } ?? .any)
        case .pattern(let text): keys[index].text = "on any \(text)"
        case .done: keys[index].text = "on done"
        }
      }
    }
    for node in chart.states { for index in node.always.indices { keys[index].text = "always" } }
    for timer in chart.timers { for index in timer.candidates.indices { keys[index] = ("on timer", .none) } }
    var scope = IdentifierScope()
    for (handler, key) in zip(chart.handlers, keys) {
      handlers.append((scope.add("\(chart.reference(handler.state)) \(key.text)", as: .capitals), key.scope))
    }
  }

  // MARK: Functions

  private mutating func writeFunctions() {
    hook("entry_actions", need: "ENTER", comment: "The actions on the entry of a state.") { $0.enterActions }
    hook("exit_actions", need: "EXIT", comment: "The actions on the exit of a state.") { $0.exitActions }
    let initials = chart.initials
    hook("initial_actions", need: "INITIAL", comment: "The actions on the way to the first state inside a state.") {
      $0.initial < 0 ? .empty : initials[Int($0.initial)].actions
    }
    var cases: [(label: String, lines: [String])] = []
    for (handler, (name, scope)) in zip(chart.handlers, handlers) where !handler.actions.isEmpty {
      cases.append((name, actions.statements(handler.actions, scope: scope)))
    }
    function(
      "transition_actions", need: "ACTIONS", on: "handler",
      comment: "The actions of a handler, between exits and entries.",
      cases: cases)
    answers()
  }

  private mutating func hook(_ name: String, need: String, comment: String, list: (StateNode) -> TableRange) {
    var cases: [(label: String, lines: [String])] = []
    for (state, node) in chart.states.enumerated() where !list(node).isEmpty {
      cases.append((model.states[state], actions.statements(list(node), scope: .any, isExit: need == "EXIT")))
    }
    function(name, need: need, on: "state", comment: comment, cases: cases)
  }

  /// A function that does something for some states or handlers. Without any, the chart does not need it.
  private mutating func function(
    _ name: String, need: String, on subject: String, comment: String, cases: [(label: String, lines: [String])]
  ) {
    if cases.isEmpty { return }
    model.needs.insert(need)
    let body = cases.flatMap { Self.block("case \($0.label):", lines: $0.lines + ["break;"]) }
    inserts[name] = lines(
      ["/* \(comment) */", "static void \(name)(\(model.prefix)_t *d, int \(subject)) {"]
        + unusedMachine(in: body) + ["  switch (\(subject)) {"] + body.map { "  \($0)" } + [
          "  default:", "    break;", "  }", "}", "",
        ])
  }

  /// A statement for a function that does not use its machine.
  private func unusedMachine(in body: [String]) -> [String] {
    body.contains { $0.utf8.includes("(d".utf8) || $0.utf8.includes("d->".utf8) } ? [] : ["  (void)d;"]
  }

  /// The lines of a case; C has no declaration behind a label.
  private static func block(_ label: String, lines: [String]) -> [String] {
    let declares = lines.contains { line in
      ["int64_t ", "bool ", "int ", "double "].contains { line.hasPrefix($0) } || line.utf8.includes("_text_t ".utf8)
    }
    return [label + (declares ? " {" : "")] + lines.map { "  \($0)" } + (declares ? ["}"] : [])
  }

  private func lines(_ lines: [String]) -> String { lines.joined(separator: "\n") }

  /// The function that decides which handler a state has for an event.
  private mutating func answers() {
    var body: [String] = []
    for (state, node) in chart.states.enumerated() {
      var cases: [String] = []
      for event in model.events.indices where node.slotBase >= 0 {
        guard let handled = model.handledEvent(event) else { continue }
        let lists = chart.candidateLists(of: state, for: handled).filter { !$0.isEmpty }
        if lists.isEmpty { continue }
        let scope: CEventScope = model.isPattern(event) ? .any : .events([event])
        cases += ["case \(model.events[event]):"] + candidates(lists.flatMap { Array($0.indices) }, scope: scope)
      }
      if !node.always.isEmpty { cases += ["case NO_EVENT:"] + candidates(Array(node.always.indices), scope: .any) }
      for timer in node.timers.indices {
        cases += ["case AFTER_EVENT + \(timer):"]
        cases += candidates(Array(chart.timers[timer].candidates.indices), scope: .none)
      }
      if cases.isEmpty { continue }
      body += ["  case \(model.states[state]):", "    switch (event) {"] + cases.map { "    \($0)" }
      body += ["    default:", "      break;", "    }", "    break;"]
    }
    inserts["handler_of"] = lines(
      [
        "/* The handler of a state for an event; NO_HANDLER if it has none. */",
        "static int handler_of(\(model.prefix)_t *d, int state, int event) {",
      ] + unusedMachine(in: body) + (body.isEmpty ? ["  (void)event;"] : []) + ["  switch (state) {"] + body + [
        "  default:", "    break;", "  }", "  return NO_HANDLER;", "}", "",
      ])
  }

  /// The candidates of one list: the first whose condition holds is taken.
  private mutating func candidates(_ list: [Int], scope: CEventScope) -> [String] {
    var lines: [String] = []
    for index in list {
      let handler = chart.handlers[index]
      let names = handler.targets.indices.map { chart.reference(chart.targets[$0]) }
      let note = names.isEmpty ? "" : " /* to \(CommentText.safe(names.joined(separator: ", "))) */"
      let result = "return \(handler.isForbidden ? "FORBIDDEN" : handlers[index].name);" + note
      guard handler.condition >= 0 else { return (lines + [result]).map { "  \($0)" } }
      let expression = chart.expressions[Int(handler.condition)]
      do throws(NotGenerated) {
        guard let tree = expression.program.tree else {
          throw NotGenerated("this guard", help: "use comparisons, arithmetic, &&, ||, ! and isIn, or a host guard")
        }
        model.needs.insert("GUARDS")
        var writer = CExpression(model, scope: scope, tests: expression.tests)
        let code = try writer.write(tree)
        guard code.type == .bool else { throw NotGenerated("a guard that is no bool", help: "compare the value") }
        var condition = code.text
        if writer.canFail {
          model.needs.formUnion(["FAIL", "RAISE", "HOLDS"])
          condition = "holds(d, \(model.outlined(writer, result: code))(d), \(handlers[index].name))"
        }
        lines += ["if (\(condition)) {", "  \(result)", "}", "d->declined = true;"]
      } catch {
        findings.refuse(error, at: expression.source.span)
      }
    }
    return (lines + ["break;"]).map { "  \($0)" }
  }

  // MARK: Tables

  private mutating func writeTables() {
    stateTable()
    handlerTable()
    let histories = chart.states.indices.filter { chart.states[$0].kind.isHistory }.map { model.states[$0] }
    inserts["histories"] = histories.joined(separator: ", ")
    var afters: [[String]] = []
    for (state, node) in chart.states.enumerated() {
      for index in node.timers.indices {
        guard case .milliseconds(let delay) = chart.timers[index].delay else {
          let refusal = NotGenerated("a delay that the host sets", help: "write it as \"5s\"")
          findings.refuse(refusal, at: chart.handlers[Int(chart.timers[index].candidates.start)].span)
          continue
        }
        afters.append(["[\(index)]", "= { \(model.states[state]),", "\(CModel.literal(delay)) },"])
      }
    }
    inserts["afters"] = Self.table(afters)
    inserts["targets"] = targets.isEmpty ? "  NOWHERE" : lines(targets.map { "  \(model.states[$0])," })
  }

  /// Rows with columns of one width.
  private static func table(_ rows: [[String]], indent: String = "  ") -> String {
    var widths: [Int] = []
    for row in rows {
      for (column, cell) in row.enumerated() {
        if column == widths.count { widths.append(0) }
        widths[column] = max(widths[column], cell.count)
      }
    }
    let texts = rows.map { row in
      let last = row.count - 1
      let cells = row.enumerated().map { column, cell in
        column == last ? cell : cell + String(repeating: " ", count: widths[column] - cell.count)
      }
      return indent + cells.joined(separator: " ")
    }
    return texts.joined(separator: "\n")
  }

  /// Adds states to the list of targets. Returns the cells that name them: a state, or a part of the list.
  private mutating func cells(of states: [Int]) -> [String] {
    if !model.hasRegions { return ["\(states.first.map { model.states[$0] } ?? "NOWHERE"),"] }
    targets += states
    return ["\(targets.count - states.count),", "\(states.count),"]
  }

  /// The table of states in document order, and the tree in words.
  private mutating func stateTable() {
    var rows: [[String]] = []
    var tree: [[String]] = []
    var depths: [Int] = []
    for (state, node) in chart.states.enumerated() {
      let initial = node.initial < 0 ? .empty : chart.initials[Int(node.initial)].targets
      let parent = node.parent < 0 ? "NOWHERE" : model.states[Int(node.parent)]
      var row = ["[\(model.states[state])]", "= { \(parent),"]
      row += ["\(node.end),"] + (model.hasKinds ? ["\(node.kind.nameInC),"] : [])
      row += cells(of: initial.indices.map { chart.targets[$0].index })
      if model.needs.contains("DONE") {
        let isNamed = node.doneEvent >= 0 && Int(node.doneEvent) < model.events.count
        row.append(isNamed ? "\(model.events[Int(node.doneEvent)])," : "NO_EVENT,")
      }
      rows.append(row.dropLast() + ["\(row[row.count - 1].dropLast()) },"])
      depths.append(node.parent < 0 ? 0 : depths[Int(node.parent)] + 1)
      let name = node.parent < 0 ? "root" : chart.names.text(node.name)
      let begins = initial.indices.map { chart.reference(chart.targets[$0]) }.joined(separator: ", ")
      let kind = node.kind.words + (begins.isEmpty ? "" : ", begins in \(CommentText.safe(begins))")
      let note = chart.notes.states[Int32(state)]?.description.map { [CommentText.safe($0)] } ?? []
      tree.append([String(repeating: "  ", count: depths[state]) + CommentText.safe(name), kind] + note)
    }
    inserts["states"] = Self.table(rows)
    inserts["tree"] = Self.table(tree, indent: " *   ")
  }

  private mutating func handlerTable() {
    var rows: [[String]] = []
    for (index, handler) in chart.handlers.enumerated() {
      var states = handler.targets.indices.map { chart.targets[$0].index }
      if states.isEmpty, handler.reentry != .none { states = [handler.state.index] }
      var row = ["[\(handlers[index].name)]", "= {"]
      if model.hasRegions { row.append("\(model.states[handler.state.index]),") }
      row += cells(of: states)
      if model.hasRegions || model.needs.contains("REENTER") { row.append("\(top(of: handler)),") }
      let note = chart.notes.handlers[handler.span].map { " /* \(CommentText.safe($0)) */" } ?? ""
      rows.append(row.dropLast() + ["\(row[row.count - 1].dropLast()) },\(note)"])
    }
    inserts["handlers"] = rows.isEmpty ? "  { 0 }" : Self.table(rows)
    inserts["handler names"] = lines(handlers.isEmpty ? ["  ANY_HANDLER"] : handlers.map { "  \($0.name)," })
  }

  /// The state inside which a handler exits everything. NOWHERE: `root` itself is exited.
  private func top(of handler: EventHandler) -> String {
    switch handler.reentry {
    case .none:
      return model.hasRegions ? model.top(of: handler).map { model.states[$0] } ?? "STATE_COUNT" : "STATE_COUNT"
    case .children: return model.states[handler.state.index]
    case .external, .ancestor: return model.reentered(handler).map { model.states[$0] } ?? "NOWHERE"
    }
  }
}

extension StateKind {
  /// The kind in words.
  fileprivate var words: String {
    switch self {
    case .shallowHistory: "history"
    case .deepHistory: "deep history"
    default: "\(self)"
    }
  }

  fileprivate var nameInC: String {
    switch self {
    case .atomic: "ATOMIC"
    case .compound: "COMPOUND"
    case .parallel: "PARALLEL"
    case .final: "FINAL"
    case .shallowHistory: "SHALLOW_HISTORY"
    case .deepHistory: "DEEP_HISTORY"
    }
  }
}
