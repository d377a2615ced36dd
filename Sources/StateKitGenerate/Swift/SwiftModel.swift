import CEL
import StateKitCore

/// A chart as the generated Swift needs it: identifiers and types for its parts.
struct SwiftModel {
  struct Event {
    /// The payload: one value, fields with labels, or nothing.
    enum Payload {
      case none
      case value(SwiftType)
      case fields([(name: String, label: String, type: SwiftType)])
    }

    let name: String
    let identifier: String
    let payload: Payload
  }

  struct Requirement {
    let name: String
    let identifier: String
    let payload: Event.Payload
  }

  let chart: Chart
  private(set) var states: [(state: Int, identifier: String)] = []
  /// The states that can be the deepest active one.
  private(set) var leaves: [Int] = []
  private(set) var events: [Event] = []
  private(set) var context: [(name: String, identifier: String, type: SwiftType)] = []
  private(set) var actions: [Requirement] = []
  private(set) var guards: [Requirement] = []
  private(set) var services: [Requirement] = []
  private(set) var invocations: [(name: String, identifier: String)] = []
  private(set) var delays: [(name: String, identifier: String)] = []
  private(set) var renamed: [(name: String, identifier: String)] = []

  init(_ chart: Chart) {
    self.chart = chart
    nameStates()
    nameEvents()
    var scope = IdentifierScope(avoiding: SwiftWord.unusable)
    for name in chart.contextNames {
      let type = chart.environment.type(of: name) ?? .dyn
      context.append((name, scope.add(name, as: .camel), SwiftType(type)))
    }
    renamed += scope.renamed
    nameHost()
  }

  var hasRegions: Bool { chart.states.contains { $0.kind == .parallel } }

  /// The leaf that the machine begins in, as far as the chart alone tells.
  var firstLeaf: Int {
    var state = 0
    while case .initial(let initial) = chart.completion(of: StateID(state)),
      let target = chart.targets(of: initial).first,
      target.index > state, !chart.states[target.index].kind.isHistory
    {
      state = target.index
    }
    return leaves.contains(state) ? state : leaves.first ?? 0
  }

  private mutating func nameStates() {
    var scope = IdentifierScope(avoiding: SwiftWord.unusable)
    for (state, node) in chart.states.enumerated() where !node.kind.isHistory {
      let isLeaf: Bool
      switch chart.completion(of: StateID(state)) {
      case .rests: isLeaf = true
      case .regions, .initial: isLeaf = false
      }
      if state == 0, !isLeaf { continue }
      states.append((state, scope.add(chart.reference(StateID(state)), as: .camel)))
      if isLeaf { leaves.append(state) }
    }
    renamed += scope.renamed
  }

  private mutating func nameEvents() {
    var names = chart.handledEventNames.filter { !EventType.comesByItself($0) && !chart.isInternal($0) }
    let known = Set(names.map { Array($0.utf8) })
    names += chart.declaredEvents.filter { !known.contains(Array($0.utf8)) && !EventType.comesByItself($0) }
    var scope = IdentifierScope(avoiding: SwiftWord.unusable)
    for name in names {
      let type = chart.names.find(name).flatMap { chart.alphabet?[$0] }
      // Without a declaration the payload may be anything.
      let payload = type.map(payload) ?? (chart.alphabet == nil && readsPayloads ? .value(.payload) : .none)
      events.append(Event(name: name, identifier: scope.add(name, as: .camel), payload: payload))
    }
    renamed += scope.renamed
  }

  private func payload(_ type: EventType) -> Event.Payload {
    switch type {
    case .none: return .none
    case .value(let type): return .value(SwiftType(type))
    case .record(let fields):
      var scope = IdentifierScope(avoiding: SwiftWord.unusable)
      return .fields(fields.map { ($0.name, scope.add($0.name, as: .camel), SwiftType($0.type)) })
    }
  }

  /// True if any expression reads `event`: a hook may read the payload of each event.
  private var readsPayloads: Bool { chart.expressions.contains { $0.readsEvent } }

  /// The chart, and the charts that it invokes: their needs of the program are one list.
  private var relatives: [Chart] { (0...(chart.family?.members.count ?? 0)).map { chart.relative($0) } }

  private mutating func nameHost() {
    var calls: [(name: String, payload: Event.Payload)] = []
    var (guardNames, sources, ids, delayNames): ([String], [String], [String], [String]) = ([], [], [], [])
    for relative in relatives {
      calls += Self.calls(of: relative, payload: payload)
      guardNames += relative.hostGuards
      for invocation in relative.invocations {
        guard let source = invocation.source else { continue }
        sources.append(source)
        ids.append(invocation.id)
      }
      delayNames += relative.hostDelays
    }
    for (name, identifier) in named(calls.map(\.name)) {
      let payloads = calls.filter { $0.name.utf8.elementsEqual(name.utf8) }.map(\.payload)
      // Calls with different data have the type of all of them.
      let isOne = payloads.allSatisfy { $0.parameters(label: "") == payloads[0].parameters(label: "") }
      actions.append(Requirement(name: name, identifier: identifier, payload: isOne ? payloads[0] : .value(.payload)))
    }
    guards = named(guardNames).map { Requirement(name: $0, identifier: $1, payload: .value(.payload)) }
    services = named(sources).map { Requirement(name: $0, identifier: $1, payload: .value(.payload)) }
    invocations = named(ids)
    delays = named(delayNames)
  }

  /// The host actions of a chart with their data.
  private static func calls(
    of chart: Chart, payload: (EventType) -> Event.Payload
  ) -> [(name: String, payload: Event.Payload)] {
    chart.actions.compactMap { action in
      guard case .call(let id, let data) = action else { return nil }
      let undeclared: Event.Payload = data == nil ? .none : .value(.payload)
      return (chart.names.text(id), chart.hostActions?[id].map(payload) ?? undeclared)
    }
  }

  /// The names of a list, each once, with identifiers of one scope.
  private mutating func named(_ names: [String]) -> [(name: String, identifier: String)] {
    var seen: Set<[UInt8]> = []
    var scope = IdentifierScope(avoiding: SwiftWord.unusable)
    let found = names.filter { seen.insert(Array($0.utf8)).inserted }.map { ($0, scope.add($0, as: .camel)) }
    renamed += scope.renamed
    return found
  }

  /// True if a chart handles `error.execution`: then actions may throw.
  var handlesErrors: Bool {
    relatives.contains { chart in
      chart.event(named: Array("error.execution".utf8).span).map { $0.index >= chart.eventCount || chart.isHandled($0) }
        ?? false
    }
  }
}

extension SwiftModel.Event.Payload {
  /// The parameters of a function or a case; `label` is put before the type of a single value.
  func parameters(label: String) -> String {
    switch self {
    case .none: ""
    case .value(let type): label + type.text
    case .fields(let fields): fields.map { "\($0.label): \($0.type.text)" }.joined(separator: ", ")
    }
  }

  /// The arguments that are read from a payload.
  func arguments(from payload: String) -> String {
    switch self {
    case .none: ""
    case .value(let type): type.read(payload, isPresent: true)
    case .fields(let fields):
      fields.map { "\($0.label): \($0.type.read("\(payload)[\(SwiftWord.literal($0.name))]"))" }.joined(separator: ", ")
    }
  }
}
