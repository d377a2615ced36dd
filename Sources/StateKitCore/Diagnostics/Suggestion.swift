/// "did you mean": the known name that is nearest to an unknown one.
package enum Suggestion {
  /// Returns at most `limit` candidates nearest to `word`, the best first. The distance is at most a third of the
  /// word's length (at least one edit, at most three). Differences in case count less than other letters; names that
  /// differ in case and separators alone are near. A name of which nothing remains is never near: `x` for `a`.
  package static func nearest(to word: String, among candidates: some Sequence<String>, limit: Int = 1) -> [String] {
    ranked(to: word, among: Array(candidates), limit: limit).map(\.name)
  }

  /// Returns the candidates with their distances.
  static func ranked(
    to word: String, among candidates: [String], limit: Int
  ) -> [(distance: Int, order: Int, name: String)] {
    let word = Array(word.unicodeScalars.prefix(longest))
    let allowed = 2 * max(1, min(3, word.count / 3))
    var found: [(distance: Int, order: Int, name: String)] = []
    for (order, candidate) in candidates.enumerated() {
      let other = Array(candidate.unicodeScalars.prefix(longest))
      let isInReach = abs(other.count - word.count) * 2 <= allowed
      var distance = isInReach ? self.distance(word, other, atMost: allowed) : allowed + 1
      if distance > 1, areTwins(word, other) { distance = 1 }
      guard distance <= allowed, distance < 2 * max(word.count, other.count),
        distance > 0 || word.count != other.count || word != other
      else { continue }
      if found.count == limit, let last = found.last, distance >= last.distance { continue }
      let index = found.firstIndex { $0.distance > distance } ?? found.count
      found.insert((distance, order, candidate), at: index)
      if found.count > limit { found.removeLast() }
    }
    return found
  }

  /// The help text for the nearest candidates, or nil.
  package static func help(for word: String, among candidates: some Sequence<String>) -> String? {
    nearest(to: word, among: candidates).first.map { "did you mean \(DisplayText.quoted($0))?" }
  }

  /// Names longer than this are compared by their beginnings.
  private static let longest = 64

  /// The cost of replacing one scalar by the other.
  private static func change(_ one: Unicode.Scalar, _ other: Unicode.Scalar) -> Int {
    if one == other { return 0 }
    if one.isASCII, other.isASCII {
      let isSame = one.value | 0x20 == other.value | 0x20 && UInt32(0x61)...0x7A ~= one.value | 0x20
      return isSame ? 1 : 2
    }
    return one.properties.lowercaseMapping == other.properties.lowercaseMapping ? 1 : 2
  }

  /// Twice the edit distance (insert, delete, replace, swap of neighbours); a change of case counts one instead of two.
  static func distance(_ a: [Unicode.Scalar], _ b: [Unicode.Scalar], atMost limit: Int) -> Int {
    // Names are often alike at both ends, and nothing changes there.
    let shorter = min(a.count, b.count)
    let start = (0..<shorter).first { a[$0] != b[$0] } ?? shorter
    let end = (0..<shorter - start).first { a[a.count - 1 - $0] != b[b.count - 1 - $0] } ?? shorter - start
    let (a, b) = (a[start..<a.count - end], b[start..<b.count - end])
    if a.isEmpty || b.isEmpty { return 2 * max(a.count, b.count) }
    var before = [Int](repeating: 0, count: b.count + 1)
    var row = before
    var previous = (0...b.count).map { $0 * 2 }
    for i in a.indices {
      row[0] = (i - start + 1) * 2
      var least = row[0]
      for j in b.indices {
        let (change, column) = (change(a[i], b[j]), j - start)
        var best = min(previous[column] + change, previous[column + 1] + 2, row[column] + 2)
        if i > start, j > start, a[i] == b[j - 1], a[i - 1] == b[j] { best = min(best, before[column - 1] + 2) }
        row[column + 1] = best
        least = min(least, best)
      }
      if least > limit { return limit + 1 }
      swap(&before, &previous)
      swap(&previous, &row)
    }
    return previous[b.count]
  }
}
