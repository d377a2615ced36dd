/// Looks for an order of the nodes in their layers with few crossings. From several starts, it sorts each layer by
/// the mean of its neighbours, then exchanges neighbours as long as that helps. The best order wins; of equal ones,
/// the first. The search stops when its work reaches a limit.
struct LayerOrder {
  private var arrangement: Arrangement
  private var best: [[Int]]
  private var fewest: Int
  /// The number of nodes and links of each layer: the work of looking at it once.
  private let weights: [Int]
  private var work = 0
  private let mostWork: Int

  init(_ arrangement: Arrangement, mostWork: Int) {
    self.arrangement = arrangement
    self.mostWork = mostWork
    best = arrangement.layers
    fewest = arrangement.crossings()
    weights = arrangement.layers.map { layer in
      layer.reduce(layer.count) { $0 + arrangement.above.of($1).count + arrangement.below.of($1).count }
    }
  }

  private var isSpent: Bool { work >= mostWork }

  static func improve(_ arrangement: Arrangement, starts: Int, sweeps: Int, mostWork: Int) -> [[Int]] {
    var search = LayerOrder(arrangement, mostWork: mostWork)
    let first = arrangement.layers
    var dice = Dice(seed: 1)
    for start in 0..<starts where search.fewest > 0 && !search.isSpent {
      switch start {
      case 0: search.arrangement.use(first)
      case 1: search.arrangement.use(first.map { $0.reversed() })
      default: search.arrangement.use(first.map { dice.shuffled($0) })
      }
      search.sweep(times: sweeps, downFirst: start % 2 == 0)
    }
    return search.best
  }

  private mutating func sweep(times: Int, downFirst: Bool) {
    if downFirst { exchange() }
    keepIfBetter()
    var without = 0
    for time in 0..<times where fewest > 0 && without < 4 && !isSpent {
      let before = fewest
      let down = (time % 2 == 0) == downFirst
      let count = arrangement.layers.count
      for step in 0..<count {
        sort(down ? step : count - 1 - step, byAbove: down)
      }
      exchange()
      keepIfBetter()
      without = fewest < before ? 0 : without + 1
    }
  }

  private mutating func keepIfBetter() {
    let crossings = arrangement.crossings()
    for weight in weights { work += weight }
    if crossings < fewest { (fewest, best) = (crossings, arrangement.layers) }
  }

  /// Sorts the nodes of a layer that have neighbours on one side by their mean; other nodes keep their positions.
  private mutating func sort(_ layer: Int, byAbove: Bool) {
    work += weights[layer]
    var movable: [Int] = []
    var means: [(mean: Int, order: Int, node: Int)] = []
    for (order, node) in arrangement.layers[layer].enumerated() {
      guard let mean = mean(of: node, in: layer, byAbove: byAbove) else { continue }
      movable.append(order)
      means.append((mean, order, node))
    }
    means.sort { ($0.mean, $0.order) < ($1.mean, $1.order) }
    for (order, entry) in zip(movable, means) { arrangement.layers[layer][order] = entry.node }
    arrangement.number(layer)
  }

  private func mean(of node: Int, in layer: Int, byAbove: Bool) -> Int? {
    let links = byAbove ? arrangement.above.of(node) : arrangement.below.of(node)
    var sum = 0
    for link in links { sum += byAbove ? arrangement.keyAbove(link) : arrangement.keyBelow(link) }
    var count = links.count
    if let outside = arrangement.outside(of: node, in: layer, atTop: byAbove) {
      sum += outside
      count += 1
    }
    return count == 0 ? nil : sum * 1024 / count
  }

  /// Exchanges neighbours in a layer as long as that reduces crossings.
  private mutating func exchange() {
    var isOpen = Array(repeating: true, count: arrangement.layers.count)
    for _ in 0..<20 {
      var changed = false
      for layer in arrangement.layers.indices where isOpen[layer] {
        isOpen[layer] = false
        guard exchange(in: layer) else { continue }
        changed = true
        isOpen[layer] = true
        if layer > 0 { isOpen[layer - 1] = true }
        if layer + 1 < isOpen.count { isOpen[layer + 1] = true }
      }
      if !changed || isSpent { return }
    }
  }

  private mutating func exchange(in layer: Int) -> Bool {
    guard arrangement.layers[layer].count > 1 else { return false }
    var (above, below) = (
      SortedKeys(arrangement, layer: layer, above: true), SortedKeys(arrangement, layer: layer, above: false)
    )
    var changed = false
    for _ in 0..<arrangement.layers[layer].count {
      var again = false
      work += weights[layer]
      for left in 0..<arrangement.layers[layer].count - 1 {
        let now = above.pairs(left, left + 1) + below.pairs(left, left + 1)
        if now == 0 || above.pairs(left + 1, left) + below.pairs(left + 1, left) >= now { continue }
        arrangement.layers[layer].swapAt(left, left + 1)
        above.swap(left)
        below.swap(left)
        again = true
      }
      if !again { break }
      changed = true
    }
    if changed { arrangement.number(layer) }
    return changed
  }
}

/// The ends to which the nodes of a layer lead on one side, sorted for each node.
private struct SortedKeys {
  private var keys: [Int] = []
  private var ranges: [Range<Int>] = []

  init(_ arrangement: Arrangement, layer: Int, above: Bool) {
    for node in arrangement.layers[layer] {
      let first = keys.count
      for link in above ? arrangement.above.of(node) : arrangement.below.of(node) {
        keys.append(above ? arrangement.keyAbove(link) : arrangement.keyBelow(link))
      }
      if let outside = arrangement.outside(of: node, in: layer, atTop: above) { keys.append(outside) }
      if keys.count > first + 1 { keys[first...].sort() }
      ranges.append(first..<keys.count)
    }
  }

  mutating func swap(_ left: Int) { ranges.swapAt(left, left + 1) }

  /// The number of pairs of a key of the first node and a smaller key of the second.
  func pairs(_ one: Int, _ other: Int) -> Int {
    var (sum, smaller) = (0, ranges[other].lowerBound)
    for index in ranges[one] {
      while smaller < ranges[other].upperBound, keys[smaller] < keys[index] { smaller += 1 }
      sum += smaller - ranges[other].lowerBound
    }
    return sum
  }
}

/// A random number generator with the same numbers on every platform.
struct Dice {
  private var state: UInt64

  init(seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 | 1 }

  mutating func below(_ limit: Int) -> Int {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int(state >> 33) % limit
  }

  mutating func shuffled(_ list: [Int]) -> [Int] {
    var result = list
    for index in stride(from: result.count - 1, to: 0, by: -1) { result.swapAt(index, below(index + 1)) }
    return result
  }
}
