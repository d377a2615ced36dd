import StateKitCore

/// What is known of a state once all its keys are read, and which of them do not go together (Charts.md).
struct StateFacts {
  var kind: StateKind?
  var isDeep: Bool?
  var initial: InitialTransition?
  var subStates: SourceSpan?
  /// `subStates` or `type` could not be read.
  var lostSubStates = false
  var lostKind = false
  /// The first key that is an event.
  var handlerKey: SourceSpan?
  /// The events of `on`.
  var inOn: [JSONReader.Key] = []
  /// The reserved keys that the state has.
  private var reserved = ChartKey.Set()

  private static let atomicKeys = ChartKey.Set([
    .enterState, .exitState, .always, .after, .onDone, .on, .tags, .description,
  ])
  private static let compoundKeys = atomicKeys.union(ChartKey.Set(.initial))

  mutating func note(_ key: ChartKey) {
    reserved.formUnion(ChartKey.Set(key))
  }

  /// One message for each of a state's `keys` that makes no sense in a state of this kind.
  func mistakes(
    of kind: StateKind, hasSubStates: Bool, keys: ArraySlice<JSONReader.Key>, name: @autoclosure () -> String
  ) -> [Diagnostic] {
    // What a state of an unknown kind may have is unknown, too. Most states have nothing that could be wrong.
    if lostKind || kind == .compound && reserved.isSubset(of: Self.compoundKeys) { return [] }
    if kind == .atomic, reserved.isSubset(of: Self.atomicKeys) { return [] }
    var found: [Diagnostic] = []
    func misplaced(_ key: ChartKey, _ why: String, help: String? = nil) {
      for entry in keys where ChartKey(entry.name) == key {
        found.append(Diagnostic(.misplacedKey, at: entry.span, "\"\(key.text)\" \(why)", help: help))
      }
    }
    if !kind.isHistory {
      misplaced(.history, "belongs to a history state", help: "add \"type\": \"history\"?")
      misplaced(.target, "belongs to a history state or a handler, not to an ordinary state")
    }
    if kind != .final { misplaced(.output, "belongs to a final state") }
    switch kind {
    case .compound: break
    case .atomic:
      misplaced(.initial, "needs sub-states, \(name()) has none")
    case .parallel:
      misplaced(.initial, "makes no sense in a parallel state: all its children are entered together")
    case .final:
      for key in [ChartKey.initial, .always, .after, .onDone, .on, .invoke] {
        misplaced(key, "makes no sense in a final state")
      }
      if let handlerKey {
        found.append(Diagnostic(.misplacedKey, at: handlerKey, "a final state cannot have handlers"))
      }
      if let subStates {
        found.append(Diagnostic(.misplacedKey, at: subStates, "a final state cannot have sub-states"))
      }
    case .shallowHistory, .deepHistory:
      for key in [ChartKey.initial, .enterState, .exitState, .always, .after, .onDone, .on, .invoke] {
        misplaced(key, "makes no sense in a history state: it is never active")
      }
      if let handlerKey {
        found.append(
          Diagnostic(.misplacedKey, at: handlerKey, "a history state cannot have handlers: it is never active"))
      }
      if let subStates {
        found.append(Diagnostic(.historyMisplaced, at: subStates, "a history state cannot have sub-states"))
      }
    }
    return found
  }
}

/// Event names that look like a reserved key with a slip in it.
enum NearlyReserved {
  private static let lowercase: [(text: [UInt8], key: ChartKey)] =
    ObjectKind.state.keys.map { (Array($0.text.lowercased().utf8), $0) }
  private static let synonyms: [(String, ChartKey)] = [
    ("onentry", .enterState), ("onenter", .enterState), ("onexit", .exitState), ("onexitstate", .exitState),
    ("onenterstate", .enterState), ("entrystate", .enterState), ("initialstate", .initial), ("states", .subStates),
    ("invokes", .invoke), ("eventless", .always),
  ]
  private static let otherNames: [(text: [UInt8], key: ChartKey)] = synonyms.map { (Array($0.0.utf8), $0.1) }

  static func key(nearest name: [UInt8]) -> ChartKey? {
    var plain: [UInt8] = []
    for byte in name where byte != UInt8(ascii: "_") && byte != UInt8(ascii: "-") {
      plain.append((UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte)
    }
    for (text, key) in lowercase where text == plain { return key }
    for (text, key) in otherNames where text == plain { return key }
    for (text, key) in lowercase where text.count >= 6 && isOneEdit(text, plain) { return key }
    return nil
  }

  /// Whether one letter inserted, dropped, replaced or swapped with its neighbour makes one of the other.
  private static func isOneEdit(_ a: [UInt8], _ b: [UInt8]) -> Bool {
    guard abs(a.count - b.count) <= 1 else { return false }
    var start = 0
    while start < a.count, start < b.count, a[start] == b[start] { start += 1 }
    var tail = 0
    while tail < min(a.count, b.count) - start, a[a.count - 1 - tail] == b[b.count - 1 - tail] { tail += 1 }
    let (left, right) = (a[start..<a.count - tail], b[start..<b.count - tail])
    if max(left.count, right.count) <= 1 { return true }
    return left.count == 2 && right.count == 2 && left.elementsEqual(right.reversed())
  }
}
