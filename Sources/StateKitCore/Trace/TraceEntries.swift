import CEL

/// Entries of a trace, in order. That states are exited and entered is most of what happens: those entries are numbers, which
/// are written without making anything of them; all others are values, and stand apart.
package struct TraceEntries: RandomAccessCollection, ExpressibleByArrayLiteral, Sendable {
  /// Twice the index of a state, and one more where it is entered; or, below zero, the complement of twice an index in `others`,
  /// and of one more where it is one in `numbers`.
  private var codes: [Int32] = []
  /// How many of the codes are entries; the rest is room.
  package private(set) var count = 0
  /// Whole numbers that were assigned.
  private(set) var numbers: [AssignedNumber] = []
  /// All that is none of these.
  private(set) var others: [TraceEntry] = []

  /// A whole number that was assigned: apart, because to copy and destroy a value takes longer than to write a number.
  struct AssignedNumber: Sendable {
    let path: ContextPath
    let number: Int64
    let inHook: Bool

    var entry: TraceEntry { .effect(.assign(path: path, .int(number)), inHook: inHook) }
  }

  package init() {}

  package init(arrayLiteral entries: TraceEntry...) {
    self.init(entries)
  }

  package init(_ entries: some Sequence<TraceEntry>) {
    for entry in entries { append(entry) }
  }

  package var startIndex: Int { 0 }
  package var endIndex: Int { count }

  package subscript(index: Int) -> TraceEntry {
    switch part(at: index) {
    case .exit(let state): .exit(state)
    case .enter(let state): .enter(state)
    case .number(let index): numbers[index].entry
    case .other(let index): others[index]
    }
  }

  /// What an entry is.
  enum Part {
    case exit(StateID)
    case enter(StateID)
    /// An index of `numbers`.
    case number(Int)
    /// An index of `others`.
    case other(Int)
  }

  @inline(__always)
  func part(at index: Int) -> Part {
    precondition(index < count)
    let code = codes[index]
    if code < 0 {
      let index = Int(~code >> 1)
      return ~code & 1 == 1 ? .number(index) : .other(index)
    }
    let state = StateID(rawValue: code >> 1)
    return code & 1 == 1 ? .enter(state) : .exit(state)
  }

  /// Roughly the bytes that its values hold.
  var weight: Int { others.reduce(numbers.count * ValueSize.node) { $0 + $1.weight } }

  mutating func append(_ entry: consuming TraceEntry) {
    switch entry {
    case .exit(let state): append(code: state.rawValue << 1)
    case .enter(let state): append(code: state.rawValue << 1 | 1)
    default:
      append(code: ~Int32(truncatingIfNeeded: others.count << 1))
      others.append(entry)
    }
  }

  @inline(__always)
  mutating func append(_ number: consuming AssignedNumber) {
    append(code: ~Int32(truncatingIfNeeded: numbers.count << 1 | 1))
    numbers.append(number)
  }

  @inline(__always)
  mutating func append(exits states: borrowing [StateID], line: Range<Int>) {
    append(states, line: line, lowestBit: 0)
  }

  @inline(__always)
  mutating func append(entries states: borrowing [StateID], line: Range<Int>) {
    append(states, line: line, lowestBit: 1)
  }

  @inline(__always)
  private mutating func append(_ states: borrowing [StateID], line: Range<Int>, lowestBit: Int32) {
    var next = makeRoom(line.count)
    for position in line {
      codes[next] = states[position].rawValue << 1 | lowestBit
      next += 1
    }
  }

  @inline(__always)
  private mutating func append(code: Int32) {
    codes[makeRoom(1)] = code
  }

  /// Makes room for more codes; the index of the first of them.
  @inline(__always)
  private mutating func makeRoom(_ added: Int) -> Int {
    let start = count
    count += added
    if count > codes.count { grow() }
    return start
  }

  private mutating func grow() {
    codes.append(contentsOf: repeatElement(0, count: Swift.max(count, 16)))
  }

  /// Becomes empty and keeps its storage, where that is not large.
  mutating func empty(keepingAtMost most: Int) {
    if count > most {
      self = TraceEntries()
      return
    }
    count = 0
    numbers.empty()
    others.empty()
  }
}
