import CEL
import StateKitCore

/// The parts of each state of a chart, by index. They are looked up once, so that large charts are compared quickly.
struct StateParts {
  private(set) var bindings: [[Int]]
  private(set) var invocations: [[Int]]

  init(_ located: LocatedChart) {
    bindings = [[Int]](repeating: [], count: located.chart.states.count)
    invocations = bindings
    for (index, binding) in located.spans.bindings.enumerated() { bindings[Int(binding.state)].append(index) }
    for (index, invocation) in located.chart.invocations.enumerated() {
      invocations[invocation.state.index].append(index)
    }
  }
}

/// States by their own names.
struct StatesByName {
  private var names = NameTable()
  private var states: [[Int]] = []

  init(_ chart: Chart, where isMeant: (Int) -> Bool) {
    for index in chart.states.indices where isMeant(index) {
      let id = names.intern(Array(chart.names[chart.states[index].name]).span)
      if id.index == states.count { states.append([]) }
      states[id.index].append(index)
    }
  }

  subscript(name: ArraySlice<UInt8>) -> [Int] {
    names.find(Array(name).span).map { states[$0.index] } ?? []
  }
}

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
  typealias Occasion = (kind: Kind, name: String, handlers: [Int])

  /// The handlers of a state, by their triggers.
  func occasions(_ state: StateID, located: LocatedChart, parts: StateParts) -> [Occasion] {
    let chart = located.chart
    var found: [Occasion] = []
    var origins: Set<[SourceSpan]> = []
    for index in parts.bindings[state.index] {
      let binding = located.spans.bindings[index]
      let own = binding.candidates.indices.compactMap { chart.origin(of: chart.handlers[$0]) }
      // The transitions of another notation for an event are also those for longer names.
      if !own.isEmpty, !origins.insert(own).inserted, case .pattern = binding.trigger { continue }
      let name: String
      switch binding.trigger {
      case .event(let event): name = DisplayText.name(chart.names.text(chart.eventNames[event.index]))
      case .pattern(let prefix): name = DisplayText.quoted(chart.names.text(prefix) + "*")
      case .done: name = "onDone"
      }
      found.append((.handler, name, Array(binding.candidates.indices)))
    }
    let node = chart.states[state.index]
    if !node.always.isEmpty { found.append((.handler, "always", Array(node.always.indices))) }
    for timer in node.timers.indices {
      let name: String
      switch chart.timers[timer].delay {
      case .milliseconds(let delay): name = "after " + Delay.text(delay)
      case .named(let delay): name = "after " + DisplayText.name(chart.names.text(delay))
      }
      found.append((.timer, name, Array(chart.timers[timer].candidates.indices)))
    }
    return found
  }

  /// The event of the first handler as the author wrote it.
  func written(_ occasion: Occasion, in chart: Chart) -> String {
    let event = occasion.handlers.first.flatMap { chart.writtenEvent(of: chart.handlers[$0]) }
    return event.map { DisplayText.name($0) } ?? occasion.name
  }

  /// Compares the invocations of a state, by their ids.
  mutating func compareInvocations(_ state: StateID, counterpart: StateID) {
    let one = parts.first.invocations[state.index].map { first.chart.invocations[$0] }
    let other = parts.second.invocations[counterpart.index].map { second.chart.invocations[$0] }
    for invocation in one {
      let what = "\(DisplayText.name(invocation.id)) in \(first.chart.path(state))"
      guard let match = other.first(where: { $0.id.utf8.elementsEqual(invocation.id.utf8) }) else {
        add(.invocation, change: .gone, what: what, first: invocation.spans.id, second: nil)
        continue
      }
      let (before, after) = (texts.first.text(of: invocation), texts.second.text(of: match))
      if !before.utf8.elementsEqual(after.utf8) {
        add(.invocation, change: .changed, what: what, first: invocation.spans.id, second: match.spans.id)
      }
    }
    for invocation in other where !one.contains(where: { $0.id.utf8.elementsEqual(invocation.id.utf8) }) {
      let what = "\(DisplayText.name(invocation.id)) in \(first.chart.path(state))"
      add(.invocation, change: .added, what: what, first: nil, second: invocation.spans.id)
    }
  }

  mutating func compareContext() {
    let (one, other) = (first.chart, second.chart)
    for (key, name) in one.contextNames.enumerated() {
      let span = first.spans.context[key]
      guard let slot = other.contextSlot(named: name) else {
        add(.context, change: .gone, what: name, first: span, second: nil)
        continue
      }
      if !one.contextValues[key].json.utf8.elementsEqual(other.contextValues[slot].json.utf8) {
        add(
          .context, change: .changed, what: "the first value of \(name)", first: span,
          second: second.spans.context[slot])
      }
    }
    for (key, name) in other.contextNames.enumerated() where one.contextSlot(named: name) == nil {
      add(.context, change: .added, what: name, first: nil, second: second.spans.context[key])
    }
  }

  mutating func compareInvariants() {
    let (one, other) = (first.chart, second.chart)
    let numbers = (Self.numbers(of: one.invariants.map(\.name)), Self.numbers(of: other.invariants.map(\.name)))
    for (name, index) in one.invariants {
      let expression = one.expressions[Int(index)]
      guard let match = numbers.1[Array(name.utf8)].map({ other.invariants[$0] }) else {
        add(.invariant, change: .gone, what: name, first: expression.source.span, second: nil)
        continue
      }
      let found = other.expressions[Int(match.expression)]
      if !expression.text.utf8.elementsEqual(found.text.utf8) {
        add(.invariant, change: .changed, what: name, first: expression.source.span, second: found.source.span)
      }
    }
    for (name, index) in other.invariants where numbers.0[Array(name.utf8)] == nil {
      add(.invariant, change: .added, what: name, first: nil, second: other.expressions[Int(index)].source.span)
    }
  }
}
