/// What is due later on the virtual clock, earliest first; of equal times, first started first (Semantics.md, rule 25).
struct TimerQueue: Sendable {
  /// What happens when a timer fires.
  enum Payload: Sendable {
    /// An `after` of a state: the entry of `Chart.timers`, and how long it has run.
    case after(StateID, timer: Int32, milliseconds: Int64)
    /// `to`: another machine.
    indirect case send(Event, id: [UInt8]?, to: Recipient?)
  }

  /// Whom a delayed send goes to, and the action's span for when nobody is there.
  struct Recipient: Sendable {
    let name: String
    let span: SourceSpan

    /// The machine that invoked the sender.
    var isParent: Bool { name.utf8.elementsEqual("parent".utf8) }
    /// The address of another session, as SCXML writes it: there is none.
    var isSession: Bool { name.utf8.starts(with: "#_scxml_".utf8) }
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
  }

  /// Delayed sends that were cancelled stay in it until they come up or outnumber the others.
  private var heap = TimerHeap()
  /// Counts timers; machines of a family count together, so that equal times keep their order between them.
  var nextSerial: Int64 = 0
  private var dropped = 0
  /// Bytes that the timers which run count for, and those which were dropped and are still in the heap.
  private(set) var bytes = 0
  private var droppedBytes = 0
  /// Dropped timers that hold more are let go of at once.
  private static let mostDroppedBytes = 16 << 20
  /// The delayed sends, by their indices in the heap; nil where an index is free.
  private var sends: [DelayedSend?] = []
  private var freeIndices: [Int32] = []
  private var groups: [[UInt8]: SendGroup] = [:]

  private struct DelayedSend {
    let event: Event
    let id: [UInt8]?
    let recipient: Recipient?
  }

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

  /// Nothing waits, not even what was cancelled.
  var hasNone: Bool { heap.first == nil }

  var isEmpty: Bool {
    !heap.entries.contains { isLive($0) }
  }

  /// The timers that run, in the order in which they fire.
  var inOrder: [Timer] {
    heap.entries.filter { isLive($0) }.sorted { $0.isBefore($1) }.compactMap { timer(of: $0) }
  }

  /// Starts the `after` timers of a state that was just entered, those that have a length; false, with none of them started,
  /// where one would be due past the end of time.
  mutating func startAfter(_ state: StateID, timers: Range<Int>, lengths: (Int) -> Int64?, now: Int64) -> Bool {
    for timer in timers {
      if let length = lengths(timer), Self.due(now, delay: length) == nil { return false }
    }
    for timer in timers {
      guard let length = lengths(timer) else { continue }
      heap.insert(
        TimerHeap.Entry(
          due: now + length, serial: nextSerial, length: length, state: state.rawValue, index: Int32(timer)))
      nextSerial += 1
      bytes += HeldBytes.timer
    }
    return true
  }

  /// A state was exited: its timers are over.
  mutating func stopAfter(_ timers: Range<Int>) {
    for timer in timers where heap.stop(after: timer) { bytes -= HeldBytes.timer }
  }

  /// Queues a delayed send; false when its time is past the end of time.
  mutating func send(_ event: Event, delay: Int64, id: [UInt8]?, to: Recipient? = nil, now: Int64) -> Bool {
    guard let due = Self.due(now, delay: delay) else { return false }
    insert(DelayedSend(event: event, id: id, recipient: to), due: due, serial: nextSerial, length: delay)
    return true
  }

  /// Starts a timer again that was saved: when it was due, and in its order.
  mutating func restore(_ timer: Timer) {
    switch timer.payload {
    case .after(let state, let index, let milliseconds):
      heap.insert(
        TimerHeap.Entry(
          due: timer.due, serial: timer.serial, length: milliseconds, state: state.rawValue, index: index))
      bytes += HeldBytes.timer
      nextSerial = max(nextSerial, timer.serial + 1)
    case .send(let event, let id, let recipient):
      insert(DelayedSend(event: event, id: id, recipient: recipient), due: timer.due, serial: timer.serial, length: 0)
    }
  }

