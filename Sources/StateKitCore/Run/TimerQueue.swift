/// The timers on the virtual clock by time, those with equal times by start (Semantics.md, rule 25).
package struct TimerQueue: Sendable {
  /// The effect of a timer.
  package enum Payload: Sendable {
    /// An `after` of a state: the index in `Chart.timers`, and its length.
    case after(StateID, timer: Int32, milliseconds: Int64)
    /// `to`: another machine.
    indirect case send(Event, id: [UInt8]?, to: Recipient?)
  }

  /// The receiver of a delayed send, and the action's span for the error if it does not exist.
  package struct Recipient: Sendable {
    package let name: String
    let span: SourceSpan

    /// The machine that invoked the sender.
    var isParent: Bool { name.utf8.elementsEqual("parent".utf8) }
    /// True for the address of an SCXML session, which never exists.
    var isSession: Bool { name.utf8.starts(with: "#_scxml_".utf8) }
  }

  /// The due time of a timer, and its order among others of that time.
  struct Moment: Comparable, Sendable {
    let due: Int64
    let serial: Int64

    static func < (a: Moment, b: Moment) -> Bool {
      (a.due, a.serial) < (b.due, b.serial)
    }
  }

  /// A waiting timer: its time in milliseconds, its order among others of that time, and its effect.
  package struct Timer: Sendable {
    package let due: Int64
    package let serial: Int64
    package let payload: Payload
  }

  /// Cancelled delayed sends stay in it until they are due or outnumber the others.
  private var heap = TimerHeap()
  /// The serial of the next timer. The machines of a family share one counter, which orders timers with equal times.
  var nextSerial: Int64 = 0
  private var dropped = 0
  /// The bytes of running timers, and of dropped ones that are still in the heap.
  private(set) var bytes = 0
  private var droppedBytes = 0
  /// Dropped timers that hold more bytes are released at once.
  private static let mostDroppedBytes = 16 << 20
  /// The delayed sends by their indices in the heap; nil for a free index.
  private var sends = PartedList<DelayedSend?>()
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
    /// Sends with a smaller serial were cancelled.
    var firstLive: Int64 = 0
  }

  /// The due time of the next timer.
  mutating func nextDue() -> Int64? {
    dropStale()
    return heap.first?.due
  }

  /// True if a timer may be due already: a dropped timer counts while it is the first entry.
  func mayBeDue(at time: Int64) -> Bool {
    heap.first.map { $0.due <= time } ?? false
  }

  mutating func next() -> Moment? {
    dropStale()
    return heap.first.map { Moment(due: $0.due, serial: $0.serial) }
  }

  /// True if the heap is empty, without even cancelled sends.
  var hasNone: Bool { heap.first == nil }

  var isEmpty: Bool { !hasTimer(at: nil) }

  /// True if a timer is due at a time; for nil, if there is any.
  func hasTimer(at due: Int64?) -> Bool { heap.entries.contains { (due == nil || $0.due == due) && isLive($0) } }

  /// The running timers in the order in which they fire.
  var inOrder: [Timer] { live.compactMap { timer(of: $0) } }
  var live: [TimerHeap.Entry] { heap.entries.filter { isLive($0) }.sorted { $0.isBefore($1) } }

  /// Starts the `after` timers of an entered state that have a length. Returns false, without a start, if one would be
  /// due after the maximum time.
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

  /// Stops the timers of an exited state.
  mutating func stopAfter(_ timers: Range<Int>) {
    for timer in timers where heap.stop(after: timer) { bytes -= HeldBytes.timer }
  }

  /// Queues a delayed send; returns false if it would be due after the maximum time.
  mutating func send(_ event: Event, delay: Int64, id: [UInt8]?, to: Recipient? = nil, now: Int64) -> Bool {
    guard let due = Self.due(now, delay: delay) else { return false }
    insert(DelayedSend(event: event, id: id, recipient: to), due: due, serial: nextSerial, length: delay)
    return true
  }

  /// Restores a saved timer with its due time and its order.
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

  /// Cancels the delayed sends with this id. Returns the extra cost if many timers had to be moved.
  mutating func cancel(_ id: [UInt8]) -> Int {
    guard let group = groups[id], group.waiting > 0 else { return 0 }
    groups[id] = SendGroup(firstLive: nextSerial)
    dropped += group.waiting
    bytes -= group.bytes
    droppedBytes += group.bytes
    return shrink()
  }

  /// Removes the next timer that is due at or before `time`.
  mutating func popDue(at time: Int64) -> Timer? {
    dropStale()
    guard let first = heap.first, first.due <= time, let timer = timer(of: first) else { return nil }
    heap.removeFirst()
    // A state's timers count until the state is exited.
    guard first.state < 0, let send = removeSend(first.index) else { return timer }
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

  /// The size of a delayed send in bytes while it waits.
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

  private mutating func removeSend(_ index: Int32) -> DelayedSend? {
    let send = sends[Int(index)]
    sends[Int(index)] = nil
    freeIndices.append(index)
    return send
  }

  /// True if it was not cancelled.
  private func isLive(_ entry: TimerHeap.Entry) -> Bool {
    guard entry.state < 0, !groups.isEmpty, let id = sends[Int(entry.index)]?.id else { return true }
    return entry.serial >= (groups[id]?.firstLive ?? 0)
  }

  @inline(__always)
  private mutating func dropStale() {
    // Only sends are cancelled without leaving the heap. Without the check, the loop would copy the lists of sends that
    // other machines share.
    if let first = heap.first, !isLive(first) { dropCancelled() }
  }

  @inline(never)
  private mutating func dropCancelled() {
    while let first = heap.first, !isLive(first) {
      heap.removeFirst()
      _ = removeSend(first.index)
      dropped = max(0, dropped - 1)
    }
  }

  /// Removes finished sends from the heap if there are many. Returns a measure of the work.
  private mutating func shrink() -> Int {
    guard dropped > 64 && dropped * 2 > heap.count || droppedBytes > Self.mostDroppedBytes else { return 0 }
    let work = heap.count / 16
    for entry in heap.entries where !isLive(entry) { _ = removeSend(entry.index) }
    heap.keep(heap.entries.filter { $0.state >= 0 || sends[Int($0.index)] != nil })
    dropped = 0
    droppedBytes = 0
    // No cancelled send is left.
    if !groups.isEmpty { groups = groups.filter { $0.value.waiting > 0 } }
    return work
  }
}
