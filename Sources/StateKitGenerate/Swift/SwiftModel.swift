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

  private mutating func nameHost() {
    var seen: Set<[UInt8]> = []
    var scope = IdentifierScope(avoiding: SwiftWord.unusable)
    for action in chart.actions {
      guard case .call(let id, _) = action else { continue }
      let name = chart.names.text(id)
      guard seen.insert(Array(name.utf8)).inserted else { continue }
      let type = chart.hostActions?[id]
      let hasData = chart.actions.contains { if case .call(id, let data) = $0 { data != nil } else { false } }
      let payload = type.map(payload) ?? (hasData ? .value(.payload) : .none)
      actions.append(Requirement(name: name, identifier: scope.add(name, as: .camel), payload: payload))
    }
    renamed += scope.renamed
    var guardScope = IdentifierScope(avoiding: SwiftWord.unusable)
    guards = chart.hostGuards.map {
      Requirement(name: $0, identifier: guardScope.add($0, as: .camel), payload: .value(.payload))
    }
    var (sourceScope, idScope) = (
      IdentifierScope(avoiding: SwiftWord.unusable), IdentifierScope(avoiding: SwiftWord.unusable)
    )
    var (sources, ids): (Set<[UInt8]>, Set<[UInt8]>) = ([], [])
    for invocation in chart.invocations {
      guard case .host(let source, _) = invocation.work else { continue }
      if sources.insert(Array(source.utf8)).inserted {
        services.append(
          Requirement(name: source, identifier: sourceScope.add(source, as: .camel), payload: .value(.payload)))
      }
      if ids.insert(Array(invocation.id.utf8)).inserted {
        invocations.append((invocation.id, idScope.add(invocation.id, as: .camel)))
      }
    }
    var delayScope = IdentifierScope(avoiding: SwiftWord.unusable)
    delays = chart.hostDelays.map { ($0, delayScope.add($0, as: .camel)) }
    renamed += guardScope.renamed + sourceScope.renamed + idScope.renamed + delayScope.renamed
  }

  /// True if the chart handles `error.execution`: then actions may throw.
  var handlesErrors: Bool {
    chart.event(named: Array("error.execution".utf8).span).map { $0.index >= chart.eventCount || chart.isHandled($0) }
      ?? false
  }
}