  private mutating func insert(_ send: DelayedSend, due: Int64, serial: Int64, length: Int64) {
    let size = Self.size(of: send)
    bytes += size
    if let id = send.id {
      groups[id, default: SendGroup()].waiting += 1
      groups[id]?.bytes += size
    }
    let index = freeIndices.popLast() ?? Int32(sends.count)
    if Int(index) == sends.count { sends.append(send) } else { sends[Int(index)] = send }
    heap.insert(TimerHeap.Entry(due: due, serial: serial, length: length, state: -1, index: index))
    nextSerial = max(nextSerial, serial + 1)
  }

  /// Drops the delayed sends with this id. What that costs more than any action: where many timers had to be moved.
  mutating func cancel(_ id: [UInt8]) -> Int {
    guard let group = groups[id], group.waiting > 0 else { return 0 }
    groups[id] = SendGroup(firstLive: nextSerial)
    dropped += group.waiting
    bytes -= group.bytes
    droppedBytes += group.bytes
    return shrink()
  }

  /// Takes out the next timer that is due at or before `time`.
  mutating func popDue(at time: Int64) -> Timer? {
    dropStale()
    guard let first = heap.first, first.due <= time, let timer = timer(of: first) else { return nil }
    heap.removeFirst()
    // A state's timers count until it is exited.
    guard first.state < 0, let send = take(first.index) else { return timer }
    let size = Self.size(of: send)
    bytes -= size
    if let id = send.id {
      groups[id]?.waiting -= 1
      groups[id]?.bytes -= size
      if let group = groups[id], group.waiting == 0, group.firstLive == 0 { groups[id] = nil }
    }
    return timer
  }

  mutating func removeAll() {
    heap.removeAll()
    sends.removeAll()
    freeIndices.removeAll()
    groups.removeAll()
    dropped = 0
    bytes = 0
    droppedBytes = 0
  }

  private static func due(_ now: Int64, delay: Int64) -> Int64? {
    let (due, overflow) = now.addingReportingOverflow(delay)
    return overflow || due > Delay.longest ? nil : due
  }

  /// Bytes that a delayed send counts for while it waits.
  private static func size(of send: DelayedSend) -> Int {
    HeldBytes.timer + send.event.size + (send.id?.count ?? 0) + (send.recipient?.name.utf8.count ?? 0)
  }

  private func timer(of entry: TimerHeap.Entry) -> Timer? {
    if entry.state >= 0 {
      let payload = Payload.after(StateID(rawValue: entry.state), timer: entry.index, milliseconds: entry.length)
      return Timer(due: entry.due, serial: entry.serial, payload: payload)
    }
    return sends[Int(entry.index)].map {
      Timer(due: entry.due, serial: entry.serial, payload: .send($0.event, id: $0.id, to: $0.recipient))
    }
  }

  /// Lets go of a delayed send.
  private mutating func take(_ index: Int32) -> DelayedSend? {
    let send = sends[Int(index)]
    sends[Int(index)] = nil
    freeIndices.append(index)
    return send
  }

  /// Whether it was not cancelled.
  private func isLive(_ entry: TimerHeap.Entry) -> Bool {
    guard entry.state < 0, let id = sends[Int(entry.index)]?.id else { return true }
    return entry.serial >= (groups[id]?.firstLive ?? 0)
  }

  @inline(__always)
  private mutating func dropStale() {
    // Only sends are cancelled without leaving the heap. To look whether one was makes the lists of sends ready to be changed.
    if let first = heap.first, first.state < 0 { dropCancelled() }
  }

  @inline(never)
  private mutating func dropCancelled() {
    while let first = heap.first, !isLive(first) {
      heap.removeFirst()
      _ = take(first.index)
      dropped = max(0, dropped - 1)
    }
  }

  /// Keeps the heap from growing with sends that are over, and from holding them; a measure of the work.
  private mutating func shrink() -> Int {
    guard dropped > 64 && dropped * 2 > heap.count || droppedBytes > Self.mostDroppedBytes else { return 0 }
    let work = heap.count / 16
    for entry in heap.entries where !isLive(entry) { _ = take(entry.index) }
    heap.keep(heap.entries.filter { $0.state >= 0 || sends[Int($0.index)] != nil })
    dropped = 0
    droppedBytes = 0
    // No send is left that was cancelled.
    if !groups.isEmpty { groups = groups.filter { $0.value.waiting > 0 } }
    return work
  }
}
