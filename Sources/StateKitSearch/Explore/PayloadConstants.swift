import CEL
import StateKitCore

/// The constants that a payload field can meet (Exploring.md, Payloads): those in boolean expressions that mention
/// the field. Expressions count too if they mention a context key that receives the field's value.
struct PayloadConstants {
  private let chart: Chart
  private let handlers: HandlersOfEvents
  private let mentions: [ExpressionMentions]
  /// Guards, named guards, conditions of `if`, and invariants, by their entries of `Chart.expressions`.
  private let conditions: Set<Int>
  /// Boolean expressions that are not part of the chart, such as properties.
  private let asked: [Expression]
  private let askedMentions: [ExpressionMentions]
  /// The expressions of hooks that read a payload.
  private let ofHooks: Set<Int>
  /// For each expression, the context keys that it is assigned to.
  private var receivers: [[Int]]
  /// For each context key, the expressions that read it.
  private var readers: [[Int]]

  init(_ chart: Chart, asked: [Expression]) {
    self.chart = chart
    handlers = HandlersOfEvents(chart)
    self.asked = asked
    mentions = chart.expressions.indices.map { ExpressionMentions(Array(chart.expressions[$0].text.utf8)) }
    ofHooks = Self.expressionsOfHooks(chart).filter { [mentions] number in
      mentions[number].mentionsWholePayload || !mentions[number].payloadFields.isEmpty
    }
    askedMentions = asked.map { ExpressionMentions(Array($0.text.utf8)) }
    var conditions: Set<Int> = []
    for handler in chart.handlers where handler.condition >= 0 { conditions.insert(Int(handler.condition)) }
    for entry in chart.guards where entry.definition >= 0 { conditions.insert(Int(entry.definition)) }
    for invariant in chart.invariants { conditions.insert(Int(invariant.expression)) }
    receivers = [[Int]](repeating: [], count: mentions.count)
    readers = [[Int]](repeating: [], count: chart.contextNames.count)
    for number in chart.expressions.indices {
      for slot in chart.expressions[number].program.slots where slot < readers.count { readers[slot].append(number) }
    }
    for action in chart.actions {
      switch action {
      case .unless(let condition, _): conditions.insert(Int(condition))
      case .assign(let path, let template):
        if let key = path.slot { for number in Self.expressions(in: template) { receivers[number].append(key) } }
      case .call, .log, .raise, .send, .cancel, .goTo, .skip, .block, .forEach: break
      }
    }
    self.conditions = conditions
  }

  /// The handlers that an event can reach, in document order.
  func handlers(of name: String) -> [Int] {
    chart.event(named: name.utf8Bytes.span).map { handlers.handlers(of: $0) } ?? []
  }

  private static func expressions(in template: DataTemplate) -> [Int] {
    template.steps.compactMap { if case .expression(let number) = $0 { Int(number) } else { nil } }
  }

  /// The expressions of an event's handlers, without those of hooks.
  private func expressions(for handlers: [Int]) -> Set<Int> {
    var found: Set<Int> = []
    for handler in handlers { Self.add(handler: handler, of: chart, to: &found) }
    return Self.withGuards(found, in: chart)
  }

  /// The expressions of hooks, which see every event.
  private static func expressionsOfHooks(_ chart: Chart) -> Set<Int> {
    var found: Set<Int> = []
    for state in chart.states {
      add(state.enterActions, of: chart, to: &found)
      add(state.exitActions, of: chart, to: &found)
      for handler in state.always.indices { add(handler: handler, of: chart, to: &found) }
    }
    for initial in chart.initials { add(initial.actions, of: chart, to: &found) }
    for invocation in chart.invocations { add(invocation.finalize, of: chart, to: &found) }
    return withGuards(found, in: chart)
  }

  private static func add(handler: Int, of chart: Chart, to found: inout Set<Int>) {
    if chart.handlers[handler].condition >= 0 { found.insert(Int(chart.handlers[handler].condition)) }
    add(chart.handlers[handler].actions, of: chart, to: &found)
  }

  private static func add(_ range: TableRange, of chart: Chart, to found: inout Set<Int>) {
    for action in range.indices {
      switch chart.actions[action] {
      case .unless(let condition, _): found.insert(Int(condition))
      case .assign(_, let template): found.formUnion(Self.expressions(in: template))
      case .call, .log, .raise, .send, .cancel, .goTo, .skip, .block, .forEach: break
      }
    }
  }

  /// Adds the definitions of the named guards that these expressions use.
  private static func withGuards(_ expressions: Set<Int>, in chart: Chart) -> Set<Int> {
    var found = expressions
    for number in expressions {
      for name in chart.expressions[number].program.guards {
        if let named = chart.namedGuard(name), named.definition >= 0 { found.insert(Int(named.definition)) }
      }
    }
    return found
  }

  /// The fields that the boolean expressions of these handlers mention, and whether they mention the whole payload.
  func fieldsTested(by handlers: [Int]) -> (fields: [String], whole: Bool) {
    var fields: [String] = []
    var whole = false
    let own = expressions(for: handlers).union(ofHooks).sorted()
    for number in own where conditions.contains(number) {
      whole = whole || mentions[number].mentionsWholePayload
      for field in mentions[number].payloadFields where !fields.contains(where: { $0.utf8.elementsEqual(field.utf8) }) {
        fields.append(field)
      }
    }
    return (fields, whole)
  }

  /// The constants that a field can meet, in the order of the file; a nil field is the whole payload.
  func constants(of field: String?, in handlers: [Int]) -> [Value] {
    func mentionsField(_ mentions: ExpressionMentions) -> Bool {
      guard let field else { return mentions.mentionsWholePayload }
      return mentions.payloadFields.contains { $0.utf8.elementsEqual(field.utf8) }
    }
    var met = expressions(for: handlers).union(ofHooks).filter { mentionsField(mentions[$0]) }
    if met.isEmpty { return [] }
    var keys: Set<Int> = []
    var todo = met.flatMap { receivers[$0] }
    while let key = todo.popLast() {
      if !keys.insert(key).inserted { continue }
      for number in readers[key] {
        met.insert(number)
        todo += receivers[number]
      }
    }
    var found: [Value] = []
    for number in met.sorted() where conditions.contains(number) {
      found += mentions[number].literals
      add(firstValuesOf: chart.expressions[number].program.slots, to: &found)
    }
    for (expression, mentions) in zip(asked, askedMentions)
    where expression.program.slots.contains(where: keys.contains) {
      found += mentions.literals
      add(firstValuesOf: expression.program.slots, to: &found)
    }
    return found
  }

  /// Adds the first values of context keys: scalars, and the contents of lists and maps with their keys.
  private func add(firstValuesOf slots: [Int], to found: inout [Value]) {
    for slot in slots where slot < chart.contextValues.count {
      var todo = [chart.contextValues[slot]]
      while let value = todo.popLast() {
        switch value {
        case .list(let list): todo += list.elements.reversed()
        case .map(let map):
          for entry in map.entries.reversed() {
            todo.append(entry.value)
            todo.append(entry.key)
          }
        default: found.append(value)
        }
      }
    }
  }
}
