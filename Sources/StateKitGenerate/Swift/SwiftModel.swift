import CEL
import StateKitCore

/// A chart as the generated Swift needs it: identifiers and types for its parts.
struct SwiftModel {
  struct State {
    let id: StateID
    /// Its text is the path of the state.
    let name: SwiftName
    /// True if it can be the deepest active state.
    let isLeaf: Bool
  }

  struct Field {
    let name: SwiftName
    let type: SwiftType
  }

  enum Payload {
    case none
    case value(SwiftType)
    case fields([Field])
  }

  /// An event or a host action with its payload.
  struct Message {
    let name: SwiftName
    let payload: Payload
  }

  let chart: Chart
  let states: [State]
  let events: [Message]
  let context: [Field]
  let actions: [Message]
  let guards: [SwiftName]
  let services: [SwiftName]
  let invocations: [SwiftName]
  let delays: [SwiftName]
  /// True if a chart handles `error.execution`: then actions may throw.
  let handlesErrors: Bool

  /// Names that had to be changed are reported to `renames`.
  init(_ chart: Chart, renames: Renames) {
    func names(_ texts: [String], of kind: Renames.Kind) -> [SwiftName] {
      SwiftName.names(texts, renames: renames.of(kind))
    }
    self.chart = chart
    states = Self.states(of: chart, renames: renames)
    // Without a declaration the payload may be anything; a hook may read the payload of each event.
    let readsPayloads = chart.alphabet == nil && chart.expressions.contains { $0.readsEvent }
    let events = (chart.inputEventNames + chart.declaredEvents).filter { !EventType.comesByItself($0) }
    self.events = names(events, of: .event).map { name in
      let type = chart.payloadType(of: name.text)
      return Message(name: name, payload: type.map { Payload($0) } ?? (readsPayloads ? .value(.payload) : .none))
    }
    context = names(chart.contextNames, of: .context).map { name in
      Field(name: name, type: SwiftType(chart.environment.type(of: name.text) ?? .dyn))
    }
    // The chart, and the charts that it invokes: their needs of the program are one list.
    let relatives = (0...(chart.family?.members.count ?? 0)).map { chart.relative($0) }
    let calls = relatives.flatMap(Self.calls)
    // Calls with different data have the type of all of them.
    let payloads = Dictionary(calls.map { (Array($0.name.utf8), $0.payload) }) { one, other in
      one.parameters() == other.parameters() ? one : .value(.payload)
    }
    actions = names(calls.map(\.name), of: .action).map { name in
      Message(name: name, payload: payloads[Array(name.text.utf8)] ?? .none)
    }
    guards = names(relatives.flatMap(\.hostGuards), of: .guardName)
    let work = relatives.flatMap(\.invocations).filter { $0.source != nil }
    services = names(work.compactMap(\.source), of: .service)
    invocations = names(work.map(\.id), of: .invocation)
    delays = names(relatives.flatMap(\.hostDelays), of: .delay)
    handlesErrors = relatives.contains { chart in
      let event = chart.event(named: Array("error.execution".utf8).span)
      return event.map { $0.index >= chart.eventCount || chart.isHandled($0) } ?? false
    }
  }

  /// All states but history, and `root` only if there are no others.
  private static func states(of chart: Chart, renames: Renames) -> [State] {
    var scope = SwiftName.scope(renames.of(.state))
    let mayBreakOff = NestedTransitions.mayBreakOff(in: chart)
    return chart.states.indices.compactMap { index in
      let state = StateID(index)
      let kind = chart.states[index].kind
      if kind.isHistory { return nil }
      let isLeaf = mayRest(on: state, in: chart) || (mayBreakOff && kind != .parallel)
      if index == 0, !isLeaf { return nil }
      let name = SwiftName(text: chart.path(state), identifier: scope.add(chart.reference(state), as: .camel))
      return State(id: state, name: name, isLeaf: isLeaf)
    }
  }

  /// True if a state needs no active child: it has no `initial`, or only one that leads back to it.
  private static func mayRest(on state: StateID, in chart: Chart) -> Bool {
    switch chart.completion(of: state) {
    case .rests: true
    case .regions: false
    // A history without a record or a default stands for the `initial` of its parent.
    case .initial(let initial):
      chart.targets(of: initial).contains { target in
        let node = chart.states[target.index]
        return node.kind.isHistory && node.initial < 0 && node.parent == state.rawValue
      }
    }
  }

  var hasRegions: Bool { chart.states.contains { $0.kind == .parallel } }

  /// The leaf that the machine begins in, as far as the chart alone tells.
  var firstLeaf: SwiftName? {
    var state = StateID.root
    while case .initial(let initial) = chart.completion(of: state), let target = chart.targets(of: initial).first,
      target > state, !chart.states[target.index].kind.isHistory
    {
      state = target
    }
    let leaves = states.filter(\.isLeaf)
    return (leaves.first { $0.id == state } ?? leaves.first)?.name
  }

  /// The host actions of a chart with their data; those that are declared once.
  private static func calls(of chart: Chart) -> [(name: String, payload: Payload)] {
    var known: Set<NameID> = []
    return chart.actions.compactMap { action in
      guard case .call(let id, let data) = action else { return nil }
      guard let declared = chart.hostActions?[id] else {
        return (chart.names.text(id), data == nil ? .none : .value(.payload))
      }
      return known.insert(id).inserted ? (chart.names.text(id), Payload(declared)) : nil
    }
  }
}

extension SwiftModel.Payload {
  init(_ type: EventType) {
    switch type {
    case .none: self = .none
    case .value(let type): self = .value(SwiftType(type))
    case .record(let fields):
      let types = fields.map { SwiftType($0.type) }
      self = .fields(zip(SwiftName.names(fields.map(\.name)), types).map { SwiftModel.Field(name: $0, type: $1) })
    }
  }

  var fields: [SwiftModel.Field] {
    if case .fields(let fields) = self { fields } else { [] }
  }

  /// The parameters that may be nil.
  var optionals: [String] {
    switch self {
    case .none: []
    case .value(let type): type.isOptional ? ["data"] : []
    case .fields(let fields): fields.filter(\.type.isOptional).map(\.name.written)
    }
  }

  /// The parameters of a function or a case; `label` is put before the type of a single value.
  func parameters(label: String = "") -> String {
    switch self {
    case .none: ""
    case .value(let type): label + type.text
    case .fields(let fields): fields.map { "\($0.name.identifier): \($0.type.text)" }.joined(separator: ", ")
    }
  }

  func arguments(from payload: String) -> String {
    switch self {
    case .none: ""
    case .value(let type): type.read(payload, isPresent: true)
    case .fields(let fields):
      fields.map { "\($0.name.identifier): \($0.type.read("\(payload)[\($0.name.literal)]"))" }.joined(separator: ", ")
    }
  }
}
