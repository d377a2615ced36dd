import CEL
import StateKitCore

/// The parts of charts besides states and handlers.
extension StructureDiff {
  /// For each state of a chart, the state of the other with the same full path, as renamed.
  static func equalPaths(_ one: Chart, _ other: Chart, renamed: [(old: String, new: String)]) -> [StateID: StateID] {
    struct Place: Hashable {
      let parent: Int32
      let name: NameID
    }
    var children: [Place: StateID] = [:]
    for (index, node) in other.states.enumerated() {
      children[Place(parent: node.parent, name: node.name)] = StateID(index)
    }
    var news: [StateID: StateID] = [:]
    for (old, new) in renamed {
      guard case .state(let state) = one.resolve(old.utf8Bytes.span), news[state] == nil else { continue }
      if case .state(let counterpart) = other.resolve(new.utf8Bytes.span) { news[state] = counterpart }
    }
    var found: [StateID: StateID] = [:]
    for (index, node) in one.states.enumerated() {
      var counterpart = node.parent < 0 ? .root : news[StateID(index)]
      if counterpart == nil, let parent = found[StateID(rawValue: node.parent)],
        let name = other.names.find(Array(one.names[node.name]).span)
      {
        counterpart = children[Place(parent: parent.rawValue, name: name)]
      }
      if let counterpart { found[StateID(index)] = counterpart }
    }
    return found
  }

  /// The handlers of a state for one trigger.
  struct Occasion {
    let kind: Kind
    let name: String
    let handlers: [Int]
    /// True for the longer names of an event in another notation, which has the same transitions for them.
    var isImplied = false
  }

  /// The handlers of a state, by their triggers.
  func occasions(_ state: StateID, located: LocatedChart, bindings: [Int]) -> [Occasion] {
    let chart = located.chart
    var found: [Occasion] = []
    var origins: Set<[SourceSpan]> = []
    for index in bindings {
      let binding = located.spans.bindings[index]
      let own = binding.candidates.indices.compactMap { chart.origin(of: chart.handlers[$0]) }
      var isImplied = false
      if !own.isEmpty, !origins.insert(own).inserted, case .pattern = binding.trigger { isImplied = true }
      let name =
        switch binding.trigger {
        case .event(let event): DisplayText.name(chart.names.text(chart.eventNames[event.index]))
        case .pattern(let prefix): DisplayText.quoted(chart.names.text(prefix) + "*")
        case .done: "onDone"
        }
      found.append(
        Occasion(kind: .handler, name: name, handlers: Array(binding.candidates.indices), isImplied: isImplied))
    }
    let node = chart.states[state.index]
    if !node.always.isEmpty {
      found.append(Occasion(kind: .handler, name: "always", handlers: Array(node.always.indices)))
    }
    for timer in chart.timers[node.timers.indices] {
      let name = "after " + timer.shownLength(in: chart)
      found.append(Occasion(kind: .timer, name: name, handlers: Array(timer.candidates.indices)))
    }
    return found
  }

  /// The event of the first handler as the author wrote it.
  func written(_ occasion: Occasion, in chart: Chart) -> String {
    let event = occasion.handlers.first.flatMap { chart.writtenEvent(of: chart.handlers[$0]) }
    return event.map { DisplayText.name($0) } ?? occasion.name
  }

  /// A part with a name: its text, by which it is compared, and its position.
  private typealias Named = (name: String, text: String, span: SourceSpan?)

  /// Compares parts of both charts by their names. `what`: the words for a name.
  private mutating func compare(
    _ kind: Kind, _ one: [Named], with other: [Named], what: (String) -> String = { $0 }
  ) {
    let numbers = (Self.numbers(of: one.map(\.name)), Self.numbers(of: other.map(\.name)))
    for part in one {
      guard let match = numbers.1[Array(part.name.utf8)].map({ other[$0] }) else {
        add(kind, change: .gone, what: what(part.name), first: part.span, second: nil)
        continue
      }
      if part.text.utf8.elementsEqual(match.text.utf8) { continue }
      let changed = (kind == .context ? "the first value of " : "") + what(part.name)
      add(kind, change: .changed, what: changed, first: part.span, second: match.span)
    }
    for part in other where numbers.0[Array(part.name.utf8)] == nil {
      add(kind, change: .added, what: what(part.name), first: nil, second: part.span)
    }
  }

  mutating func compareInvocations(_ state: StateID, counterpart: StateID) {
    func invocations(_ chart: Chart, of state: StateID, texts: ActionText) -> [Named] {
      chart.invocations[chart.invocations(of: state)].map { ($0.id, texts.text(of: $0), $0.spans.id) }
    }
    let one = invocations(first.chart, of: state, texts: texts.first)
    let chart = first.chart
    compare(.invocation, one, with: invocations(second.chart, of: counterpart, texts: texts.second)) {
      "\(DisplayText.name($0)) in \(chart.path(state))"
    }
  }

  mutating func compareContext() {
    func context(_ located: LocatedChart) -> [Named] {
      located.chart.contextNames.enumerated().map { key, name in
        (name, located.chart.contextValues[key].json, located.spans.context[key])
      }
    }
    compare(.context, context(first), with: context(second))
  }

  mutating func compareInvariants() {
    func invariants(_ chart: Chart) -> [Named] {
      chart.invariants.map { name, index in
        let expression = chart.expressions[Int(index)]
        return (name, expression.text, expression.source.span)
      }
    }
    compare(.invariant, invariants(first.chart), with: invariants(second.chart))
  }

  /// Compares the declared events.
  mutating func compareEvents() {
    func text(_ type: EventType) -> String {
      switch type {
      case .none: ""
      case .value(let type): type.text
      case .record(let fields):
        fields.map { "\(DisplayText.quoted($0.name)): \($0.type.text)" }.joined(separator: ", ")
      }
    }
    func events(_ located: LocatedChart) -> [Named] {
      located.spans.declared.map { event, span in
        let kind = located.chart.internalEvents.contains(event) ? "internal " : ""
        return (located.chart.names.text(event), kind + (located.chart.alphabet?[event].map(text) ?? ""), span)
      }
    }
    let (one, other) = (events(first), events(second))
    if first.chart.isClosed == second.chart.isClosed {
      return compare(.event, one, with: other, what: DisplayText.name)
    }
    let what = "the declaration of events; without it no event is rejected"
    if first.chart.isClosed {
      add(.event, change: .gone, what: what, first: one.first?.span, second: nil)
    } else {
      add(.event, change: .added, what: what, first: nil, second: other.first?.span)
    }
  }
}
