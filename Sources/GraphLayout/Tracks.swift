/// Assigns heights to the horizontal parts of the lines between two layers, so that no two overlap and few vertical
/// parts cross them.
struct Tracks {
  /// A line that arrives from above at `upper` and continues down at `lower`.
  struct Bend {
    let upper: Int
    let lower: Int
    var least: Int { min(upper, lower) }
    var most: Int { max(upper, lower) }
  }

  /// For each bend, the tracks that it uses and the column to which each leads. A straight bend has none. A bend that
  /// would overlap others has two.
  private(set) var steps: [[(track: Int, to: Int)]]
  private(set) var count = 0

  private struct Part {
    var bend: Bend
    let owner: Int
  }

  init(_ bends: [Bend], near: Int) {
    steps = bends.map { _ in [] }
    var parts = bends.indices.filter { bends[$0].upper != bends[$0].lower }.map { Part(bend: bends[$0], owner: $0) }
    guard !parts.isEmpty else { return }
    var sorted = Tracks.sort(parts, near: near)
    // Each cut removes all clashes of one bend.
    while let bad = sorted.conflict, parts.count < 2 * bends.count + 8 {
      let bend = parts[bad].bend
      let middle = Tracks.free(near: (bend.upper + bend.lower) / 2, bends: bends, parts: parts.map(\.bend), near: near)
      parts[bad].bend = Bend(upper: bend.upper, lower: middle)
      parts.append(Part(bend: Bend(upper: middle, lower: bend.lower), owner: parts[bad].owner))
      sorted = Tracks.sort(parts, near: near)
    }
    let order = sorted.order
    var track = Array(repeating: 0, count: parts.count)
    for (index, part) in order.enumerated() {
      for earlier in order[..<index] where Tracks.overlap(parts[part].bend, parts[earlier].bend, near: near) {
        track[part] = max(track[part], track[earlier] + 1)
      }
      count = max(count, track[part] + 1)
    }
    for part in order { steps[parts[part].owner].append((track[part], parts[part].bend.lower)) }
    for owner in steps.indices where steps[owner].count > 1 { steps[owner].sort { $0.track < $1.track } }
  }

  private static func overlap(_ one: Bend, _ other: Bend, near: Int) -> Bool {
    one.least < other.most + near && other.least < one.most + near
  }

  /// The cost of `upper` above `lower`: the crossings, and whether vertical parts would overlap.
  private static func cost(_ one: Part, above other: Part, near: Int) -> (crossings: Int, clashes: Bool) {
    let (upper, lower) = (one.bend, other.bend)
    if one.owner == other.owner { return (0, one.bend.upper == other.bend.lower) }
    var crossings = 0
    if upper.least < lower.upper && lower.upper < upper.most { crossings += 1 }
    if lower.least < upper.lower && upper.lower < lower.most { crossings += 1 }
    return (crossings, abs(upper.lower - lower.upper) < near)
  }

  /// An order from top to bottom, and a bend that still clashes with one above it.
  private static func sort(_ parts: [Part], near: Int) -> (order: [Int], conflict: Int?) {
    let count = parts.count
    var below: [[(bend: Int, weight: Int)]] = Array(repeating: [], count: count)
    var burden = Array(repeating: 0, count: count)
    let clash = 1 << 20
    for one in 0..<count {
      for other in 0..<one where overlap(parts[one].bend, parts[other].bend, near: near) {
        let first = cost(parts[one], above: parts[other], near: near)
        let second = cost(parts[other], above: parts[one], near: near)
        let price = first.crossings - second.crossings + (first.clashes ? clash : 0) - (second.clashes ? clash : 0)
        if first.clashes && second.clashes {
          below[one].append((other, clash))
          burden[other] += clash
          below[other].append((one, clash))
          burden[one] += clash
        } else if price < 0 {
          below[one].append((other, -price))
          burden[other] -= price
        } else if price > 0 {
          below[other].append((one, price))
          burden[one] += price
        }
      }
    }
    var isDone = Array(repeating: false, count: count)
    var order: [Int] = []
    var conflict: Int?
    for _ in 0..<count {
      var next = -1
      for bend in 0..<count where !isDone[bend] && (next < 0 || burden[bend] < burden[next]) { next = bend }
      if burden[next] > clash / 2 && conflict == nil { conflict = next }
      isDone[next] = true
      order.append(next)
      for relation in below[next] { burden[relation.bend] -= relation.weight }
    }
    return (order, conflict)
  }

  /// A column near the given one in which no line comes down.
  private static func free(near column: Int, bends: [Bend], parts: [Bend], near: Int) -> Int {
    for distance in 0..<200 {
      for candidate in [column + distance * near / 2, column - distance * near / 2] {
        let isFree = (bends + parts).allSatisfy {
          abs($0.upper - candidate) >= near && abs($0.lower - candidate) >= near
        }
        if isFree { return candidate }
      }
    }
    return column
  }
}
