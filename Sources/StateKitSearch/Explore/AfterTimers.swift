import StateKitCore

/// The `after` timers of a chart as numbers, one field for each (`StateCodec`): nearly all timers of charts, in a few
/// bits.
struct AfterTimers: Sendable {
  /// The remaining times of timers, by their numbers.
  private(set) var times: [Int64] = []
  private var numbers: [Int64: UInt32] = [:]
  /// The numbers of short times, by time; 0 for a time without a number.
  private var shortNumbers: [UInt32] = []
  /// Orders of timers that are due at one moment, by their numbers; the first is the order of the chart. Each timer
  /// has five bits.
  private var orders: [UInt64] = [0]
  private var orderNumbers: [UInt64: UInt32] = [:]
  /// The last order looked up: successors mostly have it again.
  private var lastOrder: (key: UInt64, number: UInt32) = (0, 0)
  /// A sample of each timer, by its index in `Chart.timers`: the first one seen.
  private var samples: [Int: PendingTimer] = [:]

  /// The number of timers that fit into 64 bits.
  static let most = 12

  /// True if a chart has few timers and nothing else can wait for the clock.
  static func areEnough(for chart: Chart) -> Bool {
    !chart.timers.isEmpty && chart.timers.count <= most && chart.delayNames.isEmpty && chart.invocations.isEmpty
      && !chart.sendsLater
  }

  /// The `after` timers among the waiting ones.
  static func running(of timers: [PendingTimer]) -> RunningTimers {
    var running = RunningTimers()
    for timer in started(by: timers) { running.append(timer) }
    return running
  }

  /// The started `after` timers, as a list.
  static func started(by timers: [PendingTimer]) -> [RunningTimers.Timer] {
    timers.compactMap { timer in timer.after.map { RunningTimers.Timer(index: $0.timer, remaining: timer.remaining) } }
  }

  private static let longestShort = 1 << 16

  mutating func number(of time: Int64) -> UInt32 {
    let isShort = time >= 0 && time < Self.longestShort
    if isShort, Int(time) < shortNumbers.count, shortNumbers[Int(time)] > 0 { return shortNumbers[Int(time)] }
    if !isShort, let known = numbers[time] { return known }
    times.append(time)
    let number = UInt32(times.count)
    if isShort {
      if Int(time) >= shortNumbers.count {
        shortNumbers += [UInt32](repeating: 0, count: Int(time) + 1 - shortNumbers.count)
      }
      shortNumbers[Int(time)] = number
    } else {
      numbers[time] = number
    }
    return number
  }

  func time(_ number: UInt32) -> Int64 { times[Int(number) - 1] }

  /// Records the properties of timers besides their times.
  mutating func learn(_ timers: [PendingTimer]) {
    for timer in timers {
      if let after = timer.after, samples[after.timer] == nil { samples[after.timer] = timer }
    }
  }

  /// The number of an order of timers.
  @inline(__always)
  mutating func order(of running: RunningTimers) -> UInt32 {
    running.areOutOfOrder ? oddOrder(of: running) : 0
  }

  private mutating func oddOrder(of running: RunningTimers) -> UInt32 {
    var odd: UInt64 = 0
    var start = 0
    while start < running.count {
      var end = start + 1
      var isOdd = false
      while end < running.count, running[end].remaining == running[start].remaining {
        if running[end].index < running[end - 1].index { isOdd = true }
        end += 1
      }
      if isOdd { for index in start..<end { odd = odd << 5 | UInt64(running[index].index + 1) } }
      start = end
    }
    if odd == lastOrder.key { return lastOrder.number }
    let number = orderNumbers[odd] ?? UInt32(orders.count)
    if number == orders.count {
      orders.append(odd)
      orderNumbers[odd] = number
    }
    lastOrder = (odd, number)
    return number
  }

  /// Adds a timer at the position at which it fires. Among timers due at one moment, it is last for order 0, and has
  /// its place in the order otherwise.
  @inline(__always)
  private func insert(_ timer: RunningTimers.Timer, into running: inout RunningTimers, order: UInt32) {
    if order == 0 {
      running.insert(timer) { $0.remaining > timer.remaining }
    } else {
      let order = orders[Int(order)]
      running.insert(timer) { Self.isBefore(timer, $0, order: order) }
    }
  }

  private static func isBefore(_ one: RunningTimers.Timer, _ other: RunningTimers.Timer, order: UInt64) -> Bool {
    if one.remaining != other.remaining { return one.remaining < other.remaining }
    let (first, second) = (rank(of: one.index, in: order), rank(of: other.index, in: order))
    if first > 0, second > 0 { return first > second }
    return one.index < other.index
  }

  /// The position of a timer in an order, counted from the last one, from 1; 0 if the order does not contain it.
  private static func rank(of timer: Int, in order: UInt64) -> Int {
    var rest = order
    var rank = 1
    while rest > 0 {
      if Int(rest & 31) - 1 == timer { return rank }
      rest >>= 5
      rank += 1
    }
    return 0
  }

  /// The timers in these fields, in the order in which they fire.
  func pending(_ fields: [UInt32], from first: Int, order: Int) -> [PendingTimer] {
    var running = RunningTimers()
    for field in first..<fields.count where fields[field] > 0 {
      insert(
        RunningTimers.Timer(index: field - first, remaining: time(fields[field])), into: &running, order: fields[order])
    }
    return (0..<running.count).compactMap { samples[running[$0].index]?.with(remaining: running[$0].remaining) }
  }
}

extension AfterTimers {
  /// The timers in the words of a state, in the order in which they fire. `fields`: the fields of the timers.
  @inline(__always)
  func running(
    _ state: [UInt64], fields: [StateLayout.Field], order: UInt32, into running: inout RunningTimers
  ) {
    running.removeAll()
    for index in fields.indices {
      let value = fields[index].value(in: state)
      if value > 0 { insert(RunningTimers.Timer(index: index, remaining: time(value)), into: &running, order: order) }
    }
  }

  /// Writes timers into the words of a state. Returns false if a value does not fit.
  @inline(__always)
  mutating func write(
    _ running: RunningTimers, fields: [StateLayout.Field], into state: inout [UInt64], at offset: Int
  ) -> Bool {
    for index in fields.indices { state[offset + fields[index].word] &= ~fields[index].mask }
    for index in 0..<running.count {
      let number = number(of: running[index].remaining)
      let field = fields[running[index].index]
      if number > field.limit { return false }
      state[offset + field.word] |= UInt64(number) << field.shift
    }
    return true
  }
}

extension StateCodec {
  /// Writes the numbers of timers, which are given in the order in which they fire.
  mutating func encode(_ timers: [PendingTimer], from first: Int, into fields: inout [UInt32]) {
    if timers.isEmpty { return }
    afterTimers.learn(timers)
    let running = AfterTimers.running(of: timers)
    for index in 0..<running.count {
      fields[first + running[index].index] = afterTimers.number(of: running[index].remaining)
    }
    fields[timerOrderField] = afterTimers.order(of: running)
  }
}
