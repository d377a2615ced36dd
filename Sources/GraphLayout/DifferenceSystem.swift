/// Finds integers that keep lower bounds on their differences at the least cost. Each bound is `x[b] - x[a] >=
/// length`; the cost is the sum of `weight * |x[b] - x[a]|` over all pulls. Layers and coordinates are both computed
/// with it.
struct DifferenceSystem {
  private(set) var count = 0
  private var arcs: [FlowArc] = []
  private var supply: [Int] = []

  /// Adds a variable.
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
  }

  /// Returns the values, with 0 for `origin`; nil if the bounds contradict one another.
  func solve(origin: Int) -> [Int]? {
    var simplex = FlowSimplex(supply: supply, arcs: arcs)
    guard simplex.run() else { return nil }
    let start = simplex.potential(of: origin)
    return (0..<count).map { start - simplex.potential(of: $0) }
  }
}
