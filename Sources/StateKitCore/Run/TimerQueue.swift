/// What is due later on the virtual clock, earliest first; of equal times, first started first (Semantics.md, rule 25).
struct TimerQueue: Sendable {
  /// What happens when a timer fires.
  enum Payload: Sendable {
    /// An `after` of a state: the entry of `Chart.timers`.
    case after(StateID, timer: Int32)
    /// The same with a length that the host gave when it was started.
    indirect case namedAfter(StateID, timer: Int32, milliseconds: Int64)
    /// `to`: another machine.
    indirect case send(Event, id: [UInt8]?, to: Recipient?)
  }

  /// Whom a delayed send goes to, and the action's span for when nobody is there.
  struct Recipient: Sendable {
    let name: String
    let span: SourceSpan

    /// The machine that invoked the sender.
    var isParent: Bool { name.utf8.elementsEqual("parent".utf8) }
  }

  /// When a timer is due, and after which others of that time.
  struct Moment: Comparable, Sendable {
    let due: Int64
    let serial: Int64

    static func < (a: Moment, b: Moment) -> Bool {
      (a.due, a.serial) < (b.due, b.serial)
    }
  }

  struct Timer: Sendable {
    let due: Int64
    let serial: Int64
    let payload: Payload

    /// Bytes that count while it waits.
    var size: Int {
      switch payload {
      case .after, .namedAfter: HeldBytes.timer
      case .send(let event, let id, let to):
        HeldBytes.timer + event.size + (id?.count ?? 0) + (to?.name.utf8.count ?? 0)
      }
    }
  }

  /// A binary heap. Dropped timers stay in it until they come up or outnumber the others.
  private var heap: [Timer] = []
  /// Counts timers; machines of a family count together, so that equal times keep their order between them.
  var nextSerial: Int64 = 0
  private var dropped = 0
  /// Bytes that the timers which run count for, and those which were dropped and are still in the heap.
  private(set) var bytes = 0
  private var droppedBytes = 0
  /// Dropped timers that hold more are let go of at once.
  private static let mostDroppedBytes = 16 << 20
  /// For each state with `after` timers, the serials of those that run.
  private var running: [Int32: ClosedRange<Int64>] = [:]
  private var sends: [[UInt8]: SendGroup] = [:]

  /// The delayed sends that share an id.
  private struct SendGroup {
    var waiting = 0
    var bytes = 0
    /// Those with a smaller serial were cancelled.
    var firstLive: Int64 = 0
  }

  /// When the next timer is due.
  mutating func nextDue() -> Int64? {
    dropStale()
    return heap.first?.due
  }

  /// Whether a timer may be due already: one that was dropped counts as long as it stands first.
  func mayBeDue(at time: Int64) -> Bool {
    heap.first.map { $0.due <= time } ?? false
  }

  /// The next timer.
  mutating func next() -> Moment? {
    dropStale()
    return heap.first.map { Moment(due: $0.due, serial: $0.serial) }
  }

  var isEmpty: Bool {
    !heap.contains { isLive($0) }
  }

  /// The timers that run, in the order in which they fire.
  var inOrder: [Timer] {
    heap.filter { isLive($0) }.sorted { Self.isBefore($0, $1) }
  }

  /// Starts the `after` timers of a state that was just entered.
  mutating func startAfter(_ state: StateID, _ timers: Range<Int>, delays: (Int) -> Int64, now: Int64) -> Bool {
    let first = nextSerial
    for timer in timers {
      guard let due = Self.due(now, delays(timer)) else { return false }
      push(due, .after(state, timer: Int32(timer)))
    }
    running[state.rawValue] = first...(nextSerial - 1)
    bytes += timers.count * HeldBytes.timer
    return true
  }

  /// The state was exited: its timers are over.
  mutating func stopAfter(_ state: StateID) {
    guard let serials = running.removeValue(forKey: state.rawValue) else { return }
    dropped += serials.count
    bytes -= serials.count * HeldBytes.timer
    _ = shrink()
  }

  /// The same for a state with lengths that the host gives: those timers that have one.
  mutating func startNamed(_ state: StateID, _ timers: [(timer: Int32, milliseconds: Int64)], now: Int64) -> Bool {
    if timers.isEmpty { return true }
    let first = nextSerial
    for (timer, milliseconds) in timers {
      guard let due = Self.due(now, milliseconds) else { return false }
      push(due, .namedAfter(state, timer: timer, milliseconds: milliseconds))
    }
    running[state.rawValue] = first...(nextSerial - 1)
    bytes += timers.count * HeldBytes.timer
    return true
  }

