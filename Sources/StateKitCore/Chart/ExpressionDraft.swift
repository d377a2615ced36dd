import CEL

/// An expression of a file without its position: its text, and the names that it may use.
package struct ExpressionDraft: Sendable {
  /// The required kind of result.
  package enum Role: UInt8, Sendable {
    /// A value that the chart keeps or passes on as JSON.
    case value
    case condition
    case list
    /// A value that is inserted into a text.
    case part
    /// A value of the data of a host guard, which any value of the language can be.
    case argument
    /// The definition of a named guard: a condition that may use its parameters.
    case definition
    /// A condition that the reader composed from other expressions, which are checked separately.
    case composed

    /// True if a text without quotes is a likely mistake.
    var mayBeText: Bool { self == .value || self == .argument }
  }

  /// The text, as a range of `ExpressionDrafts.texts`.
  let text: TableRange
  /// The names of the enclosing loops, for `ExpressionDrafts.names(ofScope:)`.
  let scope: Int32
  /// The event whose handler contains the expression; -1 if it can be any event.
  private let eventNumber: Int32
  let role: Role

  init(text: TableRange, role: Role, scope: Int32, event: NameID?) {
    self.text = text
    self.role = role
    self.scope = scope
    eventNumber = event?.rawValue ?? -1
  }

  var event: NameID? { eventNumber < 0 ? nil : NameID(rawValue: eventNumber) }

  /// Everything except the text, as one number; the number differs if a relevant part differs.
  var circumstances: UInt64 {
    UInt64(UInt32(bitPattern: eventNumber)) << 32 | UInt64(scope) << 3 | UInt64(role.rawValue)
  }
}

/// The expressions of a file. Generated charts repeat many expressions; equal ones are stored and compiled once.
package struct ExpressionDrafts: Sendable {
  /// The texts of expressions, concatenated.
  private(set) var texts: [UInt8] = []
  /// The names of the loops around expressions and assignments, the outermost first. Expressions outside loops have no
  /// entry.
  private var scopes: [[String]] = []
  private(set) var kinds: [ExpressionDraft] = []
  private(set) var uses = ExpressionUses()
  /// The most recent kinds by their hashes, in groups of four. A fifth one replaces the oldest, so an equal expression
  /// is found mostly, but not always. There are as many entries as kinds, so replaced kinds soon have more room.
  private var recent: [Recent] = []
  private let seed = HashSeed.value

  /// A group of kinds with their hashes, the most recent first; -1 for an empty place.
  private struct Recent {
    var hashes = SIMD4<UInt32>()
    var kinds = SIMD4<Int32>(repeating: -1)

    static let size = 4

    mutating func put(_ kind: Int32, hash: UInt32) {
      hashes = SIMD4(hash, hashes.x, hashes.y, hashes.z)
      kinds = SIMD4(kind, kinds.x, kinds.y, kinds.z)
    }
  }

  init() {}

  mutating func makeRoom(_ progress: inout ReadingProgress) {
    texts.makeRoom(&progress)
    kinds.makeRoom(&progress)
    uses.makeRoom(&progress)
    if kinds.count >= ReadingProgress.stride, progress.upcoming(kinds.count) > recent.count * Recent.size {
      _ = progress.admits(recent.count * 2 * MemoryLayout<Recent>.stride)
    }
  }

  /// An estimate: a comparison takes fewer bytes, other expressions about this many.
  var bytesToCompile: Int { kinds.count * 512 }

  /// Adds an expression, and returns its index.
  package mutating func add(
    _ text: Span<UInt8>, role: ExpressionDraft.Role, scope: [String], event: NameID?, at source: ExpressionSource
  ) -> Int32 {
    let range = TableRange(start: texts.count, count: text.count)
    let draft = ExpressionDraft(text: range, role: role, scope: index(ofScope: scope), event: event)
    return uses.add(kind(of: draft, text: text), at: source)
  }

  private mutating func kind(of draft: ExpressionDraft, text: Span<UInt8>) -> Int32 {
    if recent.isEmpty { widen() }
    let hash = ByteHash.of(text, seed: seed &+ draft.circumstances)
    let group = recent[group(of: hash)]
    for index in 0..<Recent.size where group.hashes[index] == hash && group.kinds[index] >= 0 {
      let known = kinds[Int(group.kinds[index])]
      if known.circumstances == draft.circumstances, texts.span.extracting(known.text.indices).equals(text) {
        return group.kinds[index]
      }
    }
    unsafe text.withUnsafeBufferPointer { unsafe texts.append(contentsOf: $0) }
    kinds.append(draft)
    recent[self.group(of: hash)].put(Int32(kinds.count - 1), hash: hash)
    if kinds.count > recent.count * Recent.size { widen() }
    return Int32(kinds.count - 1)
  }

  private func group(of hash: UInt32) -> Int { Int(truncatingIfNeeded: hash) & (recent.count - 1) }

  private mutating func widen() {
    let old = recent
    recent = [Recent](repeating: Recent(), count: max(16, old.count * 2))
    for group in old {
      for index in (0..<Recent.size).reversed() where group.kinds[index] >= 0 {
        recent[self.group(of: group.hashes[index])].put(group.kinds[index], hash: group.hashes[index])
      }
    }
  }

  /// The number of a list of loop names; 0 outside loops.
  package mutating func index(ofScope scope: [String]) -> Int32 {
    if scope.isEmpty { return 0 }
    // The actions of a loop are contiguous: the scope is the last one, or it is new.
    if scopes.last != scope { scopes.append(scope) }
    return Int32(scopes.count)
  }

  /// The names of the loops by the number of `index(ofScope:)`, the outermost first.
  func names(ofScope index: Int32) -> [String] { index == 0 ? [] : scopes[Int(index) - 1] }

  /// Frees data that is only needed while expressions are added.
  mutating func finish() {
    recent = []
  }

  func text(_ index: Int32) -> [UInt8] {
    text(of: kinds[Int(uses.all[Int(index)].kind)])
  }

  func text(of kind: ExpressionDraft) -> [UInt8] {
    Array(texts[kind.text.indices])
  }
}

/// The compiled expressions of a chart.
struct ChartData {
  var expressions = ExpressionTable(uses: ExpressionUses(), distinct: [])
  var contextNames: [String] = []
  var contextSlots = NameTable()
  /// The names of `guards`, in the same order.
  var guardSlots = NameTable()
  var contextValues: [Value] = []
  var loopSlots = 0
  var invariants: [(name: String, expression: Int32)] = []
  var alphabet: [NameID: EventType]?
  var isClosed = false
  var internalEvents: Set<NameID> = []
  var hostActions: [NameID: EventType]?
  var guards: [NamedGuard] = []
  var environment = Environment(tests: ["isIn"])
}
