import StateKitCore

/// The `after` timers of a chart as numbers, one field for each (`StateCodec`): nearly all timers of charts, in a few bits.
struct AfterTimers: Sendable {
  /// A timer that runs, in the order in which they fire.
  struct Running: Equatable {
    let timer: Int
    /// Milliseconds until it is due.
    let remaining: Int64
  }

  /// Times that timers still run, by their numbers.
  private(set) var times: [Int64] = []
  private var numbers: [Int64: UInt32] = [:]
  /// The same of short times, 0 where it has none.
  private var shortNumbers: [UInt32] = []
  /// Orders of timers that are due at the same time, by their numbers; the first is the order of the chart. Each timer takes
  /// five bits.
  private var orders: [UInt64] = [0]
  private var orderNumbers: [UInt64: UInt32] = [:]
  /// By their indices in `Chart.timers`, each as it was seen first.
  private var samples: [Int: PendingTimer] = [:]

  /// As many as fit into 64 bits.
  private static let most = 12

  /// Whether nothing else than a few of them can wait for the clock.
  static func areEnough(for chart: Chart) -> Bool {
    !chart.timers.isEmpty && chart.timers.count <= most && chart.delayNames.isEmpty && chart.invocations.isEmpty
      && !chart.sendsLater
  }

  /// Those of all timers that wait.
  static func running(of timers: [PendingTimer]) -> [Running] {
    timers.compactMap { timer in timer.after.map { Running(timer: $0.timer, remaining: timer.remaining) } }
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

  /// Keeps what the timers are besides their times.
  mutating func learn(_ timers: [PendingTimer]) {
    for timer in timers {
      if let after = timer.after, samples[after.timer] == nil { samples[after.timer] = timer }
    }
  }

  /// The number of the order of timers, which are sorted by their times.
  @inline(__always)
  mutating func order(of running: [Running]) -> UInt32 {
    for index in 1..<max(1, running.count)
    where running[index].remaining == running[index - 1].remaining && running[index].timer < running[index - 1].timer {
      return oddOrder(of: running)
    }
    return 0
  }

  private mutating func oddOrder(of running: [Running]) -> UInt32 {
    var odd: UInt64 = 0
    var start = 0
    while start < running.count {
      var end = start + 1
      var isOdd = false
      while end < running.count, running[end].remaining == running[start].remaining {
        if running[end].timer < running[end - 1].timer { isOdd = true }
        end += 1
      }
      if isOdd { for index in start..<end { odd = odd << 5 | UInt64(running[index].timer + 1) } }
      start = end
    }
    if let known = orderNumbers[odd] { return known }
    let number = UInt32(orders.count)
    orders.append(odd)
    orderNumbers[odd] = number
    return number
  }

  /// Sorts timers, which are in the order of the chart, as they fire.
  func sort(_ running: inout [Running], _ order: UInt32) {
    let order = orders[Int(order)]
    for index in 1..<max(1, running.count) {
      let entry = running[index]
      var free = index
      while free > 0, Self.isBefore(entry, running[free - 1], order) {
        running[free] = running[free - 1]
        free -= 1
      }
      running[free] = entry
    }
  }

  private static func isBefore(_ one: Running, _ other: Running, _ order: UInt64) -> Bool {
    if one.remaining != other.remaining { return one.remaining < other.remaining }
    if order != 0 {
      let (first, second) = (rank(of: one.timer, in: order), rank(of: other.timer, in: order))
      if first > 0, second > 0 { return first > second }
    }
    return one.timer < other.timer
  }

  /// Where a timer stands in an order, counted from the last one, from 1; 0 where it does not.
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

  /// The timers that fields stand for, in the order in which they fire.
  func pending(_ fields: [UInt32], from first: Int, order: Int) -> [PendingTimer] {
    var running: [Running] = []
    for field in first..<fields.count where fields[field] > 0 {
      running.append(Running(timer: field - first, remaining: time(fields[field])))
    }
    sort(&running, fields[order])
    return running.compactMap { entry in samples[entry.timer]?.with(remaining: entry.remaining) }
  }
}

extension AfterTimers {
  /// The timers that the words of a state stand for, in the order in which they fire. `fields`: of the timers.
  @inline(__always)
  func running(
    _ state: [UInt64], _ fields: [StateLayout.Field], order: StateLayout.Field, into running: inout [Running]
  ) {
    running.removeAll(keepingCapacity: true)
    for index in fields.indices {
      let value = fields[index].value(in: state)
      if value > 0 { running.append(Running(timer: index, remaining: time(value))) }
    }
    if running.count > 1 { sort(&running, order.value(in: state)) }
  }

  /// How many of the first are due together.
  static func due(_ running: [Running]) -> Int {
    guard let first = running.first else { return 0 }
    var count = 1
    while count < running.count, running[count].remaining == first.remaining { count += 1 }
    return count
  }

  /// Which timers are due next, in their order, as a number; nil where that does not fit.
  static func key(of running: [Running]) -> UInt64? {
    let count = due(running)
    if count > 12 { return nil }
    var key: UInt64 = 0
    for entry in running[..<count] { key = key << 5 | UInt64(entry.timer + 1) }
    return key
  }

  /// What becomes of timers in a step. `movesClock`: to the next of them, and those that are due then are over.
  /// `stopped`: a bit for each that is stopped; `started`: those that are started, in order.
  @inline(__always)
  static func change(
    _ running: [Running], stopped: UInt32, started: [Running], _ starts: Range<Int>, movesClock: Bool,
    into changed: inout [Running]
  ) {
    changed.removeAll(keepingCapacity: true)
    let first = movesClock ? due(running) : 0
    let delay = first > 0 ? running[0].remaining : 0
    for index in first..<running.count where stopped >> UInt32(running[index].timer) & 1 == 0 {
      changed.append(Running(timer: running[index].timer, remaining: running[index].remaining - delay))
    }
    for index in starts {
      let entry = started[index]
      changed.append(entry)
      var free = changed.count - 1
      while free > 0, changed[free - 1].remaining > entry.remaining {
        changed[free] = changed[free - 1]
        free -= 1
      }
      changed[free] = entry
    }
  }

  /// Writes timers into the words of a state; false where one does not fit.
  @inline(__always)
  mutating func write(
    _ running: [Running], _ fields: [StateLayout.Field], into state: inout [UInt64], at offset: Int
  ) -> Bool {
    for index in fields.indices { state[offset + fields[index].word] &= ~fields[index].mask }
    for index in running.indices {
      let number = number(of: running[index].remaining)
      let field = fields[running[index].timer]
      if number > field.limit { return false }
      state[offset + field.word] |= UInt64(number) << field.shift
    }
    return true
  }
}

extension StateCodec {
  /// The numbers of timers, which are in the order in which they fire.
  mutating func encode(_ timers: [PendingTimer], from first: Int, into fields: inout [UInt32]) {
    if timers.isEmpty { return }
    afterTimers.learn(timers)
    let running = AfterTimers.running(of: timers)
    for entry in running { fields[first + entry.timer] = afterTimers.number(of: entry.remaining) }
    fields[timerOrderField] = afterTimers.order(of: running)
  }
}
