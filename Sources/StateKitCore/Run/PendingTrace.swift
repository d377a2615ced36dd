import CEL

/// Entries that wait for the sink. Those of one macrostep stay together while they need little memory: if a limit ends
/// the macrostep, a trace for people shows its cycle once.
struct PendingTrace {
  private(set) var entries = TraceEntries()
  /// The index of the first entry of the current macrostep.
  private var start = 0
  /// True if no entry of the macrostep has been passed to the sink.
  private var isWhole = true
  /// The number of entries at the next check for passing some to the sink.
  private var nextLook = Self.batch
  /// The counted bytes of the macrostep's entries.
  private var weight = 0
  /// The bytes of values in entries that were added since the last check.
  private var newBytes = 0

  /// The number of entries that are passed to the sink at a time.
  private static let batch = 4_096
  /// A macrostep with more entries, or more text, is not kept together.
  private static let mostEntries = 1 << 20
  private static let mostBytes = 16 << 20
  /// The number of bytes after which a check is made in any case.
  private static let batchBytes = 1 << 20

  /// Adds an entry. Returns true if a check is due.
  @inline(__always)
  mutating func append(_ entry: consuming TraceEntry) -> Bool {
    if case .effect(let effect, _) = entry { newBytes += effect.size }
    entries.append(entry)
    return entries.count >= nextLook || newBytes >= Self.batchBytes
  }

  /// Adds the assignment of a whole number. Returns true if a check is due.
  @inline(__always)
  mutating func append(_ number: consuming TraceEntries.AssignedNumber) -> Bool {
    newBytes += ValueSize.node
    entries.append(number)
    return entries.count >= nextLook || newBytes >= Self.batchBytes
  }

  /// Adds a chain of exited states, upwards. Returns true if a check is due.
  @inline(__always)
  mutating func append(exits states: borrowing [StateID], line: Range<Int>) -> Bool {
    entries.append(exits: states, line: line)
    return entries.count >= nextLook
  }

  /// Adds a chain of entered states, downwards. Returns true if a check is due.
  @inline(__always)
  mutating func append(entries states: borrowing [StateID], line: Range<Int>) -> Bool {
    entries.append(entries: states, line: line)
    return entries.count >= nextLook
  }

  @inline(__always)
  mutating func beginMacrostep() {
    start = entries.count
    isWhole = true
  }

  /// Passes entries to the sink that need not wait any longer.
  mutating func relieve(_ sink: any TraceSink, recorder: MacrostepRecorder?) {
    weight = 0
    newBytes = 0
    for entry in entries[start...] { weight += entry.weight }
    if entries.count - start >= Self.mostEntries || weight >= Self.mostBytes {
      flush(sink, recorder: recorder)
      return
    }
    if start > 0 {
      Self.hand(TraceEntries(entries[..<start]), to: sink, recorder: recorder)
      entries = TraceEntries(entries[start...])
      start = 0
    }
    nextLook = entries.count + Self.batch
  }

  /// Passes all entries to the sink.
  mutating func flush(_ sink: any TraceSink, recorder: MacrostepRecorder?) {
    if entries.isEmpty { return }
    if start < entries.count { isWhole = false }
    Self.hand(entries, to: sink, recorder: recorder)
    entries.empty(keepingAtMost: 2 * Self.batch)
    (start, nextLook, newBytes) = (0, Self.batch, 0)
  }

  /// Passes all entries to the sink; the macrostep as one that the step limit ended, if it is still complete.
  mutating func flushEndless(_ sink: any TraceSink, recorder: MacrostepRecorder?) {
    guard isWhole, start < entries.count else { return flush(sink, recorder: recorder) }
    let macrostep = TraceEntries(entries[start...])
    entries = TraceEntries(entries[..<start])
    flush(sink, recorder: recorder)
    sink.add(endless: macrostep)
    recorder?.add(macrostep)
  }

  private static func hand(_ entries: TraceEntries, to sink: any TraceSink, recorder: MacrostepRecorder?) {
    sink.add(entries)
    recorder?.add(entries)
  }
}

extension TraceEntry {
  /// The approximate size in bytes of the entry itself.
  var weight: Int {
    switch self {
    case .effect(let effect, _): effect.size
    case .error(let text, _), .rejected(let text): text.utf8.count
    case .exit, .enter, .event, .always, .afterFired, .sendFired, .ignored, .invoke, .stop, .declined, .forbidden,
      .invariant,
      .value, .done, .child:
      0
    }
  }
}
