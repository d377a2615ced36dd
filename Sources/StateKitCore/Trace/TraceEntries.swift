/// Entries of a trace, in order. That states are exited and entered is most of what happens: those entries are numbers, which
/// are written without making anything of them; all others are values, and stand apart.
package struct TraceEntries: RandomAccessCollection, ExpressibleByArrayLiteral, Sendable {
  /// Twice the index of a state, and one more where it is entered; or, below zero, the complement of an index in `others`.
  private var codes: [Int32] = []
  /// Those that are neither exits nor entries of states.
  private(set) var others: [TraceEntry] = []

  package init() {}

  package init(arrayLiteral entries: TraceEntry...) {
    self.init(entries)
  }

  package init(_ entries: some Sequence<TraceEntry>) {
    for entry in entries { append(entry) }
  }

  package var startIndex: Int { 0 }
  package var endIndex: Int { codes.count }

  package subscript(index: Int) -> TraceEntry {
    switch part(at: index) {
    case .exit(let state): .exit(state)
    case .enter(let state): .enter(state)
    case .other(let index): others[index]
    }
  }

  /// What an entry is.
  enum Part {
    case exit(StateID)
    case enter(StateID)
    /// An index of `others`.
    case other(Int)
  }

  @inline(__always)
  func part(at index: Int) -> Part {
    let code = codes[index]
    if code < 0 { return .other(Int(~code)) }
    let state = StateID(rawValue: code >> 1)
    return code & 1 == 1 ? .enter(state) : .exit(state)
  }

  mutating func append(_ entry: consuming TraceEntry) {
    switch entry {
    case .exit(let state): codes.append(state.rawValue << 1)
    case .enter(let state): codes.append(state.rawValue << 1 | 1)
    default:
      codes.append(~Int32(truncatingIfNeeded: others.count))
      others.append(entry)
    }
  }

  @inline(__always)
  mutating func append(exits states: borrowing [StateID], _ line: Range<Int>) {
    for position in line { codes.append(states[position].rawValue << 1) }
  }

  @inline(__always)
  mutating func append(entries states: borrowing [StateID], _ line: Range<Int>) {
    for position in line { codes.append(states[position].rawValue << 1 | 1) }
  }

  /// Becomes empty and keeps its storage, where that is not large.
  mutating func empty(keepingAtMost most: Int) {
    if codes.count > most {
      self = TraceEntries()
      return
    }
    codes.empty()
    others.empty()
  }
}
