import CEL

/// The entries of a trace in order. Most entries are exits and entries of states: they are stored as numbers, and
/// written without creating values. All others are values in separate lists.
package struct TraceEntries: RandomAccessCollection, ExpressibleByArrayLiteral, Sendable {
  /// Twice the index of a state, plus one if it is entered. Negative: the complement of twice an index in `others`, or
  /// of twice an index in `numbers` plus one.
  private var codes: [Int32] = []
  /// The number of codes that are entries; the rest is capacity.
  package private(set) var count = 0
  /// Assigned whole numbers.
  private(set) var numbers: [AssignedNumber] = []
  private(set) var others: [TraceEntry] = []

  /// An assigned whole number: stored separately, because copying and destroying a value takes longer than writing a
  /// number.
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

  /// The kind of an entry.
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

  /// The approximate size of its values in bytes.
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

  /// Reserves capacity for more codes, and returns the index of the first of them.
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

  /// Removes all entries, and keeps the storage if it is not large.
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
