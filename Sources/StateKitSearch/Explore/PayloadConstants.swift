import CEL
import StateKitCore

/// The constants that a payload field can meet (Exploring.md, Payloads): those in boolean expressions that mention
/// the field. Expressions count too if they mention a context key that receives the field's value.
struct PayloadConstants {
  let chart: Chart
  private let handlers: HandlersOfEvents
  let mentions: [ExpressionMentions]
  /// The expressions of the chart, and the host's answers to its guards.
  let expressions: AnsweredExpressions
  /// Guards, conditions of `if`, invariants and definitions of named guards.
  let conditions: Set<Int>
  /// The expressions of hooks and `always`, which see every event, if they mention a payload.
  let hookMentions: Set<Int>
  /// For each field of a payload, the expressions that mention the field, in the order of the file.
  private let fieldMentions: [[UInt8]: [Int]]
  /// The expressions that mention a whole payload, and those that mention any part of one, in the order of the file.
  private let wholeMentions: [Int]
  private let allMentions: [Int]
  /// The expressions that are the whole payload, and whose value goes to another payload.
  private(set) var wholePasses: [Int] = []
  /// Boolean expressions that are not part of the chart, such as properties.
  let asked: [Expression]
  let askedMentions: [ExpressionMentions]
  /// For each expression that is assigned, the parts of the context that get its value. The list of a `forEach` also has
  /// those that its actions assign.
  private(set) var targets: [Int: [ContextPart]] = [:]
  /// For each expression in the data of an event that the chart raises or sends to itself, the payloads that get its
  /// value.
  private(set) var raised: [Int: [PayloadPart]] = [:]
  /// For each expression in the data of an event that the chart sends to a child, the payloads that get its value.
  private(set) var sent: [Int: [ChildPart]] = [:]
  /// The charts that get events of this one, by their indices in the family.
  private(set) var children: [Int: PayloadConstants] = [:]
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
  let comparisons: [[ExpressionComparison]]
  /// For each context key, the expressions that read it.
  private(set) var readers: [[Int]]

  /// Not more constants are collected for a field: more payloads than are tried would come of them.
  static let mostConstants = 300

