import CEL
import StateKitCore

/// What kept taking new values when an exploring reached a bound.
struct Growth {
  /// Keys of the context in the order of their names, and the number of timers, in words.
  var names: [String] = []
  /// The event whose delayed sends become more and more; nil where it is not the number of timers that grows, or it is no one
  /// event.
  var sent: String?

  static let timers = "number of timers"
}

/// Notes what keeps taking larger values: what makes an exploring go on and on (Exploring.md, `grows`).
struct GrowthTracker {
  /// What a value has been at most, and at least, and the depth at which it last went beyond that.
  private struct Range {
    var least = Double.infinity
    var most = -Double.infinity
    var lastGrowth = 0

    /// Whether it went beyond what was seen before.
    @discardableResult
    mutating func see(_ measure: Double, depth: Int) -> Bool {
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
  /// Those of the state that had more of them than any before.
  private var mostTimers: [PendingTimer] = []

  init(_ chart: Chart) {
    self.chart = chart
    keys = [Range](repeating: Range(), count: chart.contextNames.count)
  }

  /// What took new values on the last levels of a space.
  static func growing(in space: StateSpace, chart: Chart) -> Growth {
    var tracker = GrowthTracker(chart)
    var fields = [UInt32](repeating: 0, count: space.codec.roles.count)
    var state = 0
    for (depth, count) in space.statesByDepth.enumerated() {
      for _ in 0..<count where state < space.states {
        space.table.values(state, into: &fields)
        tracker.see(fields, codec: space.codec, depth: depth)
        state += 1
      }
    }
    return tracker.growing(at: space.depth)
  }

  /// A state that was found; one that is finished does not go on.
  private mutating func see(_ fields: [UInt32], codec: StateCodec, depth: Int) {
    if codec.isFinished(fields) { return }
    for key in keys.indices {
      keys[key].see(Self.measure(codec.values[Int(fields[codec.firstValue + key])]), depth: depth)
    }
    if codec.waits(fields) {
      let waiting = codec.timers(fields)
      if timers.see(Double(waiting.count), depth: depth), waiting.count >= mostTimers.count { mostTimers = waiting }
    }
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

  /// What grew on the last levels, a sixth of all.
  private func growing(at depth: Int) -> Growth {
    let first = max(1, depth + 1 - max(1, depth / 6))
    var found = Growth()
    found.names = chart.contextNames.indices.filter { keys[$0].lastGrowth >= first }.map { chart.contextNames[$0] }
    found.names.sort { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    if timers.lastGrowth >= first {
      found.names.append(Growth.timers)
      found.sent = oftenSent
    }
    return found
  }

  /// The event that most of the timers send, where there is one that more than one of them sends.
  private var oftenSent: String? {
    let events = mostTimers.compactMap { $0.sentEvent(in: chart) }
    let counts = events.map { event in events.count { $0.utf8.elementsEqual(event.utf8) } }
    guard let most = counts.max(), most > 1 else { return nil }
    return counts.firstIndex(of: most).map { events[$0] }
  }
}
