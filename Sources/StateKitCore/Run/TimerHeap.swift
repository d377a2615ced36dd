/// A binary heap of timers, the earliest first. It finds each `after` timer of the chart by index, so that a stopped
/// one is removed at once.
struct TimerHeap: Sendable {
  /// A timer or a delayed send. Without reference counting, because a heap mostly moves its entries.
  struct Entry: Sendable {
    let due: Int64
    /// Of entries with equal times, the smaller serial comes first.
    let serial: Int64
    /// The length in milliseconds.
    let length: Int64
    /// The state of an `after` timer; negative for a delayed send.
    let state: Int32
    /// The index in `Chart.timers`, or of the send.
    let index: Int32

    @inline(__always)
    func isBefore(_ other: Entry) -> Bool {
      due != other.due ? due < other.due : serial < other.serial
    }
  }

  private(set) var entries = PartedList<Entry>()
  /// For each `after` timer of the chart its index in `entries`, or one of the two values below.
  private var indices: [Int32] = []
  /// The timer has not been started since its state was last entered.
  private static let idle: Int32 = -1
  /// The timer has fired, and its state has not been exited since.
  private static let fired: Int32 = -2

  var first: Entry? { entries.first }
  var count: Int { entries.count }

  mutating func insert(_ entry: Entry) {
    entries.append(entry)
    if entry.state >= 0 {
      while indices.count <= Int(entry.index) { indices.append(Self.idle) }
    }
    rise(entry, to: entries.count - 1)
  }

  mutating func removeFirst() {
    if entries[0].state >= 0 { indices[Int(entries[0].index)] = Self.fired }
    remove(at: 0)
  }

  /// Stops an `after` timer; returns false if it was not started.
  mutating func stop(after timer: Int) -> Bool {
    guard timer < indices.count, indices[timer] != Self.idle else { return false }
    let index = Int(indices[timer])
    indices[timer] = Self.idle
    if index >= 0 { remove(at: index) }
    return true
  }

  /// Removes all entries except `kept`, which contains every `after` timer of the heap.
  mutating func keep(_ kept: [Entry]) {
    entries.removeAll()
    for entry in kept { insert(entry) }
  }

  mutating func removeAll() {
    entries.removeAll()
    indices.removeAll()
  }

  private mutating func remove(at index: Int) {
    guard let last = entries.popLast(), index < entries.count else { return }
    if index > 0, last.isBefore(entries[(index - 1) / 2]) { rise(last, to: index) } else { sink(last, from: index) }
  }

  /// Inserts an entry at a hole, and moves it towards the first entry.
  private mutating func rise(_ entry: Entry, to index: Int) {
    var hole = index
    while hole > 0 {
      let parent = (hole - 1) / 2
      guard entry.isBefore(entries[parent]) else { break }
      put(entries[parent], at: hole)
      hole = parent
    }
    put(entry, at: hole)
  }

  /// Inserts an entry at a hole, and moves it away from the first entry.
  private mutating func sink(_ entry: Entry, from index: Int) {
    var hole = index
    while true {
      var child = 2 * hole + 1
      if child >= entries.count { break }
      if child + 1 < entries.count, entries[child + 1].isBefore(entries[child]) { child += 1 }
      guard entries[child].isBefore(entry) else { break }
      put(entries[child], at: hole)
      hole = child
    }
    put(entry, at: hole)
  }

  @inline(__always)
  private mutating func put(_ entry: Entry, at index: Int) {
    entries[index] = entry
    if entry.state >= 0 { indices[Int(entry.index)] = Int32(index) }
  }
}
