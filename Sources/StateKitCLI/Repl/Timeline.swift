import StateKitCore

/// Every moment of a session, as a tree: going back and on otherwise keeps both ways.
struct Timeline {
  struct Moment {
    /// The line that led here; for a beginning, the lines that every test begins with.
    let lines: [[UInt8]]
    /// The moment before; -1 for a beginning.
    let parent: Int
    let snapshot: MachineSnapshot
    /// Whether a script can lead here.
    let isReachable: Bool
    /// The way on that was taken last.
    var next: Int?
  }

  private(set) var moments: [Moment] = []
  private(set) var current = -1
  private var marks: [(name: String, moment: Int)] = []

  var now: Moment { moments[current] }

  /// A new beginning; that of a test comes after the lines that every test begins with.
  mutating func begin(_ snapshot: MachineSnapshot, after setUp: [[UInt8]] = [], isReachable: Bool = true) {
    moments.append(Moment(lines: setUp, parent: -1, snapshot: snapshot, isReachable: isReachable))
    current = moments.count - 1
  }

  /// The machine went on by a line.
  mutating func add(_ line: [UInt8], _ snapshot: MachineSnapshot) {
    let isReachable = moments[current].isReachable
    moments.append(Moment(lines: [line], parent: current, snapshot: snapshot, isReachable: isReachable))
    moments[current].next = moments.count - 1
    current = moments.count - 1
  }

  /// Goes back so many lines; how many it were.
  mutating func back(_ count: Int) -> Int {
    var made = 0
    while made < count, moments[current].parent >= 0 {
      current = moments[current].parent
      made += 1
    }
    return made
  }

  /// Goes on along the newest way; how many lines it were.
  mutating func forward(_ count: Int) -> Int {
    var made = 0
    while made < count, let next = moments[current].next {
      current = next
      made += 1
    }
    return made
  }

  func isReachable(_ moment: Int) -> Bool { moments[moment].isReachable }

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
    while moments[moment].parent >= 0 {
      moments[moments[moment].parent].next = moment
      moment = moments[moment].parent
    }
    return true
  }

  var markNames: [String] { marks.map(\.name) }

  /// Each mark with the number of lines that lead to it.
  var allMarks: [(name: String, depth: Int, isHere: Bool)] {
    marks.map { ($0.name, lines(to: $0.moment).count, $0.moment == current) }
  }

  /// The marks of moments that the session has come by, each with the number of lines that lead to it; and the others.
  var marksOnTheWay: (kept: [(name: String, depth: Int)], lost: [String]) {
    var way: Set<Int> = []
    var moment = current
    while moment >= 0 {
      way.insert(moment)
      moment = moments[moment].parent
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
    var place = moment
    while place >= 0 {
      lines += moments[place].lines.reversed()
      place = moments[place].parent
    }
    return lines.reversed()
  }

  /// The ends of all ways, in the order in which they were reached.
  var ends: [Int] {
    var hasNext = [Bool](repeating: false, count: moments.count)
    for moment in moments where moment.parent >= 0 { hasNext[moment.parent] = true }
    return moments.indices.filter { !hasNext[$0] && moments[$0].parent >= 0 }
  }
}
