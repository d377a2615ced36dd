import CEL
import StateKitCore

/// Notes what keeps taking larger values: what makes an exploring go on and on (Exploring.md, `grows`).
struct GrowthTracker {
  /// What a value has been at most, and at least, and the depth at which it last went beyond that.
  private struct Range {
    var least = Double.infinity
    var most = -Double.infinity
    var lastGrowth = 0

    mutating func see(_ measure: Double, depth: Int) {
      if measure < least || measure > most { lastGrowth = depth }
      least = min(least, measure)
      most = max(most, measure)
    }
  }

  private let chart: Chart
  private var keys: [Range]
  private var timers = Range()

  init(_ chart: Chart) {
    self.chart = chart
    keys = [Range](repeating: Range(), count: chart.contextNames.count)
  }

  /// What took new values on the last level of a space, in words.
  static func growing(in space: StateSpace, _ chart: Chart) -> [String] {
    var tracker = GrowthTracker(chart)
    var fields = [UInt32](repeating: 0, count: space.codec.roles.count)
    var state = 0
    for (depth, count) in space.statesByDepth.enumerated() {
      for _ in 0..<count where state < space.states {
        space.table.values(state, into: &fields)
        tracker.see(fields, space.codec, depth: depth)
        state += 1
      }
    }
    return tracker.growing(at: space.depth)
  }

  /// A state that was found; one that is finished does not go on.
  private mutating func see(_ fields: [UInt32], _ codec: StateCodec, depth: Int) {
    if codec.isFinished(fields) { return }
    for key in keys.indices {
      keys[key].see(Self.measure(codec.values[Int(fields[codec.firstValue + key])]), depth: depth)
    }
    if codec.waits(fields) { timers.see(Double(codec.timers(fields).count), depth: depth) }
  }

  /// Numbers by what they are, everything else by its size.
  private static func measure(_ value: Value) -> Double {
    switch value {
    case .int(let number): Double(number)
    case .uint(let number): Double(number)
    case .double(let number): number
    default: Double(value.size)
    }
  }

  /// The context keys that grew on the last levels, a sixth of all, and the number of timers, in words.
  private func growing(at depth: Int) -> [String] {
    let first = max(1, depth + 1 - max(1, depth / 6))
    var found = chart.contextNames.indices.filter { keys[$0].lastGrowth >= first }.map { chart.contextNames[$0] }
    found.sort { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    if timers.lastGrowth >= first { found.append("number of timers") }
    return found
  }
}
