/// The running `after` timers, in the order in which they fire. Its memory is allocated once for all timers of a
/// chart, because every replayed step builds a list.
struct RunningTimers: Sendable {
  struct Timer: Sendable, Equatable {
    /// Its index in `Chart.timers`.
    let index: Int
    /// Milliseconds until it is due.
    let remaining: Int64
  }

  private var timers: [Timer] = []
  private(set) var count = 0

  subscript(index: Int) -> Timer { timers[index] }

  mutating func removeAll() { count = 0 }

  @inline(__always)
  mutating func append(_ timer: Timer) {
    if count == timers.count { timers.append(timer) } else { timers[count] = timer }
    count += 1
  }

  /// Adds a timer before all timers for which `isLater` is true.
  @inline(__always)
  mutating func insert(_ timer: Timer, before isLater: (Timer) -> Bool) {
    append(timer)
    var free = count - 1
    while free > 0, isLater(timers[free - 1]) {
      timers[free] = timers[free - 1]
      free -= 1
    }
    timers[free] = timer
  }

  /// The number of timers that are due together, at the front.
  var due: Int {
    if count == 0 { return 0 }
    var due = 1
    while due < count, timers[due].remaining == timers[0].remaining { due += 1 }
    return due
  }

  /// The next timers due, in order, as a number; nil if that does not fit.
  var dueNumber: UInt64? {
    let count = due
    if count > AfterTimers.most { return nil }
    var number: UInt64 = 0
    for index in 0..<count { number = number << 5 | UInt64(timers[index].index + 1) }
    return number
  }

  /// True if timers that are due at one moment fire in another order than that of the chart.
  var areOutOfOrder: Bool {
    for index in 1..<max(1, count)
    where timers[index].remaining == timers[index - 1].remaining && timers[index].index < timers[index - 1].index {
      return true
    }
    return false
  }

  /// Sets this list to `timers` after a step. `movesClock`: the clock moves to the next timers, and the due ones end.
  /// `stopped`: a bit for each stopped timer. `starts`: the range of `started` to start, in order.
  @inline(__always)
  mutating func become(
    _ before: borrowing RunningTimers, stopped: UInt32, started: [Timer], starts: Range<Int>, movesClock: Bool
  ) {
    count = 0
    let first = movesClock ? before.due : 0
    let delay = first > 0 ? before.timers[0].remaining : 0
    for index in first..<before.count {
      let timer = before.timers[index]
      if stopped >> UInt32(timer.index) & 1 == 0 {
        append(Timer(index: timer.index, remaining: timer.remaining - delay))
      }
    }
    for index in starts {
      let timer = started[index]
      insert(timer) { $0.remaining > timer.remaining }
    }
  }

  /// True if a timer runs that is not among these, a bit for each.
  @inline(__always)
  func hasOther(than stopped: UInt32) -> Bool {
    for index in 0..<count where stopped >> UInt32(timers[index].index) & 1 == 0 { return true }
    return false
  }

  /// True if a started timer is due together with an earlier-firing one that comes later in the chart.
  @inline(__always)
  func getOutOfOrder(stopped: UInt32, started: [Timer], starts: Range<Int>) -> Bool {
    for index in starts {
      let timer = started[index]
      for other in 0..<count
      where timers[other].remaining == timer.remaining && timers[other].index > timer.index
        && stopped >> UInt32(timers[other].index) & 1 == 0
      {
        return true
      }
      for other in starts.lowerBound..<index
      where started[other].remaining == timer.remaining && started[other].index > timer.index {
        return true
      }
    }
    return false
  }
}

extension RunningTimers: Equatable {
  static func == (one: RunningTimers, other: RunningTimers) -> Bool {
    one.count == other.count && (0..<one.count).allSatisfy { one.timers[$0] == other.timers[$0] }
  }
}
