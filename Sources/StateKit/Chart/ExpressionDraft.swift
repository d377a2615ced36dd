import CEL

/// An expression as it stands in a file, its place aside: what it says, and what it may name.
package struct ExpressionDraft: Equatable, Sendable {
  /// What the result must be.
  package enum Role: Sendable {
    case value
    case condition
    case list
  }

  /// What it says, as a number of `ExpressionDrafts.texts`.
  let text: NameID
  let role: Role
  /// The names of the loops around, as a number of `ExpressionDrafts.scopes`.
  let scope: Int32
  /// The event whose handler it belongs to; nil where any event can have come.
  let event: NameID?
}

/// The expressions of a file. Generated charts say the same in many places: what is the same is kept and compiled once.
package struct ExpressionDrafts: Sendable {
  /// What expressions say.
  package var texts = NameTable()
  /// The names of loops around expressions and assignments, outermost first: the first entry is for those outside of all.
  private(set) var scopes: [[String]] = [[]]
  private(set) var kinds: [ExpressionDraft] = []
  private(set) var uses = ExpressionUses()
  /// For each text the last kind that says it, and for each kind the one before that says the same; -1 for none.
  private var lastOfText: [Int32] = []
  private var before: [Int32] = []
  /// So many kinds of one text are looked at: past them it is kept once more.
  private static let longestSearch = 8

  init() {}

  mutating func reserve(_ count: Int) {
    uses.reserve(count)
    kinds.reserveCapacity(count)
    texts.reserve(names: count)
    lastOfText.reserveCapacity(count)
    before.reserveCapacity(count)
  }

  /// Adds an expression whose text has a number; its own number.
  package mutating func add(
    _ text: NameID, _ role: ExpressionDraft.Role, scope: [String], event: NameID?, at source: ExpressionSource
  ) -> Int32 {
    let draft = ExpressionDraft(text: text, role: role, scope: number(ofScope: scope), event: event)
    return uses.add(kind(of: draft), at: source)
  }

  private mutating func kind(of draft: ExpressionDraft) -> Int32 {
    while lastOfText.count <= draft.text.index { lastOfText.append(-1) }
    var kind = lastOfText[draft.text.index]
    for _ in 0..<Self.longestSearch where kind >= 0 {
      if kinds[Int(kind)] == draft { return kind }
      kind = before[Int(kind)]
    }
    before.append(lastOfText[draft.text.index])
    lastOfText[draft.text.index] = Int32(kinds.count)
    kinds.append(draft)
    return Int32(kinds.count - 1)
  }

  /// The number of a list of loops' names.
  package mutating func number(ofScope scope: [String]) -> Int32 {
    if scope.isEmpty { return 0 }
    // A loop's actions stand together: it is the last one, or it is new.
    if scopes[scopes.count - 1] != scope { scopes.append(scope) }
    return Int32(scopes.count - 1)
  }

  /// Gives up what only those need who add to it.
  mutating func finish() {
    lastOfText = []
    before = []
    texts.giveUpFinding()
  }
}

/// What a chart's expressions are compiled to.
struct ChartData {
  var expressions = ExpressionTable(uses: ExpressionUses(), distinct: [])
  var contextNames: [String] = []
  var contextValues: [Value] = []
  var loopSlots = 0
  var invariants: [(name: String, expression: Int32)] = []
  var alphabet: [NameID: EventType]?
  var environment = Environment(tests: ["isIn"])
}