  /// `member`: the index of a chart in the family of `first`. `comparesShown`: true if what host actions and logs show
  /// is compared, too. `followsChildren`: true to collect the constants of children that get values.
  init(
    _ first: Chart, member: Int = 0, answered: HostAnswers?, asked: [Expression] = [], comparesShown: Bool = false,
    followsChildren: Bool = true
  ) {
    let chart = first.relative(member)
    self.chart = chart
    let expressions = AnsweredExpressions(chart, answered: answered)
    self.expressions = expressions
    let handlers = HandlersOfEvents(chart)
    self.handlers = handlers
    self.asked = asked
    let conditions = expressions.conditions
    self.conditions = conditions
    var mentions = expressions.indices.map {
      ExpressionMentions(expressions.text($0), isCondition: conditions.contains($0))
    }
    var takers = mentions.flatMap(\.functionsOfPayload)
    var known: Set<Int> = []
    while let name = takers.popLast() {
      guard let definition = expressions.definition(of: name), known.insert(definition).inserted else { continue }
      mentions[definition].readPayloadAsParameters()
      takers += mentions[definition].functionsOfParameters
    }
    let definitions = mentions
    for number in mentions.indices {
      mentions[number].passArguments { expressions.definition(of: $0).map { definitions[$0] } }
    }
    self.mentions = mentions
    allMentions = mentions.indices.filter {
      mentions[$0].mentionsWholePayload || !mentions[$0].payload.fields.isEmpty
    }
    wholeMentions = mentions.indices.filter { mentions[$0].mentionsWholePayload }
    var fieldMentions: [[UInt8]: [Int]] = [:]
    for (number, mention) in mentions.enumerated() {
      for field in mention.payloadFields { fieldMentions[Array(field.utf8), default: []].append(number) }
    }
    self.fieldMentions = fieldMentions
    askedMentions = asked.map { ExpressionMentions(Array($0.text.utf8), isCondition: true) }
    readers = [[Int]](repeating: [], count: chart.contextNames.count)
    for number in expressions.indices {
      for slot in expressions[number].program.slots where slot < readers.count { readers[slot].append(number) }
    }
    var knownReaders: [EventID: EventReaders] = [:]
    func part(_ field: String?, of event: EventID) -> PayloadPart {
      let eventReaders = knownReaders[event] ?? EventReaders(of: handlers.handlers(of: event), in: expressions)
      knownReaders[event] = eventReaders
      return PayloadPart(field: field, readers: eventReaders)
    }
    for (index, action) in chart.actions.enumerated() {
      switch action {
      case .assign(let path, let template):
        guard let key = path.slot else { continue }
        assigned.insert(key)
        for (number, part) in ContextPart.parts(template, of: key, path: path.names) {
          targets[number, default: []].append(part)
        }
      case .forEach(let list, _, _, let count):
        let actions = index + 1..<index + 1 + Int(count)
        loops[Int(list)] = actions
        for case .assign(let path, _) in chart.actions[actions] {
          if let key = path.slot {
            targets[Int(list), default: []].append(ContextPart(key: key, path: Array(path.names.dropFirst())))
          }
        }
      case .raise(.event(let event), let data?), .send(.event(let event), let data?, _, _, nil):
        for (number, field) in data.members {
          raised[number, default: []].append(part(field, of: event))
        }
      case .send(let event, let data?, _, _, .some):
        for (number, part) in ChildPart.parts(event, data: data, by: member, in: first) {
          sent[number, default: []].append(part)
        }
      case .call(let name, let data?):
        if let type = chart.hostActions?[name], chart.mayMisfit(data, type: type) {
          for (number, field) in data.members { wanted[number] = type.type(of: field) }
        } else if !comparesShown {
          shown.formUnion(action.expressions)
        }
      case .call, .log: if !comparesShown { shown.formUnion(action.expressions) }
      case .unless, .raise, .send, .cancel, .goTo, .skip, .block: break
      }
    }
    for state in chart.states where state.output >= 0 && state.parent >= 0 {
      let done = chart.states[Int(state.parent)].doneEvent
      if done < 0 { continue }
      for (number, field) in chart.outputs[Int(state.output)].members {
        raised[number, default: []].append(part(field, of: EventID(rawValue: done)))
      }
    }
    let guards = chart.guards.map { Int($0.definition) }.filter { $0 >= 0 } + expressions.answerNumbers
    readsParameters = Set(
      guards.filter { ExpressionParts.mentions(NamedGuards.parameters, text: expressions.text($0)) })
    comparisons = expressions.indices.map {
      conditions.contains($0) ? ExpressionComparison.all(in: expressions.text($0)) : []
    }
    hookMentions = EventReaders.expressionsOfHooks(in: expressions).filter {
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
    wholePasses = Set(raised.keys).union(sent.keys).filter { mentions[$0].isPayload }.sorted()
    if followsChildren {
      childConstants = Self.constants(ofChildren: Set(inputs.values.joined()), in: first, answered: answered)
      for child in Set(sent.values.joined().map(\.chart)) {
        children[child] = PayloadConstants(first, member: child, answered: answered, followsChildren: false)
      }
    }
  }

  /// The handlers that an event can reach, with their expressions.
  func readers(of name: String) -> EventReaders {
    EventReaders(of: chart.event(named: name.utf8Bytes.span).map { handlers.handlers(of: $0) } ?? [], in: expressions)
  }

  /// The expressions of hooks and of an event's handlers that mention a field, in the order of the file.
  func mentioning(_ part: PayloadPart) -> [Int] {
    let mentioning =
      part.field.map { fieldMentions[Array($0.utf8)] ?? [] } ?? (part.isDeep ? allMentions : wholeMentions)
    let readers = part.readers.expressions
    // Looks through the shorter list: many events may have the field, or an event may have many fields.
    if mentioning.count <= readers.count + hookMentions.count {
      return mentioning.filter { readers.contains($0) || hookMentions.contains($0) }
    }
    return readers.union(hookMentions).sorted().filter { number in
      guard let field = part.field else {
        return mentions[number].mentionsWholePayload || part.isDeep && !mentions[number].payload.fields.isEmpty
      }
      return mentions[number].payload.field(field) != nil
    }
  }

  /// The constants that a part of a payload can meet, in the order of the file.
  func constants(of part: PayloadPart) -> [Value] { constants(in: meeting(part)) }

  func constants(in meeting: Meeting) -> [Value] {
    var found: [Value] = []
    for number in meeting.conditions where found.count < Self.mostConstants {
      found += mentions[number].literals
      add(firstValuesOf: expressions[number].program.slots, to: &found)
    }
    for (expression, mentions) in zip(asked, askedMentions)
    where expression.program.slots.contains(where: meeting.keys.contains) {
      found += mentions.literals
      add(firstValuesOf: expression.program.slots, to: &found)
    }
    for input in meeting.inputs where found.count < Self.mostConstants { found += childConstants[input] ?? [] }
    for part in meeting.sent where found.count < Self.mostConstants {
      if let child = children[part.chart] { found += child.constants(of: child.part(part)) }
    }
    return found
  }

  func isAssigned(_ key: Int) -> Bool { assigned.contains(key) }

  /// Adds the first values of context keys: scalars, and the contents of lists and maps with their keys.
  func add(firstValuesOf slots: [Int], to found: inout [Value]) {
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
