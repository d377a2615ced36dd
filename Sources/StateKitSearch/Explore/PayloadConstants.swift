import CEL
import StateKitCore

/// The constants that a payload field can meet (Exploring.md, Payloads): those in boolean expressions that mention
/// the field. Expressions count too if they mention a context key that receives the field's value.
struct PayloadConstants {
  let chart: Chart
  private let handlers: HandlersOfEvents
  let mentions: [ExpressionMentions]
  /// Guards, conditions of `if`, invariants and definitions of named guards, by their entries of `Chart.expressions`.
  let conditions: Set<Int>
  /// The expressions of hooks and `always`, which see every event, if they mention a payload.
  let hookMentions: Set<Int>
  /// For each field of a payload, the expressions that mention the field, in the order of the file.
  private let fieldMentions: [[UInt8]: [Int]]
  /// The expressions that mention a whole payload, in the order of the file.
  private let wholeMentions: [Int]
  /// Boolean expressions that are not part of the chart, such as properties.
  let asked: [Expression]
  private let askedMentions: [ExpressionMentions]
  /// For each expression that is assigned, the context keys that get its value. The list of a `forEach` also has the
  /// keys that its actions assign.
  private(set) var targets: [Int: [Int]] = [:]
  /// For each expression in the data of an event that the chart raises or sends to itself, the payloads that get its
  /// value.
  private(set) var raised: [Int: [PayloadPart]] = [:]
  /// For each expression in the input of a child, the keys that get its value.
  private(set) var inputs: [Int: [ChildKey]] = [:]
  /// The definitions of named guards that read parameters.
  let readsParameters: Set<Int>
  /// For each list of a `forEach`, the actions of the loop.
  private(set) var loops: [Int: Range<Int>] = [:]
  /// The expressions in texts of `log` and in the data of host actions.
  private(set) var shown: Set<Int> = []
  /// For each expression in the data of a declared host action, the type that is only checked in the run.
  private(set) var wanted: [Int: FieldType] = [:]
  private var assigned: Set<Int> = []
  /// For each key of a child that gets a value of this chart, the constants that the child compares it with.
  private var childConstants: [ChildKey: [Value]] = [:]
  /// The comparisons of each condition.
  private let comparisons: [[ExpressionComparison]]
  /// For each context key, the expressions that read it.
  private(set) var readers: [[Int]]

  /// Not more constants are collected for a field: more payloads than are tried would come of them.
  static let mostConstants = 300

  /// `member`: the index of a chart in the family of `first`. `comparesShown`: true if what host actions and logs show
  /// is compared, too. `followsInputs`: true to collect the constants of children that get values as their input.
  init(
    _ first: Chart, member: Int = 0, asked: [Expression] = [], comparesShown: Bool = false, followsInputs: Bool = true
  ) {
    let chart = first.relative(member)
    self.chart = chart
    let handlers = HandlersOfEvents(chart)
    self.handlers = handlers
    self.asked = asked
    var mentions = chart.expressions.indices.map { ExpressionMentions(Array(chart.expressions[$0].text.utf8)) }
    for name in mentions.flatMap(\.functionsOfPayload) {
      guard let definition = chart.namedGuard(name)?.definition, definition >= 0 else { continue }
      mentions[Int(definition)].readPayloadAsParameters()
    }
    self.mentions = mentions
    wholeMentions = mentions.indices.filter { mentions[$0].mentionsWholePayload }
    var fieldMentions: [[UInt8]: [Int]] = [:]
    for (number, mention) in mentions.enumerated() {
      for field in mention.payloadFields { fieldMentions[Array(field.utf8), default: []].append(number) }
    }
    self.fieldMentions = fieldMentions
    askedMentions = asked.map { ExpressionMentions(Array($0.text.utf8)) }
    var conditions: Set<Int> = []
    for handler in chart.handlers where handler.condition >= 0 { conditions.insert(Int(handler.condition)) }
    for invariant in chart.invariants { conditions.insert(Int(invariant.expression)) }
    for named in chart.guards where named.definition >= 0 { conditions.insert(Int(named.definition)) }
    readers = [[Int]](repeating: [], count: chart.contextNames.count)
    for number in chart.expressions.indices {
      for slot in chart.expressions[number].program.slots where slot < readers.count { readers[slot].append(number) }
    }
    var known: [EventID: EventReaders] = [:]
    func part(_ field: String?, of event: EventID) -> PayloadPart {
      let eventReaders = known[event] ?? EventReaders(of: handlers.handlers(of: event), in: chart)
      known[event] = eventReaders
      return PayloadPart(field: field, readers: eventReaders)
    }
    for (index, action) in chart.actions.enumerated() {
      switch action {
      case .unless(let condition, _): conditions.insert(Int(condition))
      case .assign(let path, let template):
        guard let key = path.slot else { continue }
        assigned.insert(key)
        for number in template.expressions { targets[number, default: []].append(key) }
      case .forEach(let list, _, _, let count):
        let actions = index + 1..<index + 1 + Int(count)
        loops[Int(list)] = actions
        for case .assign(let path, _) in chart.actions[actions] {
          if let key = path.slot { targets[Int(list), default: []].append(key) }
        }
      case .raise(.event(let event), let data?), .send(.event(let event), let data?, _, _, nil):
        for (number, field) in data.members {
          raised[number, default: []].append(part(field, of: event))
        }
      case .call(let name, let data?):
        if let type = chart.hostActions?[name], chart.mayMisfit(data, type: type) {
          for (number, field) in data.members { wanted[number] = type.type(of: field) }
        } else if !comparesShown {
          shown.formUnion(action.expressions)
        }
      case .call, .log: if !comparesShown { shown.formUnion(action.expressions) }
      case .raise, .send, .cancel, .goTo, .skip, .block: break
      }
    }
    for state in chart.states where state.output >= 0 && state.parent >= 0 {
      let done = chart.states[Int(state.parent)].doneEvent
      if done < 0 { continue }
      for (number, field) in chart.outputs[Int(state.output)].members {
        raised[number, default: []].append(part(field, of: EventID(rawValue: done)))
      }
    }
    self.conditions = conditions
    let definitions = chart.guards.lazy.map { Int($0.definition) }.filter { $0 >= 0 }
    readsParameters = Set(
      definitions.filter {
        ExpressionParts.mentions(NamedGuards.parameters, text: Array(chart.expressions[$0].text.utf8))
      })
    comparisons = chart.expressions.indices.map { number in
      conditions.contains(number) ? ExpressionComparison.all(in: Array(chart.expressions[number].text.utf8)) : []
    }
    hookMentions = EventReaders.expressionsOfHooks(in: chart).filter {
      mentions[$0].mentionsWholePayload || !mentions[$0].payloadFields.isEmpty
    }
    for (number, invocation) in chart.invocations.enumerated() {
      guard case .chart(_, let input, _) = invocation.work else {
        if !comparesShown { shown.formUnion(invocation.inputExpressions) }
        continue
      }
      guard let child = first.family?.chart(invokedBy: member, invocation: number) else { continue }
      for entry in input {
        guard let key = first.relative(child).contextSlot(named: entry.name) else { continue }
        for expression in entry.value.expressions {
          inputs[expression, default: []].append(ChildKey(chart: child, key: key))
        }
      }
    }
    if followsInputs { childConstants = Self.constants(ofChildren: Set(inputs.values.joined()), in: first) }
  }

