/// A macrostep that the step limit ended, shortened for people: the part before its cycle, the first round, the number
/// of further rounds, and the last round. Without a cycle, its beginning and its end.
struct RoundFolding {
  enum Part {
    case entries(Range<Int>)
    case rounds(Int)
    case lines(Int)
  }

  private(set) var parts: [Part] = []

  /// The number of lines shown at the beginning and at the end without a cycle.
  private static let shownLines = 40
  /// The lowest number of rounds of a cycle.
  private static let fewestRounds = 3

  init(_ entries: TraceEntries) {
    var keys = Keys()
    for (index, entry) in entries.enumerated() { keys.add(entry, at: index) }
    if let (first, period) = Self.cycle(of: keys.codes) {
      // A round begins with a step if it contains one.
      let start = (first..<first + period).first { keys.beginsStep($0) } ?? first
      let rounds = (keys.codes.count - start) / period
      let last = keys.entries[start + (rounds - 1) * period]
      parts = [.entries(0..<keys.entries[start + period])]
      if rounds > 2 { parts.append(.rounds(rounds - 2)) }
      parts.append(.entries(last..<entries.count))
    } else if entries.count > 2 * Self.shownLines {
      parts = [
        .entries(0..<Self.shownLines), .lines(entries.count - 2 * Self.shownLines),
        .entries(entries.count - Self.shownLines..<entries.count),
      ]
    } else {
      parts = [.entries(0..<entries.count)]
    }
  }

  /// The lines of states and events: rounds with equal lines are equal.
  private struct Keys {
    private(set) var codes: [Int] = []
    /// The entry of each line.
    private(set) var entries: [Int] = []
    private var others: [[UInt8]: Int] = [:]

    func beginsStep(_ index: Int) -> Bool { codes[index] % 8 > 1 }

    mutating func add(_ entry: TraceEntry, at index: Int) {
      let code: Int
      switch entry {
      case .exit(let state): code = 8 * state.index
      case .enter(let state): code = 8 * state.index + 1
      case .always(let state): code = 8 * state.index + 2
      case .effect(.goToState(let state), _): code = 8 * state.index + 3
      case .event(.known(let name)): code = 8 * name.index + 4
      case .event(.other(let name)):
        let name = Array(name.utf8)
        let index = others[name] ?? others.count
        others[name] = index
        code = 8 * index + 5
      case .effect, .afterFired, .sendFired, .invoke, .stop, .ignored, .declined, .forbidden, .rejected, .error,
        .invariant, .value,
        .done,
        .child:
        return
      }
      codes.append(code)
      entries.append(index)
    }
  }

  /// The start and the length of the cycle at the end: the one with the shortest output, if it covers at least half of
  /// the entries.
  private static func cycle(of codes: [Int]) -> (start: Int, period: Int)? {
    let count = codes.count
    // The number of codes before each index that agree with those at the end, both read backwards (the Z algorithm).
    var agreement = [Int](repeating: 0, count: count)
    var best: (start: Int, period: Int)?
    var (left, right) = (0, 0)
    for period in 1..<max(1, count) {
      var length = period < right ? min(right - period, agreement[period - left]) : 0
      while period + length < count, codes[count - 1 - length] == codes[count - 1 - period - length] { length += 1 }
      if period + length > right { (left, right) = (period, period + length) }
      agreement[period] = length
      let covered = period + length
      guard covered >= fewestRounds * period, 2 * covered >= count else { continue }
      let found = (start: count - covered, period: period)
      if best.map({ found.start + 2 * period < $0.start + 2 * $0.period }) ?? true { best = found }
    }
    return best
  }
}