  /// Queues a delayed send; false when its time is past the end of time.
  mutating func send(_ event: Event, delay: Int64, id: [UInt8]?, to: Recipient? = nil, now: Int64) -> Bool {
    guard let due = Self.due(now, delay) else { return false }
    let timer = Timer(due: due, serial: nextSerial, payload: .send(event, id: id, to: to))
    let size = timer.size
    bytes += size
    if let id {
      sends[id, default: SendGroup()].waiting += 1
      sends[id]?.bytes += size
    }
    insert(timer)
    nextSerial += 1
    return true
  }

  /// Drops the delayed sends with this id. What that costs more than any action: where many timers had to be moved.
  mutating func cancel(_ id: [UInt8]) -> Int {
    guard let group = sends[id], group.waiting > 0 else { return 0 }
    sends[id] = SendGroup(firstLive: nextSerial)
    dropped += group.waiting
    bytes -= group.bytes
    droppedBytes += group.bytes
    return shrink()
  }

  /// Takes out the next timer that is due at or before `time`.
  mutating func popDue(at time: Int64) -> Timer? {
    dropStale()
    guard let first = heap.first, first.due <= time else { return nil }
    pop()
    // A state's timers count until it is exited.
    guard case .send(_, let id, _) = first.payload else { return first }
    let size = first.size
    bytes -= size
    if let id {
      sends[id]?.waiting -= 1
      sends[id]?.bytes -= size
      if let group = sends[id], group.waiting == 0, group.firstLive == 0 { sends[id] = nil }
    }
    return first
  }

  mutating func removeAll() {
    heap.removeAll()
    running.removeAll()
    sends.removeAll()
    dropped = 0
    bytes = 0
    droppedBytes = 0
  }

  private static func due(_ now: Int64, _ delay: Int64) -> Int64? {
    let (due, overflow) = now.addingReportingOverflow(delay)
    return overflow || due > Delay.longest ? nil : due
  }

  private func isLive(_ timer: Timer) -> Bool {
    switch timer.payload {
    case .after(let state, _), .namedAfter(let state, _, _): running[state.rawValue]?.contains(timer.serial) == true
    case .send(_, let id?, _): timer.serial >= (sends[id]?.firstLive ?? 0)
    case .send(_, nil, _): true
    }
  }

  private mutating func dropStale() {
    while let first = heap.first, !isLive(first) {
      pop()
      dropped = max(0, dropped - 1)
    }
  }

  /// Keeps the heap from growing with timers that are over, and from holding what they would have sent; a measure of the work.
  private mutating func shrink() -> Int {
    guard dropped > 64 && dropped * 2 > heap.count || droppedBytes > Self.mostDroppedBytes else { return 0 }
    let work = heap.count / 16
    let live = heap.filter { isLive($0) }
    heap.removeAll(keepingCapacity: true)
    dropped = 0
    droppedBytes = 0
    for timer in live { insert(timer) }
    // No timer is left that was cancelled.
    if !sends.isEmpty { sends = sends.filter { $0.value.waiting > 0 } }
    return work
  }

  private mutating func push(_ due: Int64, _ payload: Payload) {
    insert(Timer(due: due, serial: nextSerial, payload: payload))
    nextSerial += 1
  }

  private static func isBefore(_ a: Timer, _ b: Timer) -> Bool {
    (a.due, a.serial) < (b.due, b.serial)
  }

  private mutating func insert(_ timer: Timer) {
    heap.append(timer)
    var child = heap.count - 1
    while child > 0 {
      let parent = (child - 1) / 2
      guard Self.isBefore(heap[child], heap[parent]) else { return }
      heap.swapAt(child, parent)
      child = parent
    }
  }

  private mutating func pop() {
    heap.swapAt(0, heap.count - 1)
    heap.removeLast()
    var parent = 0
    while true {
      var least = parent
      for child in [2 * parent + 1, 2 * parent + 2] where child < heap.count && Self.isBefore(heap[child], heap[least])
      {
        least = child
      }
      guard least != parent else { return }
      heap.swapAt(least, parent)
      parent = least
    }
  }
}