  /// The handlers that an event can reach, with their expressions.
  func readers(of name: String) -> EventReaders {
    EventReaders(of: chart.event(named: name.utf8Bytes.span).map { handlers.handlers(of: $0) } ?? [], in: chart)
  }

  /// The expressions of hooks and of an event's handlers that mention a field, in the order of the file.
  func mentioning(_ part: PayloadPart) -> [Int] {
    let mentioning = part.field.map { fieldMentions[Array($0.utf8)] ?? [] } ?? wholeMentions
    let readers = part.readers.expressions
    // Looks through the shorter list: many events may have the field, or an event may have many fields.
    if mentioning.count <= readers.count + hookMentions.count {
      return mentioning.filter { readers.contains($0) || hookMentions.contains($0) }
    }
    return readers.union(hookMentions).sorted().filter { number in
      guard let field = part.field else { return mentions[number].mentionsWholePayload }
      return mentions[number].payload.field(field) != nil
    }
  }

  /// The constants that a field can meet, in the order of the file; a nil field is the whole payload.
  func constants(of field: String?, in readers: EventReaders) -> [Value] {
    constants(in: meeting(field, in: readers))
  }

  func constants(in meeting: Meeting) -> [Value] {
    var found: [Value] = []
    for number in meeting.conditions where found.count < Self.mostConstants {
      found += mentions[number].literals
      add(firstValuesOf: chart.expressions[number].program.slots, to: &found)
    }
    for (expression, mentions) in zip(asked, askedMentions)
    where expression.program.slots.contains(where: meeting.keys.contains) {
      found += mentions.literals
      add(firstValuesOf: expression.program.slots, to: &found)
    }
    for input in meeting.inputs where found.count < Self.mostConstants { found += childConstants[input] ?? [] }
    return found
  }

  /// The constants in the conditions that ask for the size of a field.
  func sizes(of field: String?, in readers: EventReaders) -> [Value] {
    meeting(field, in: readers).direct.keys.sorted().filter { mentions[$0].asksForSize }
      .flatMap { mentions[$0].literals }
  }

  /// The expressions without the payload that a field is compared with, each with true for a membership test. Literals
  /// and keys that are never assigned are constants, and not in the list.
  func comparands(of field: String?, in readers: EventReaders) -> [(text: [UInt8], isMembership: Bool)] {
    let meeting = meeting(field, in: readers)
    var found: [(text: [UInt8], isMembership: Bool)] = []
    func isMet(_ side: ExpressionComparison.Side, fields: [String?]) -> Bool {
      if let name = side.name, let key = chart.contextSlot(named: name) { return meeting.keys.contains(key) }
      return side.isParameter || side.isPayload && fields.contains { PayloadPart.areEqual($0, side.field) }
    }
    func add(_ comparisons: [ExpressionComparison], fields: [String?]) {
      for comparison in comparisons {
        let (left, right) = (comparison.left, comparison.right)
        let sides = comparison.isMembership ? [(left, right)] : [(left, right), (right, left)]
        for (side, other) in sides where isMet(side, fields: fields) && other.literal == nil && !other.mentionsEvent {
          if found.contains(where: { $0.text == other.text && $0.isMembership == comparison.isMembership }) { continue }
          found.append((other.text, comparison.isMembership))
        }
      }
    }
    for number in meeting.conditions where found.count < Self.mostConstants {
      add(comparisons[number], fields: meeting.direct[number] ?? [])
    }
    for expression in asked where expression.program.slots.contains(where: meeting.keys.contains) {
      add(ExpressionComparison.all(in: Array(expression.text.utf8)), fields: [])
    }
    return found
  }

  func isAssigned(_ key: Int) -> Bool { assigned.contains(key) }

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
