import StateKitCore

/// The facts about a state once all its keys are read, and the checks of their combinations (Charts.md).
struct StateFacts {
  var kind: StateKind?
  var isDeep: Bool?
  var initial: InitialTransition?
  var subStates: SourceSpan?
  /// True if `subStates` or `type` could not be read.
  var lostSubStates = false
  /// True if the value of `subStates` contains no names of states.
  var lacksNames = false
  var lostKind = false
  /// True if a state is read as an event: one finding covers all of them.
  var hasStateAsEvent = false
  /// The first key that is an event.
  var handlerKey: SourceSpan?
  var inOn: [JSONReader.Key] = []
  private var reserved = ChartKey.Set()

  private static let atomicKeys = ChartKey.Set([.enterState, .exitState, .always, .after, .on, .tags, .description])
  private static let compoundKeys = atomicKeys.union(ChartKey.Set([.initial, .onDone]))

  mutating func note(_ key: ChartKey) {
    reserved.formUnion(ChartKey.Set(key))
  }

  /// Removes a key that is known to mean something else.
  mutating func forget(_ key: ChartKey) {
    reserved.subtract(ChartKey.Set(key))
  }

  func has(_ key: ChartKey) -> Bool { ChartKey.Set(key).isSubset(of: reserved) }

  /// True if all keys are allowed for the kind; a state of unknown kind may have any. A quick check, because most
  /// states have no errors.
  private func hasOnlyKeys(of kind: StateKind) -> Bool {
    switch kind {
    case _ where lostKind: true
    case .compound: reserved.isSubset(of: Self.compoundKeys)
    case .atomic: reserved.isSubset(of: Self.atomicKeys)
    case .parallel, .final, .shallowHistory, .deepHistory: false
    }
  }

  /// True if no combination of keys can be wrong, as in most states of a kind.
  func areUsual(for kind: StateKind) -> Bool { inOn.isEmpty && hasOnlyKeys(of: kind) }

  /// One message for each of a state's `keys` that is not allowed in a state of this kind.
  func errors(
    of kind: StateKind, hasSubStates: Bool, endsChart: Bool, keys: ArraySlice<JSONReader.Key>,
    wordsForTarget: [(key: JSONReader.Key, name: String)], name: @autoclosure () -> String
  ) -> [Diagnostic] {
    if hasOnlyKeys(of: kind) { return [] }
    var found: [Diagnostic] = []
    func misplaced(_ key: ChartKey, why: String, help: String? = nil) {
      for entry in keys where ChartKey(entry.name) == key {
        found.append(Diagnostic(.misplacedKey, at: entry.span, message: "\"\(key.text)\" \(why)", help: help))
      }
    }
    if !kind.isHistory {
      misplaced(.history, why: "belongs to a history state", help: "add \"type\": \"history\"?")
      // With `history`, the missing `type` is the one mistake.
      if !has(.history) {
        misplaced(.target, why: "belongs to a history state or a handler, not to an ordinary state")
      }
    }
    if kind != .final { misplaced(.output, why: "belongs to a final state") }
    switch kind {
    case .compound: break
    case .atomic:
      misplaced(.initial, why: "needs sub-states, but \(name()) has none")
    case .parallel:
      misplaced(.initial, why: "makes no sense in a parallel state: all its children are entered together")
    case .final:
      for key in [ChartKey.initial, .onDone, .invoke] { misplaced(key, why: "makes no sense in a final state") }
      if endsChart {
        for key in [ChartKey.always, .after, .on] { misplaced(key, why: "makes no sense in a final state") }
      }
      if endsChart, let handlerKey {
        found.append(Diagnostic(.misplacedKey, at: handlerKey, message: "a final state cannot have handlers"))
      }
      if let subStates {
        found.append(Diagnostic(.misplacedKey, at: subStates, message: "a final state cannot have sub-states"))
      }
    case .shallowHistory, .deepHistory:
      for key in [ChartKey.enterState, .exitState, .always, .after, .onDone, .on, .invoke] {
        misplaced(key, why: "makes no sense in a history state: it is never active")
      }
      found += wordsForTarget.map { key, name in
        Diagnostic(
          .misplacedKey, at: key.span, message: "\(DisplayText.quoted(name)) is not a key of a history state",
          help: "the default target is in \"target\"",
          fix: has(.target) ? nil : Fix(name, to: ChartKey.target.text, help: "use \"target\" for the default target"))
      }
      let events = keys.lazy.filter { key in
        ChartKey(key.name)?.isReservedInState != true && !wordsForTarget.contains { $0.key.span == key.span }
      }
      if handlerKey != nil, let handlerKey = wordsForTarget.isEmpty ? handlerKey : events.first?.span {
        found.append(
          Diagnostic(.misplacedKey, at: handlerKey, message: "a history state cannot have handlers: it is never active")
        )
      }
      if let subStates {
        found.append(Diagnostic(.historyMisplaced, at: subStates, message: "a history state cannot have sub-states"))
      }
    }
    return found
  }
}
