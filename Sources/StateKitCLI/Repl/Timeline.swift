import StateKitCore

/// The moments of a session, as a tree: going back and on otherwise keeps both ways. Where they are too many, or hold too
/// much, the oldest are dropped.
struct Timeline {
  struct Moment {
    /// The line that led here; for a beginning, the lines that every test begins with.
    let lines: [[UInt8]]
    /// The id of the moment before; -1 for a beginning.
    let parent: Int
    let snapshot: MachineSnapshot
    /// Whether a script can lead here.
    let isReachable: Bool
    /// The way on that was taken last.
    var next: Int?

    /// Bytes that count: every value in full, as for a machine.
    var size: Int { 1_024 + snapshot.held + lines.reduce(0) { $0 + $1.count } }
  }

  /// By their ids, less `dropped`.
  private var moments: [Moment] = []
  private var dropped = 0
  /// Bytes that the moments count for.
  private(set) var bytes = 0
  private(set) var current = -1
  private var marks: [(name: String, moment: Int)] = []
  /// More moments are not kept.
  private static let mostMoments = 25_000
  /// Bytes that the moments may count for, together with the machine: half of that is for the machine alone.
  private let limit: Int

  /// `limit`: what the machine and its history may hold.
  init(limit: Int) {
    self.limit = limit
  }

  /// A moment that is kept.
  private subscript(id: Int) -> Moment {
    get { moments[id - dropped] }
    set { moments[id - dropped] = newValue }
  }

  var now: Moment { self[current] }

  /// How many moments are kept.
  var count: Int { moments.count }

  private mutating func append(_ moment: Moment) {
    moments.append(moment)
    bytes += moment.size
    current = dropped + moments.count - 1
    let most = min(limit / 2, limit - moment.snapshot.held)
    guard moments.count > Self.mostMoments || bytes > most else { return }
    // A quarter at once, so that not every line moves them all; the newest stays.
    let count = moments.count > Self.mostMoments ? moments.count / 4 : 0
    var oldest = 0
    while oldest < moments.count - 1, oldest < count || bytes > most / 4 * 3 {
      bytes -= moments[oldest].size
      oldest += 1
    }
    moments.removeFirst(oldest)
    dropped += oldest
    marks.removeAll { $0.moment < dropped }
  }

  /// Whether a moment has one before it that is kept.
  private func hasParent(_ id: Int) -> Bool { self[id].parent >= dropped }

  /// A new beginning; that of a test comes after the lines that every test begins with.
  mutating func begin(_ snapshot: MachineSnapshot, after setUp: [[UInt8]] = [], isReachable: Bool = true) {
    append(Moment(lines: setUp, parent: -1, snapshot: snapshot, isReachable: isReachable))
  }

  /// The machine went on by a line.
  mutating func add(_ line: [UInt8], snapshot: MachineSnapshot) {
    self[current].next = dropped + moments.count
    append(Moment(lines: [line], parent: current, snapshot: snapshot, isReachable: self[current].isReachable))
  }

  /// Goes back by a count of lines; returns by how many it went.
  mutating func back(_ count: Int) -> Int {
    var made = 0
    while made < count, hasParent(current) {
      current = self[current].parent
      made += 1
    }
    return made
  }

  /// Goes on along the newest way; how many lines it were.
  mutating func forward(_ count: Int) -> Int {
    var made = 0
    while made < count, let next = self[current].next {
      current = next
      made += 1
    }
    return made
  }

  /// Whether a script can lead to a moment: all lines on the way are kept, and they begin at the chart's start.
  func isReachable(_ moment: Int) -> Bool {
    var first = moment
    while hasParent(first) { first = self[first].parent }
    return self[first].parent < 0 && self[moment].isReachable
  }

  mutating func mark(_ name: String) {
    marks.removeAll { $0.name.utf8.elementsEqual(name.utf8) }
    marks.append((name, current))
  }

  /// Goes to a marked moment; false where no moment has the name.
  mutating func go(to name: String) -> Bool {
    guard let mark = marks.first(where: { $0.name.utf8.elementsEqual(name.utf8) }) else { return false }
    current = mark.moment
    // Going on from here leads this way again.
    var moment = current
    while hasParent(moment) {
      self[self[moment].parent].next = moment
      moment = self[moment].parent
    }
    return true
  }

  var markNames: [String] { marks.map(\.name) }

  /// Each mark with the count of lines that lead to it.
  var allMarks: [(name: String, depth: Int, isHere: Bool)] {
    marks.map { ($0.name, lines(to: $0.moment).count, $0.moment == current) }
  }

  /// The marks of moments that the session has come by, each with the count of lines that lead to it; and the others.
  var marksOnTheWay: (kept: [(name: String, depth: Int)], lost: [String]) {
    var way: Set<Int> = []
    var moment = current
    while moment >= dropped {
      way.insert(moment)
      moment = self[moment].parent
    }
    let kept = marks.filter { way.contains($0.moment) }.map { ($0.name, lines(to: $0.moment).count) }
    return (kept, marks.filter { !way.contains($0.moment) }.map(\.name))
  }

  /// Marks the current moment with the names of those marks that stand after as many lines.
  mutating func mark(_ marks: [(name: String, depth: Int)], after depth: Int) {
    for mark in marks where mark.depth == depth { self.mark(mark.name) }
  }

  /// The lines that lead to a moment.
  func lines(to moment: Int) -> [[UInt8]] {
    var lines: [[UInt8]] = []
    var index = moment
    while index >= dropped {
      lines += self[index].lines.reversed()
      index = self[index].parent
    }
    return lines.reversed()
  }

  /// The ends of all ways, in the order in which they were reached.
  var ends: [Int] {
    var hasNext = [Bool](repeating: false, count: moments.count)
    for moment in moments where moment.parent >= dropped { hasNext[moment.parent - dropped] = true }
    return moments.indices.filter { !hasNext[$0] && moments[$0].parent >= 0 }.map { $0 + dropped }
  }
}
