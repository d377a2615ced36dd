/// Finds integers that keep lower bounds on their differences at the least cost. Each bound is `x[b] - x[a] >=
/// length`; the cost is the sum of `weight * |x[b] - x[a]|` over all pulls. Layers and coordinates are both computed
/// with it.
struct DifferenceSystem {
  private(set) var count = 0
  private var arcs: [FlowArc] = []
  private var supply: [Int] = []
  /// The differences that cost something.
  private var shortened: [(lower: Int, upper: Int)] = []
  /// A solution that takes more steps is not found.
  private let mostSteps: Int

  init(mostSteps: Int) {
    self.mostSteps = mostSteps
  }

  mutating func variable() -> Int {
    supply.append(0)
    count += 1
    return count - 1
  }

  /// Requires `x[upper] - x[lower]` to be at least `length`.
  mutating func keep(_ lower: Int, upper: Int, atLeast length: Int) {
    arcs.append(FlowArc(source: lower, target: upper, cost: -length, capacity: FlowArc.unlimited))
  }

  /// Requires `x[second] - x[first]` to be exactly `length`.
  mutating func fix(_ first: Int, _ second: Int, at length: Int) {
    keep(first, upper: second, atLeast: length)
    keep(second, upper: first, atLeast: -length)
  }

  /// Adds a cost of `weight` for each unit by which `x[second]` and `x[first]` differ.
  mutating func pull(_ first: Int, _ second: Int, weight: Int) {
    arcs.append(FlowArc(source: first, target: second, cost: 0, capacity: 2 * weight))
    supply[first] += weight
    supply[second] -= weight
  }

  /// Adds a cost of `weight` for each unit of `x[upper] - x[lower]`, which must have a lower bound.
  mutating func shorten(_ lower: Int, upper: Int, weight: Int) {
    supply[lower] += weight
    supply[upper] -= weight
    shortened.append((lower, upper))
  }

  /// Returns the values, with 0 for `origin`; nil if the bounds contradict one another.
  func solve(origin: Int) throws(LayoutError) -> [Int]? { try solved(origin: origin)?.values }

  private func solved(origin: Int) throws(LayoutError) -> (values: [Int], simplex: FlowSimplex)? {
    var simplex = FlowSimplex(supply: supply, arcs: arcs)
    guard try simplex.run(atMost: mostSteps) else { return nil }
    let start = simplex.potential(of: origin)
    return ((0..<count).map { start - simplex.potential(of: $0) }, simplex)
  }

  // MARK: Coordinates

  /// A system with more variables is only solved.
  private static let mostImproved = 3_000

  /// Like `solve`, for coordinates: pulls between values that would differ by at most `step` are stronger by `factor`,
  /// because a short step of a line looks like an error. Of the solutions with the same widths, and with what pulls have made
  /// equal, the result is the middle: it leaves as much room on the left as on the right.
  func solveEvenly(origin: Int, step: Int, factor: Int) throws(LayoutError) -> [Int]? {
    guard let first = try solved(origin: origin) else { return nil }
    if count > Self.mostImproved { return first.values }
    var system = self
    var hasStep = false
    for arc in arcs where arc.capacity < FlowArc.unlimited {
      let distance = abs(first.values[arc.target] - first.values[arc.source])
      if distance <= step { system.pull(arc.source, arc.target, weight: arc.capacity / 2 * (factor - 1)) }
      hasStep = hasStep || distance > 0 && distance <= step
    }
    let best = hasStep ? try system.solved(origin: origin) ?? first : first
    return (hasStep ? system : self).middle(of: best.values, origin: origin, simplex: best.simplex)
  }

  /// The mean of the least and the greatest values that have the same cost.
  private func middle(of values: [Int], origin: Int, simplex: FlowSimplex) -> [Int] {
    var rising = SlackGraph(count: count)
    var falling = rising
    func keep(_ lower: Int, upper: Int, slack: Int) {
      rising.add(from: upper, to: lower, slack: slack)
      falling.add(from: lower, to: upper, slack: slack)
    }
    for (index, arc) in arcs.enumerated() {
      let difference = values[arc.target] - values[arc.source]
      if arc.capacity >= FlowArc.unlimited {
        keep(arc.source, upper: arc.target, slack: difference + arc.cost)
        if simplex.flow(of: index) > 0 { keep(arc.target, upper: arc.source, slack: 0) }
      } else {
        if difference >= 0 { keep(arc.source, upper: arc.target, slack: difference) }
        if difference <= 0 { keep(arc.target, upper: arc.source, slack: -difference) }
      }
    }
    for (lower, upper) in shortened {
      keep(lower, upper: upper, slack: 0)
      keep(upper, upper: lower, slack: 0)
    }
    let (up, down) = (rising.distances(from: origin), falling.distances(from: origin))
    return values.indices.map { index in
      // A value without a limit stays.
      guard let most = up[index], let least = down[index] else { return values[index] }
      return values[index] + ((most - least) >> 1)
    }
  }
}
