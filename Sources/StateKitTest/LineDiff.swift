/// The difference of two texts, line by line, with a few equal lines around each change.
package struct LineDiff {
  package enum Line: Equatable {
    case same(String)
    /// Only in the first text, only in the second.
    case removed(String)
    case added(String)
    /// The number of equal lines left out.
    case skipped(Int)
  }

  /// Equal lines around each change.
  package static let context = 3
  /// With more changes than this, the search stops, and the rest of both texts is shown as removed and added.
  private static let mostChanges = 1_000

  package let lines: [Line]

  /// Compares by the greedy algorithm of Myers (1986): the fewest lines removed and added. `after` equal lines come
  /// before both texts.
  package init(from old: [String], to new: [String], after equal: Int = 0) {
    var start = 0
    while start < old.count, start < new.count, Self.isSame(old[start], new[start]) { start += 1 }
    var tail = 0
    while tail < min(old.count, new.count) - start, Self.isSame(old[old.count - 1 - tail], new[new.count - 1 - tail]) {
      tail += 1
    }
    let middle = Self.middle(Array(old[start..<old.count - tail]), new: Array(new[start..<new.count - tail]))
    let shown = Self.shortened(old[..<start].map { .same($0) } + middle + old[(old.count - tail)...].map { .same($0) })
    lines = (equal > 0 ? [.skipped(equal)] : []) + shown
  }

  package var isEmpty: Bool {
    lines.allSatisfy { line in
      switch line {
      case .same, .skipped: true
      case .removed, .added: false
      }
    }
  }

  private static func isSame(_ a: String, _ b: String) -> Bool { a.utf8.elementsEqual(b.utf8) }

  private static func middle(_ old: [String], new: [String]) -> [Line] {
    let most = min(old.count + new.count, mostChanges)
    var furthest = [Int](repeating: 0, count: 2 * most + 3)
    var rounds: [[Int]] = []
    for changes in 0...most {
      rounds.append(furthest)
      for diagonal in stride(from: -changes, through: changes, by: 2) {
        let at = most + 1 + diagonal
        let goesDown = diagonal == -changes || diagonal != changes && furthest[at - 1] < furthest[at + 1]
        var x = goesDown ? furthest[at + 1] : furthest[at - 1] + 1
        while x < old.count, x - diagonal < new.count, isSame(old[x], new[x - diagonal]) { x += 1 }
        furthest[at] = x
        if x >= old.count, x - diagonal >= new.count { return path(old, new: new, rounds: rounds, most: most) }
      }
    }
    return old.map { .removed($0) } + new.map { .added($0) }
  }

  /// Follows the path back from the ends of both texts.
  private static func path(_ old: [String], new: [String], rounds: [[Int]], most: Int) -> [Line] {
    var lines: [Line] = []
    var x = old.count
    var y = new.count
    for changes in rounds.indices.reversed() {
      let furthest = rounds[changes]
      let diagonal = x - y
      let at = most + 1 + diagonal
      let goesDown = diagonal == -changes || diagonal != changes && furthest[at - 1] < furthest[at + 1]
      let before = goesDown ? diagonal + 1 : diagonal - 1
      let fromX = changes == 0 ? 0 : furthest[most + 1 + before]
      let fromY = changes == 0 ? 0 : fromX - before
      while x > fromX, y > fromY, x > 0, y > 0, isSame(old[x - 1], new[y - 1]) {
        lines.append(.same(old[x - 1]))
        x -= 1
        y -= 1
      }
      if changes == 0 { break }
      if goesDown {
        y -= 1
        lines.append(.added(new[y]))
      } else {
        x -= 1
        lines.append(.removed(old[x]))
      }
    }
    return lines.reversed()
  }

  /// Leaves out equal lines far from any change.
  private static func shortened(_ lines: [Line]) -> [Line] {
    var isNear = [Bool](repeating: false, count: lines.count)
    for (index, line) in lines.enumerated() {
      if case .same = line { continue }
      for near in max(0, index - context)..<min(lines.count, index + context + 1) { isNear[near] = true }
    }
    var out: [Line] = []
    var left = 0
    for (index, line) in lines.enumerated() {
      if isNear[index] {
        if left > 0 { out.append(.skipped(left)) }
        left = 0
        out.append(line)
      } else {
        left += 1
      }
    }
    if left > 0, !out.isEmpty { out.append(.skipped(left)) }
    return out
  }
}
