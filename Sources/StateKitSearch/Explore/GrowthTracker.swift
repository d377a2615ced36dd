import CEL
import StateKitCore

/// The values that kept growing when an exploration reached a bound.
struct Growth {
  /// Keys of the context in the order of their names, and a phrase for the number of timers.
  var names: [String] = []
  /// The event whose delayed sends keep increasing; nil if the number of timers does not grow, or no single event
  /// causes it.
  var sent: String?

  static let timers = "number of timers"
}

/// Records values that keep growing and so make an exploration endless (Exploring.md, `grows`).
struct GrowthTracker {
  /// The extremes of a value, and the depth at which it last exceeded them.
  private struct Range {
    var least = Double.infinity
    var most = -Double.infinity
    var lastGrowth = 0

    /// Returns true if a value exceeds the extremes.
    @discardableResult
    mutating func record(_ measure: Double, depth: Int) -> Bool {
      let isNew = measure < least || measure > most
      if isNew { lastGrowth = depth }
      least = min(least, measure)
      most = max(most, measure)
      return isNew
    }
  }

  private let chart: Chart
  private var keys: [Range]
  private var timers = Range()
  /// The timers of the state that had the most of them.
  private var mostTimers: [PendingTimer] = []

  init(_ chart: Chart) {
    self.chart = chart
    keys = [Range](repeating: Range(), count: chart.contextNames.count)
  }

  /// The values that grew on the last levels of a space.
  static func growing(in space: StateSpace, chart: Chart, isOver: () -> Bool) -> Growth {
    var tracker = GrowthTracker(chart)
    var fields = [UInt32](repeating: 0, count: space.codec.roles.count)
    var state = 0
    for (depth, count) in space.statesByDepth.enumerated() {
      for _ in 0..<count where state < space.states {
        if state & 1023 == 1023, isOver() { return Growth() }
        space.table.values(state, into: &fields)
        tracker.record(fields, codec: space.codec, depth: depth)
        state += 1
      }
    }
    return tracker.growing(at: space.depth, uses: space.codec.keys.uses)
  }

  /// Records a state that was found; finished states are skipped.
  private mutating func record(_ fields: [UInt32], codec: StateCodec, depth: Int) {
    if codec.isFinished(fields) { return }
    for key in keys.indices {
      keys[key].record(Self.measure(codec.values[Int(fields[codec.firstValue + key])]), depth: depth)
    }
    if codec.waits(fields) {
      let waiting = codec.timers(fields)
      if timers.record(Double(waiting.count), depth: depth), waiting.count >= mostTimers.count { mostTimers = waiting }
    }
  }

  /// The number itself for a number; the size for other values.
  private static func measure(_ value: Value) -> Double {
    switch value {
    case .int(let number): Double(number)
    case .uint(let number): Double(number)
    case .double(let number): number
    default: Double(value.size)
    }
  }

  /// The values that grew on the last sixth of the levels, without counters that are kept only up to a limit: these cannot
  /// grow without end.
  private func growing(at depth: Int, uses: [KeyUses.Use]) -> Growth {
    let first = max(1, depth + 1 - max(1, depth / 6))
    var found = Growth()
    found.names = chart.contextNames.indices.filter { keys[$0].lastGrowth >= first && uses[$0] == .exact }
      .map { chart.contextNames[$0] }
    found.names.sort { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    // A few timers are no leak.
    if timers.lastGrowth >= first, timers.most > 2 {
      found.names.append(Growth.timers)
      found.sent = oftenSent
    }
    return found
  }

  /// The event that most of the timers send, if at least two timers send it.
  private var oftenSent: String? {
    var names = NameTable()
    var counts: [Int] = []
    for event in mostTimers.compactMap({ $0.sentEvent(in: chart) }) {
      let name = names.intern(event)
      if name.index == counts.count { counts.append(0) }
      counts[name.index] += 1
    }
    guard let most = counts.max(), most > 1, let index = counts.firstIndex(of: most) else { return nil }
    return names.text(NameID(rawValue: Int32(index)))
  }
}
