import CEL

/// An expression as it stands in a file, its source position aside: what it says, and what it may name.
package struct ExpressionDraft: Sendable {
  /// What the result must be.
  package enum Role: UInt8, Sendable {
    case value
    case condition
    case list
    /// A value that is put into a text.
    case part
    /// What a named guard stands for: a condition that may name its parameters.
    case definition
    /// Put together by the reader of other expressions, which are checked themselves: a condition.
    case composed
  }

  /// What it says: a run of `ExpressionDrafts.texts`.
  let text: TableRange
  /// The names of the loops around, for `ExpressionDrafts.names(ofScope:)`.
  let scope: Int32
  /// The event whose handler it belongs to; -1 where any event can have come.
  private let eventNumber: Int32
  let role: Role

  init(text: TableRange, role: Role, scope: Int32, event: NameID?) {
    self.text = text
    self.role = role
    self.scope = scope
    eventNumber = event?.rawValue ?? -1
  }

  var event: NameID? { eventNumber < 0 ? nil : NameID(rawValue: eventNumber) }

  /// All but what it says, as an index; another where it matters.
  var circumstances: UInt64 {
    UInt64(UInt32(bitPattern: eventNumber)) << 32 | UInt64(scope) << 3 | UInt64(role.rawValue)
  }
}

/// The expressions of a file. Generated charts say the same many times: what is the same is kept and compiled once.
package struct ExpressionDrafts: Sendable {
  /// What expressions say, one behind the other.
  private(set) var texts: [UInt8] = []
  /// The names of loops around expressions and assignments, outermost first; those outside of all have no entry.
  private var scopes: [[String]] = []
  private(set) var kinds: [ExpressionDraft] = []
  private(set) var uses = ExpressionUses()
  /// By their hashes the kinds that were added last, in groups of four: a fifth pushes out the oldest, so what is the same is
  /// mostly found, not always. There are as many entries as kinds: where some push each other out, they soon have more room.
  private var recent: [Recent] = []
  private let seed = HashSeed.value

  /// A group of kinds, the last one first, with their hashes; -1 where there is none.
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

  /// Roughly: a comparison takes less, other expressions about so much.
  var bytesToCompile: Int { kinds.count * 512 }

  /// Adds an expression; its own index.
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

  /// A number for a list of loops' names: 0 outside of all loops.
  package mutating func index(ofScope scope: [String]) -> Int32 {
    if scope.isEmpty { return 0 }
    // A loop's actions stand together: it is the last one, or it is new.
    if scopes.last != scope { scopes.append(scope) }
    return Int32(scopes.count)
  }

  /// The names of the loops, outermost first, by the number of `index(ofScope:)`.
  func names(ofScope index: Int32) -> [String] { index == 0 ? [] : scopes[Int(index) - 1] }

  /// Frees what only those need who add to it.
  mutating func finish() {
    recent = []
  }

  /// What an expression says, by its index.
  func text(_ index: Int32) -> [UInt8] {
    text(of: kinds[Int(uses.all[Int(index)].kind)])
  }

  /// What a kind says.
  func text(of kind: ExpressionDraft) -> [UInt8] {
    Array(texts[kind.text.indices])
  }
}

/// What a chart's expressions are compiled to.
struct ChartData {
  var expressions = ExpressionTable(uses: ExpressionUses(), distinct: [])
  var contextNames: [String] = []
  var contextSlots = NameTable()
  var contextValues: [Value] = []
  var loopSlots = 0
  var invariants: [(name: String, expression: Int32)] = []
  var alphabet: [NameID: EventType]?
  var hostActions: [NameID: EventType]?
  var guards: [NamedGuard] = []
  var environment = Environment(tests: ["isIn"])
}
