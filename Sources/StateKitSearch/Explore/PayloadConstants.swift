import CEL
import StateKitCore

/// The constants that a payload field can meet (Exploring.md, Payloads): those in boolean expressions that mention
/// the field. Expressions count too if they mention a context key that receives the field's value.
struct PayloadConstants {
  private let chart: Chart
  private let handlers: HandlersOfEvents
  private let mentions: [ExpressionMentions]
  /// Guards, conditions of `if`, and invariants, by their entries of `Chart.expressions`.
  private let conditions: Set<Int>
  /// Boolean expressions that are not part of the chart, such as properties.
  private let asked: [Expression]
  private let askedMentions: [ExpressionMentions]
  /// For each context key, the expressions that are assigned to it.
  private var sources: [[Int]]

  init(_ chart: Chart, asked: [Expression]) {
    self.chart = chart
    handlers = HandlersOfEvents(chart)
    self.asked = asked
    mentions = chart.expressions.indices.map { ExpressionMentions(Array(chart.expressions[$0].text.utf8)) }
    askedMentions = asked.map { ExpressionMentions(Array($0.text.utf8)) }
    var conditions: Set<Int> = []
    for handler in chart.handlers where handler.condition >= 0 { conditions.insert(Int(handler.condition)) }
    for invariant in chart.invariants { conditions.insert(Int(invariant.expression)) }
    sources = [[Int]](repeating: [], count: chart.contextNames.count)
    for action in chart.actions {
      switch action {
      case .unless(let condition, _): conditions.insert(Int(condition))
      case .assign(let path, let template):
        if let key = path.slot { sources[key] += Self.expressions(in: template) }
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

  /// The expressions of an event's handlers, and of hooks, which also see the event.
  private func expressions(for handlers: [Int]) -> Set<Int> {
    var found: Set<Int> = []
    func add(_ range: TableRange) {
      for action in range.indices {
        switch chart.actions[action] {
        case .unless(let condition, _): found.insert(Int(condition))
        case .assign(_, let template): found.formUnion(Self.expressions(in: template))
        case .call, .log, .raise, .send, .cancel, .goTo, .skip, .block, .forEach: break
        }
      }
    }
    for handler in handlers {
      if chart.handlers[handler].condition >= 0 { found.insert(Int(chart.handlers[handler].condition)) }
      add(chart.handlers[handler].actions)
    }
    for state in chart.states {
      add(state.enterActions)
      add(state.exitActions)
      for handler in state.always.indices {
        if chart.handlers[handler].condition >= 0 { found.insert(Int(chart.handlers[handler].condition)) }
        add(chart.handlers[handler].actions)
      }
    }
    for initial in chart.initials { add(initial.actions) }
    for invocation in chart.invocations { add(invocation.finalize) }
    return withGuards(found)
  }

  /// Adds the definitions of the named guards that these expressions use.
  private func withGuards(_ expressions: Set<Int>) -> Set<Int> {
    var found = expressions
    for number in expressions {
      for name in chart.expressions[number].program.guards {
        for named in chart.guards where named.definition >= 0 && named.name.utf8.elementsEqual(name.utf8) {
          found.insert(Int(named.definition))
        }
      }
    }
    return found
  }

  /// The fields that the boolean expressions of these handlers mention, and whether they mention the whole payload.
  func fieldsTested(by handlers: [Int]) -> (fields: [String], whole: Bool) {
    var fields: [String] = []
    var whole = false
    for number in expressions(for: handlers).sorted() where isCondition(number) {
      whole = whole || mentions[number].mentionsWholePayload
      for field in mentions[number].payloadFields where !fields.contains(where: { $0.utf8.elementsEqual(field.utf8) }) {
        fields.append(field)
      }
    }
    return (fields, whole)
  }

  private func isCondition(_ number: Int) -> Bool {
    conditions.contains(number) || chart.guards.contains { Int($0.definition) == number }
  }

  /// The constants that a field can meet, in the order of the file; a nil field is the whole payload.
  func constants(of field: String?, in handlers: [Int]) -> [Value] {
    let own = expressions(for: handlers)
    func mentionsField(_ mentions: ExpressionMentions) -> Bool {
      guard let field else { return mentions.mentionsWholePayload }
      return mentions.payloadFields.contains { $0.utf8.elementsEqual(field.utf8) }
    }
    var keys: Set<Int> = []
    var grows = true
    while grows {
      grows = false
      for (key, expressions) in sources.enumerated() where !keys.contains(key) {
        let flows = expressions.contains { number in
          own.contains(number) && mentionsField(mentions[number])
            || chart.expressions[number].program.slots.contains(where: keys.contains)
        }
        if flows {
          keys.insert(key)
          grows = true
        }
      }
    }
    var found: [Value] = []
    for number in chart.expressions.indices where isCondition(number) {
      let slots = chart.expressions[number].program.slots
      guard own.contains(number) && mentionsField(mentions[number]) || slots.contains(where: keys.contains) else {
        continue
      }
      found += mentions[number].literals
      add(firstValuesOf: slots, to: &found)
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
