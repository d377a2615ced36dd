import StateKitCore
import StateKitFormat

/// The moments of a session, as a tree: going back and entering other lines keeps both branches. If the moments are
/// too many or too large, the oldest are dropped.
struct Timeline {
  struct Moment {
    /// The line that led here, after the answers of the host to it; for a beginning, the lines at the start of every test.
    let lines: [[UInt8]]
    /// The number of lines from the beginning to here, with those of dropped moments.
    let depth: Int
    /// The id of the previous moment; -1 for a beginning.
    let parent: Int
    let state: ScriptRunner.Moment
    /// True if a script can lead here.
    let isReachable: Bool
    /// The branch that was last taken from here.
    var next: Int?

    /// The bytes that count: every value in full, as for a machine.
    var size: Int { 1_024 + state.size + lines.reduce(0) { $0 + $1.count } }
  }

  /// The moments by id minus `dropped`.
  private var moments: [Moment] = []
  private var dropped = 0
  /// The counted bytes of all moments.
  private var bytes = 0
  private(set) var current = -1
  /// The names of the marks, and by name the marked moment; nil for a moment that was dropped.
  private var markTable = NameTable()
  private var marked: [Int?] = []
  /// The limit of moments.
  private static let mostMoments = 25_000
  /// The limit in bytes of moments and machine together: half of it is for the machine alone.
  private let limit: Int

  /// `limit`: the bytes that the machine and its history may use.
  init(limit: Int) {
    self.limit = limit
  }

  /// A stored moment.
  private subscript(id: Int) -> Moment {
    get { moments[id - dropped] }
    set { moments[id - dropped] = newValue }
  }

  var now: Moment { self[current] }

  private mutating func append(_ moment: Moment) {
    moments.append(moment)
    bytes += moment.size
    current = dropped + moments.count - 1
    let most = min(limit / 2, limit - moment.state.snapshot.held)
    guard moments.count > Self.mostMoments || bytes > most else { return }
    // A quarter is dropped at once, so that lines rarely move all moments; the newest stays.
    let count = moments.count > Self.mostMoments ? moments.count / 4 : 0
    var oldest = 0
    while oldest < moments.count - 1, oldest < count || bytes > most / 4 * 3 {
      bytes -= moments[oldest].size
      oldest += 1
    }
    moments.removeFirst(oldest)
    dropped += oldest
    for index in marked.indices { if let moment = marked[index], moment < dropped { marked[index] = nil } }
  }

  /// True if the previous moment is still stored.
  private func hasParent(_ id: Int) -> Bool { self[id].parent >= dropped }

  /// Adds a beginning; that of a test comes after the lines at the start of every test.
  mutating func begin(_ state: ScriptRunner.Moment, after setUp: [[UInt8]] = [], isReachable: Bool = true) {
    append(Moment(lines: setUp, depth: setUp.count, parent: -1, state: state, isReachable: isReachable))
  }

  /// Adds the moment after a line, which comes after the answers of the host to it.
  mutating func add(_ lines: [[UInt8]], state: ScriptRunner.Moment) {
    self[current].next = dropped + moments.count
    let (depth, isReachable) = (self[current].depth + lines.count, self[current].isReachable)
    append(Moment(lines: lines, depth: depth, parent: current, state: state, isReachable: isReachable))
  }

  /// Goes back by a number of lines, so that `forward` returns on the same branch; returns the number of steps.
  mutating func back(_ count: Int) -> Int {
    var made = 0
    while made < count, hasParent(current) {
      let parent = self[current].parent
      self[parent].next = current
      current = parent
      made += 1
    }
    return made
  }

  /// Goes forward along the branch that was last taken; returns the number of lines.
  mutating func forward(_ count: Int) -> Int {
    var made = 0
    while made < count, let next = self[current].next {
      current = next
      made += 1
    }
    return made
  }

  /// True if a script can lead to a moment: all lines on the way are stored, and they begin at the chart's start.
  func isReachable(_ moment: Int) -> Bool {
    var first = moment
    while hasParent(first) { first = self[first].parent }
    return self[first].parent < 0 && self[moment].isReachable
  }

  /// The stored marks, by the first use of their names.
  private var marks: [(name: String, moment: Int)] {
    marked.indices.compactMap { index in
      marked[index].map { (markTable.text(NameID(rawValue: Int32(index))), $0) }
    }
  }

  mutating func mark(_ name: String) {
    let index = markTable.intern(name).index
    if index == marked.count { marked.append(current) } else { marked[index] = current }
  }

  /// Goes to a marked moment. Returns false if there is no mark of this name.
  mutating func go(to name: String) -> Bool {
    guard let moment = markTable.find(name).flatMap({ marked[$0.index] }) else { return false }
    current = moment
    return true
  }

  var markNames: [String] { marks.map(\.name) }

  /// Each mark with the number of lines that lead to it.
  var allMarks: [(name: String, depth: Int, isHere: Bool)] {
    marks.map { ($0.name, self[$0.moment].depth, $0.moment == current) }
  }

  /// The stored moments that lead to a moment, and that moment.
  private func way(to moment: Int) -> [Int] {
    var way: [Int] = []
    var index = moment
    while index >= dropped {
      way.append(index)
      index = self[index].parent
    }
    return way.reversed()
  }

  /// The lines of each moment on the path to the current one, with the names of its marks.
  var path: [(lines: [[UInt8]], marks: [String])] {
    let named = Dictionary(grouping: marks, by: \.moment)
    return way(to: current).map { (self[$0].lines, named[$0]?.map(\.name) ?? []) }
  }

  /// The names of the marks that are not on the path to the current moment.
  var marksElsewhere: [String] {
    let way = Set(way(to: current))
    return marks.filter { !way.contains($0.moment) }.map(\.name)
  }

  /// The last stored lines that lead to the current moment, each with its number.
  func lastLines(_ count: Int) -> [(number: Int, line: [UInt8])] {
    var found: [(number: Int, line: [UInt8])] = []
    var index = current
    while index >= dropped, found.count < count {
      let (lines, depth) = (self[index].lines, self[index].depth)
      for (offset, line) in lines.reversed().enumerated() { found.append((depth - offset, line)) }
      index = self[index].parent
    }
    return found.prefix(count).reversed()
  }

  func lines(to moment: Int) -> [[UInt8]] { way(to: moment).flatMap { self[$0].lines } }

  /// The ends of all branches, in the order in which they were reached.
  var ends: [Int] {
    var hasNext = [Bool](repeating: false, count: moments.count)
    for moment in moments where moment.parent >= dropped { hasNext[moment.parent - dropped] = true }
    return moments.indices.filter { !hasNext[$0] && moments[$0].parent >= 0 }.map { $0 + dropped }
  }
}
