// Longer than others: a method for each table and each function.
import CEL
import StateKitCore

/// The tables and functions in C that say what a chart does.
struct CChart {
  let model: CModel
  let findings: Findings
  private(set) var actions: CActions
  /// The lines of the file by their names in its template.
  private(set) var inserts: [String: [String]] = [:]
  private var functions: [String] = []
  private var targets: [Int] = []
  /// The constants of the handlers, and the events for which they may be taken.
  private var handlers: [(name: String, scope: CEventScope)] = []

  init(_ model: CModel, findings: Findings) {
    self.model = model
    self.findings = findings
    actions = CActions(model, findings: findings)
    nameHandlers()
    refuseJumpsInDefaults()
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

  /// Refuses `goToState` in a default that leads to another history: the machine resolves both before the actions.
  private func refuseJumpsInDefaults() {
    for node in chart.states where node.kind.isHistory && node.initial >= 0 {
      let initial = chart.initials[Int(node.initial)]
      guard chart.targets(of: initial).contains(where: { chart.states[$0.index].kind.isHistory }) else { continue }
      for index in initial.actions.indices {
        guard case .goTo = chart.actions[index] else { continue }
        let refusal = NotGenerated(
          "goToState in a default that leads to another history", help: "let the default name a state")
        findings.refuse(refusal, at: chart.actionSpans[index])
      }
    }
  }

  // MARK: Functions

  private mutating func writeFunctions() {
    let states = Array(zip(model.states, chart.states))
    let initials = chart.initials
    hook(
      "entry_actions", need: "ENTER", on: "state", comment: "The actions on the entry of a state.",
      lists: states.map { ($0, $1.enterActions, .any) })
    hook(
      "exit_actions", need: "EXIT", on: "state", comment: "The actions on the exit of a state.",
      lists: states.map { ($0, $1.exitActions, .any) })
    hook(
      "initial_actions", need: "INITIAL", on: "state",
      comment: "The actions on the way to the first state inside a state.",
      lists: states.map { ($0, $1.initial < 0 ? .empty : initials[Int($1.initial)].actions, .any) })
    hook(
      "transition_actions", need: "ACTIONS", on: "handler",
      comment: "The actions of a handler, between exits and entries.",
      lists: zip(handlers, chart.handlers).map { ($0.name, $1.actions, $0.scope) })
    let outputs = states.filter { $1.output >= 0 }.map { name, node in
      (label: name, lines: actions.statements(ofOutput: chart.outputs[Int(node.output)]))
    }
    hook(
      "output_errors", need: "OUTPUT", on: "state", comment: "The errors of the output of a final state.",
      cases: outputs.filter { !$0.lines.isEmpty })
    answers()
    inserts["functions"] = model.functions.flatMap(\.self) + functions
  }

  /// A function with the actions of some states or handlers. Without any, the chart does not need it.
  private mutating func hook(
    _ name: String, need: String, on subject: String, comment: String,
    lists: [(label: String, list: TableRange, scope: CEventScope)]
  ) {
    let cases = lists.filter { !$0.list.isEmpty }.map { label, list, scope in
      (label: label, lines: actions.statements(list, scope: scope, isExit: need == "EXIT"))
    }
    hook(name, need: need, on: subject, comment: comment, cases: cases)
  }

  private mutating func hook(
    _ name: String, need: String, on subject: String, comment: String, cases: [(label: String, lines: [String])]
  ) {
    if cases.isEmpty { return }
    model.needs.insert(need)
    let blocks = cases.flatMap { Self.block("case \($0.label):", lines: $0.lines + ["break;"]) }
    function("void \(name)(\(model.prefix)_t *d, int \(subject))", comment: comment, on: subject, cases: blocks)
  }

  /// Adds a function that is a `switch`. `result`: what it returns where no case does.
  private mutating func function(
    _ head: String, comment: String, on subject: String, cases: [String], result: String? = nil
  ) {
    functions += ["/* \(comment) */", "static \(head) {"] + CModel.unused(in: cases)
    if result != nil, cases.isEmpty { functions.append("  (void)event;") }
    functions += ["  switch (\(subject)) {"] + cases.map { "  " + $0 } + ["  default:", "    break;", "  }"]
    functions += (result.map { ["  return \($0);"] } ?? []) + ["}", ""]
  }

  /// The lines of a case; C has no declaration behind a label.
  private static func block(_ label: String, lines: [String]) -> [String] {
    let declares = lines.contains { line in
      ["int64_t ", "bool ", "int ", "double "].contains { line.hasPrefix($0) } || line.utf8.includes("_text_t ".utf8)
    }
    return [label + (declares ? " {" : "")] + lines.map { "  \($0)" } + (declares ? ["}"] : [])
  }

  /// The function that decides which handler a state has for an event.
  private mutating func answers() {
    let found = HandlersOfEvents(chart)
    // For each state, the events that it handles, with the candidates in search order.
    var lists = [[(event: Int, candidates: [Int])]](repeating: [], count: chart.states.count)
    for event in model.events.indices {
      guard let handled = model.handledEvent(event) else { continue }
      for (state, list) in found.lists(of: handled) {
        if lists[state].last?.event != event { lists[state].append((event, [])) }
        lists[state][lists[state].count - 1].candidates += list.indices
      }
    }
    var states: [String] = []
    for (state, node) in chart.states.enumerated() {
      let usual = usualCandidates(in: lists[state])
      var cases: [String] = []
      for (event, list) in lists[state] where list != usual {
        cases.append("case \(model.events[event]):")
        cases += candidates(list, scope: model.isPattern(event) ? .any : .events([event]))
      }
      if !node.always.isEmpty {
        cases += ["case NO_EVENT:"] + candidates(Array(node.always.indices), scope: .any)
      } else if usual != nil, !model.needs.isDisjoint(with: ["ALWAYS", "DONE"]) {
        cases += ["case NO_EVENT:", "  break;"]
      }
      for timer in node.timers.indices {
        cases.append("case AFTER_EVENT + \(timer):")
        cases += candidates(Array(chart.timers[timer].candidates.indices), scope: .none)
      }
      if cases.isEmpty, usual == nil { continue }
      cases.append("default:")
      if let usual { cases += candidates(usual, scope: .any) } else { cases.append("  break;") }
      states += ["case \(model.states[state]):", "  switch (event) {"] + cases.map { "  " + $0 } + ["  }", "  break;"]
    }
    function(
      "int handler_of(\(model.prefix)_t *d, int state, int event)",
      comment: "The handler of a state for an event; NO_HANDLER if it has none.", on: "state", cases: states,
      result: "NO_HANDLER")
  }

  /// The candidates for `*` of a state that handles every event with them, unless a condition is asked first. They are
  /// the default case: with a case for each event, states with `*` would take the square of their number.
  private func usualCandidates(in lists: [(event: Int, candidates: [Int])]) -> [Int]? {
    guard lists.count == model.events.count, let pattern = model.patterns.firstIndex(where: \.isEmpty) else {
      return nil
    }
    let list = lists[chart.eventCount + pattern].candidates
    guard let first = list.first, chart.handlers[first].condition < 0 else { return nil }
    return list
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
        model.needs.insert("GUARDS")
        let (writer, code) = try CExpression.written(
          expression, in: model, scope: scope,
          orRefuse: NotGenerated(
            "this guard", help: "\(CExpression.known), or a host guard"))
        guard code.type == .bool else { throw NotGenerated("a guard that is no bool", help: "compare the value") }
        var condition = code.text
        if writer.canFail {
          model.needs.formUnion(["HOLDS", "FAIL", "RAISE"])
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
    let histories = zip(model.states, chart.states).filter { $0.1.kind.isHistory }
    inserts["histories"] = [histories.map(\.0).joined(separator: ", ")]
    let defaults = histories.map { $1.initial >= 0 && !chart.initials[Int($1.initial)].actions.isEmpty }
    inserts["actions of defaults"] = [defaults.map { "\($0)" }.joined(separator: ", ")]
    var afters: [[String]] = []
    for (state, node) in zip(model.states, chart.states) {
      for index in node.timers.indices {
        guard case .milliseconds(let delay) = chart.timers[index].delay else {
          let refusal = NotGenerated("a delay that the host sets", help: "write it as \"5s\"")
          findings.refuse(refusal, at: chart.handlers[Int(chart.timers[index].candidates.start)].span)
          continue
        }
        afters.append(Self.initializer("\(index)", values: [state, CModel.literal(delay)]))
      }
    }
    inserts["afters"] = Self.table(afters)
    inserts["targets"] = targets.isEmpty ? ["NOWHERE"] : targets.map { "\(model.states[$0])," }
    checkCounts()
  }

  /// Refuses a chart with more parts than the tables can number.
  private func checkCounts() {
    for (count, what) in [
      (chart.states.count, "states"), (model.events.count, "events"), (handlers.count, "handlers"),
      (targets.count, "targets"), (actions.sendIDs.count, "ids of events that are sent"),
    ] where count > Int(Int16.max) {
      let refusal = NotGenerated("more than 32,767 \(what)", help: "C numbers them with 16 bits: use a smaller chart")
      findings.refuse(refusal, at: SourceSpan(0, end: 1))
    }
  }

  /// Rows with columns of one width.
  private static func table(_ rows: [[String]]) -> [String] {
    let count = rows.map(\.count).max() ?? 0
    let widths = (0..<count).map { column in rows.map { column < $0.count ? $0[column].count : 0 }.max() ?? 0 }
    return rows.map { row in
      let cells = zip(row, widths).dropLast().map { $0 + String(repeating: " ", count: $1 - $0.count) }
      return (cells + row.suffix(1)).joined(separator: " ")
    }
  }

  /// The cells of an element of a table.
  private static func initializer(_ name: String, values: [String], note: String = "") -> [String] {
    ["[\(name)]", "= {"] + values.dropLast().map { $0 + "," } + values.suffix(1).map { "\($0) },\(note)" }
  }

  /// Adds states to the list of targets. Returns the values that name them: a state, or a part of the list.
  private mutating func values(of states: [Int]) -> [String] {
    if !model.hasRegions { return [states.first.map { model.states[$0] } ?? "NOWHERE"] }
    targets += states
    return ["\(states.isEmpty ? 0 : targets.count - states.count)", "\(states.count)"]
  }

  /// The table of states in document order, and the tree in words.
  private mutating func stateTable() {
    var rows: [[String]] = []
    var tree: [[String]] = []
    var depths: [Int] = []
    for (state, node) in chart.states.enumerated() {
      let initial = node.initial < 0 ? .empty : chart.initials[Int(node.initial)].targets
      let parent = node.parent < 0 ? "NOWHERE" : model.states[Int(node.parent)]
      var values = [parent, "\(node.end)"]
      if model.hasKinds { values.append(IdentifierCase.capitals.identifier("\(node.kind)")) }
      values += self.values(of: initial.indices.map { chart.targets[$0].index })
      if model.needs.contains("DONE") {
        let isNamed = node.doneEvent >= 0 && Int(node.doneEvent) < model.events.count
        values.append(isNamed ? model.events[Int(node.doneEvent)] : "NO_EVENT")
      }
      rows.append(Self.initializer(model.states[state], values: values))
      depths.append(node.parent < 0 ? 0 : depths[Int(node.parent)] + 1)
      let name = node.parent < 0 ? "root" : chart.names.text(node.name)
      let begins = initial.indices.map { chart.reference(chart.targets[$0]) }.joined(separator: ", ")
      let kind = node.kind.words + (begins.isEmpty ? "" : ", begins in \(CommentText.safe(begins))")
      let note = chart.notes.states[Int32(state)]?.description.map { [CommentText.safe($0)] } ?? []
      tree.append([String(repeating: "  ", count: depths[state]) + CommentText.safe(name), kind] + note)
    }
    inserts["states"] = Self.table(rows)
    inserts["tree"] = Self.table(tree).map { " *   " + $0 }
  }

  private mutating func handlerTable() {
    var rows: [[String]] = []
    for (index, handler) in chart.handlers.enumerated() {
      var states = handler.targets.indices.map { chart.targets[$0].index }
      if states.isEmpty, handler.reentry != .none { states = [handler.state.index] }
      var values = model.hasRegions ? [model.states[handler.state.index]] : []
      values += self.values(of: states)
      if model.hasRegions || model.needs.contains("REENTER") { values.append(top(of: handler)) }
      let note = chart.notes.handlers[handler.span].map { " /* \(CommentText.safe($0)) */" } ?? ""
      rows.append(Self.initializer(handlers[index].name, values: values, note: note))
    }
    inserts["handlers"] = rows.isEmpty ? ["{ 0 }"] : Self.table(rows)
    inserts["handler names"] = handlers.isEmpty ? ["ANY_HANDLER"] : handlers.map { "\($0.name)," }
  }

  /// The state inside which a handler exits everything. NOWHERE: `root` itself is exited.
  private func top(of handler: EventHandler) -> String {
    switch handler.reentry {
    case .none: (model.hasRegions ? model.top(of: handler) : nil).map { model.states[$0.index] } ?? "STATE_COUNT"
    case .children: model.states[handler.state.index]
    case .external, .ancestor: model.reentered(handler).map { model.states[$0.index] } ?? "NOWHERE"
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
}
