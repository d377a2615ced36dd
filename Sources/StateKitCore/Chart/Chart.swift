// Longer than others: all tables of a chart.
package import CEL

/// A chart, checked and immutable: flat tables that any number of machines share.
///
/// Only `ChartBuilder` creates it. States are in document order: an ancestor test is two comparisons, and a subtree is
/// a range of indices. It is a class only for sharing; nothing in it ever changes.
package final class Chart: Sendable {
  package let title: String?
  package let notes: ChartNotes
  package let bubbling: Bubbling
  package let names: NameTable
  package let states: [StateNode]
  package let handlers: [EventHandler]
  package let actions: [Action]
  package let actionSpans: [SourceSpan]
  /// Targets of handlers, of `initial` and of `goToState`.
  package let targets: [StateID]
  package let initials: [InitialTransition]
  package let timers: [AfterTimer]
  package let outputs: [DataTemplate]
  /// The uses of delays that the host defines, in order.
  package let delayNames: [(name: NameID, span: SourceSpan)]
  let hostDelayNames: Set<NameID>
  package let expressions: ExpressionTable
  /// The keys of the context in order, and their initial values.
  package let contextNames: [String]
  package let contextValues: [Value]
  private let contextSlots: NameTable
  /// The maximum number of nested `forEach` names in scope.
  let loopSlots: Int
  /// The conditions that are checked after every macrostep: names and expressions.
  package let invariants: [(name: String, expression: Int32)]
  /// The declared events by name, internal ones included; nil if none is declared.
  package let alphabet: [NameID: EventType]?
  /// True if a declared event carries a double.
  let declaresDoubles: Bool
  /// True if only declared events are allowed.
  package let isClosed: Bool
  /// The events that only the chart raises or sends.
  package let internalEvents: Set<NameID>
  /// The named guards in document order.
  package let guards: [NamedGuard]
  let guardSlots: NameTable
  /// The names of the guards that the host answers, in document order.
  package let hostGuards: [String]
  /// The declared host actions by name; nil if every action is allowed.
  package let hostActions: [NameID: EventType]?
  /// The text of the chart, where it was translated from another file.
  let translation: SourceText?
  /// The names that the expressions of a script can use.
  package let environment: Environment

  /// The number of event names in the chart.
  package let eventCount: Int
  package let eventNames: [NameID]
  /// The event of each name; -1 for names of other things.
  let eventOfName: [Int32]
  /// The pattern with this name as its prefix (`error.` for `error.*`); -1 for other names.
  let patternOfName: [Int32]
  /// The pattern `*`; -1 if no state has it.
  let anyPattern: Int32
  /// For each event, the keys under which states may handle it, the most specific first.
  package let eventKeys: [TableRange]
  package let keys: [Int32]
  /// The handlers of all states: a small hash table for each state, from key to candidates.
  let handlerSlots: [HandlerSlot]

  let eventIsHandled: [Bool]
  let directory: StateDirectory

  package let hasHistory: Bool
  /// True if an action that exits a state reads the event.
  let exitsReadEvent: Bool
  package let hasAlways: Bool
  /// The invocations of states, in the order of the states.
  package let invocations: [Invocation]
  /// The ids of invocations, and the invocations of each id in order.
  let invocationIDs: NameTable
  let invocationsOfID: [[Int32]]
  /// The charts that this one invokes; nil if it invokes none, or they have not been read.
  package var family: ChartFamily? { unsafe linkedFamily }
  /// Set once, by the creator of the chart and before it is shared. Charts may invoke one another in a cycle, so the
  /// family is linked after the charts exist.
  private nonisolated(unsafe) var linkedFamily: ChartFamily?

  struct HandlerSlot: TableSlot {
    var key: Int32
    var candidates: TableRange

    static let empty = HandlerSlot(key: -1, candidates: .empty)
    var isEmpty: Bool { key < 0 }
  }

  /// Moves the tables out one by one. Passed as a whole, each table would be copied by a function that looks up its
  /// type, at a third of the start time of a small chart.
  init(_ tables: inout ChartTables) {
    title = tables.title
    notes = tables.notes
    translation = tables.translation
    bubbling = tables.bubbling
    names = tables.names
    states = tables.states
    handlers = tables.handlers
    actions = tables.actions
    actionSpans = tables.actionSpans
    targets = tables.targets
    initials = tables.initials
    timers = tables.timers
    outputs = tables.outputs
    delayNames = tables.delayNames
    hostDelayNames = Set(tables.delayNames.map(\.name))
    expressions = tables.data.expressions
    contextNames = tables.data.contextNames
    contextValues = tables.data.contextValues
    contextSlots = tables.data.contextSlots
    loopSlots = tables.data.loopSlots
    invariants = tables.data.invariants
    alphabet = tables.data.alphabet
    declaresDoubles = tables.data.alphabet?.values.contains { $0.hasDoubles } ?? false
    isClosed = tables.data.isClosed
    internalEvents = tables.data.internalEvents
    hostActions = tables.data.hostActions
    guards = tables.data.guards
    guardSlots = tables.data.guardSlots
    hostGuards = tables.data.guards.filter { $0.hostIndex != nil }.map(\.name)
    environment = tables.data.environment
    eventCount = tables.eventNames.count
    eventNames = tables.eventNames
    eventOfName = tables.eventOfName
    patternOfName = tables.patternOfName
    anyPattern = tables.anyPattern
    eventKeys = tables.eventKeys
    keys = tables.keys
    handlerSlots = tables.handlerSlots
    eventIsHandled = tables.eventIsHandled
    directory = tables.directory
    hasHistory = tables.states.contains { $0.hasHistory }
    let (actions, expressions) = (tables.actions, tables.data.expressions)
    exitsReadEvent = tables.states.contains { state in
      state.exitActions.indices.contains { action in
        actions[action].expressions.contains {
          expressions[$0].readsEvent || !expressions[$0].program.guards.isEmpty
        }
      }
    }
    hasAlways = tables.states.contains { !$0.always.isEmpty }
    invocations = tables.invocations
    var ids = NameTable()
    var ofID: [[Int32]] = []
    for (index, invocation) in invocations.enumerated() {
      let id = ids.intern(invocation.id).index
      if id == ofID.count { ofID.append([]) }
      ofID[id].append(Int32(index))
    }
    (invocationIDs, invocationsOfID) = (ids, ofID)
  }

  /// Sets the charts that this one invokes, before the chart is shared.
  package func link(_ family: ChartFamily) {
    unsafe linkedFamily = family
  }

  /// The event with this name. A name that the chart does not know still has an index if a pattern matches it.
  package func event(named name: Span<UInt8>) -> EventID? {
    if let id = names.find(name), id.index < eventOfName.count, eventOfName[id.index] >= 0 {
      return EventID(rawValue: eventOfName[id.index])
    }
    let pattern = longestPattern(for: name)
    return pattern < 0 ? nil : EventID(rawValue: Int32(eventCount) + pattern)
  }

  private func longestPattern(for name: Span<UInt8>) -> Int32 {
    guard !patternOfName.isEmpty else { return anyPattern }
    for length in stride(from: name.count, to: 0, by: -1) where name[length - 1] == UInt8(ascii: ".") {
      if let id = names.find(name.extracting(0..<length)), id.index < patternOfName.count, patternOfName[id.index] >= 0
      {
        return patternOfName[id.index]
      }
    }
    return anyPattern
  }

  /// True if some state has a handler for the event.
  package func isHandled(_ event: EventID) -> Bool {
    eventIsHandled[event.index]
  }

  /// The names of events that states handle, in order of their indices.
  package var handledEventNames: [String] {
    eventNames.indices.filter { eventIsHandled[$0] }.map { names.text(eventNames[$0]) }
  }

  /// Resolves a reference to a state (Charts.md).
  package func resolve(_ reference: Span<UInt8>) -> StateDirectory.Resolution {
    directory.resolve(reference, names: names, states: states)
  }

  /// Appends the shortest reference to a state, as bytes without quotes.
  package func appendReference(_ state: StateID, to out: inout ByteBuffer) {
    directory.appendPath(
      state, segments: Int(states[state.index].referenceLength), names: names, states: states, to: &out)
  }

  /// The shortest reference to a state, as shown to people.
  package func shownReference(_ state: StateID) -> String { DisplayText.name(reference(state)) }

  /// Appends the full path of a state.
  package func appendPath(_ state: StateID, to out: inout ByteBuffer) {
    directory.appendPath(state, segments: .max, names: names, states: states, to: &out)
  }

  /// The payload type of an event; nil if the chart does not declare it.
  package func payloadType(of event: String) -> EventType? {
    names.find(event).flatMap { alphabet?[$0] }
  }

  /// The slot of a context key by its bytes; nil for an unknown key.
  package func contextSlot(named name: String) -> Int? {
    contextSlots.find(name)?.index
  }

  /// A path into the context, which may not exist in this chart.
  func contextPath(_ names: [String]) -> ContextPath {
    let path = ContextPath(names)
    path.resolve(to: contextSlot(named: names[0]))
    return path
  }

  /// The candidates of `state` for a key; empty if it has none.
  package func candidates(of state: Int, key: Int32) -> TableRange {
    let base = Int(states[state].slotBase)
    if base < 0 { return .empty }
    let mask = Int(states[state].slotMask)
    if mask < 0 {
      for slot in base..<base - mask where handlerSlots[slot].key == key { return handlerSlots[slot].candidates }
      return .empty
    }
    let slot = SlotTable<HandlerSlot>.index(Chart.hash(key), mask: mask) { slot in
      let found = handlerSlots[base + slot].key
      return found == key ? .meant : found < 0 ? .empty : .other
    }
    return handlerSlots[base + slot].candidates
  }

  /// The maximum number of keys of a state that are searched linearly.
  static let mostListedKeys: Int32 = 4

  /// The lists of candidates of a state for an event, in search order (Semantics.md, rule 4); some may be empty.
  package func candidateLists(of state: Int, for event: EventID) -> some Sequence<TableRange> {
    eventKeys[event.index].indices.lazy.map { self.candidates(of: state, key: self.keys[$0]) }
  }

  static func hash(_ key: Int32) -> Int {
    Int((UInt32(bitPattern: key) &* 2_654_435_769) >> 7)
  }

  /// The children of a state in document order.
  package func children(of state: StateID) -> ChildSequence {
    ChildSequence(chart: self, upcoming: state.rawValue + 1, end: states[state.index].end)
  }

  package struct ChildSequence: Sequence, IteratorProtocol {
    let chart: Chart
    var upcoming: Int32
    let end: Int32

    package mutating func next() -> StateID? {
      guard upcoming < end else { return nil }
      let child = StateID(rawValue: upcoming)
      upcoming = chart.states[child.index].end
      return child
    }
  }
}
