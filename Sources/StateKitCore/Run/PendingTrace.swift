import CEL

/// Entries that wait for the sink. Those of a macrostep stay together as long as that takes no large memory: when a limit
/// ends it, a trace for people shows its cycle once.
struct PendingTrace {
  private(set) var entries = TraceEntries()
  /// Where those of the macrostep begin that runs.
  private var start = 0
  /// Nothing of the macrostep has gone to the sink.
  private var isWhole = true
  /// When it is looked again whether entries are to go.
  private var nextLook = Self.batch
  /// Of the macrostep, in bytes, as far as they are counted.
  private var weight = 0
  /// Bytes of the values in those that were added since somebody looked.
  private var newBytes = 0

  /// How many entries go to the sink at a time.
  private static let batch = 4_096
  /// A macrostep of more entries, or of more text, is not kept together.
  private static let mostEntries = 1 << 20
  private static let mostBytes = 16 << 20
  /// After how many bytes it is looked in any case.
  private static let batchBytes = 1 << 20

  /// Adds an entry; true where it should be looked whether some are to go.
  @inline(__always)
  mutating func append(_ entry: consuming TraceEntry) -> Bool {
    if case .effect(let effect, _) = entry { newBytes += effect.size }
    entries.append(entry)
    return entries.count >= nextLook || newBytes >= Self.batchBytes
  }

  /// The same for a whole number that was assigned.
  @inline(__always)
  mutating func append(_ number: consuming TraceEntries.AssignedNumber) -> Bool {
    newBytes += ValueSize.node
    entries.append(number)
    return entries.count >= nextLook || newBytes >= Self.batchBytes
  }

  /// The same for a line of states that are exited, from below up.
  @inline(__always)
  mutating func append(exits states: borrowing [StateID], line: Range<Int>) -> Bool {
    entries.append(exits: states, line: line)
    return entries.count >= nextLook
  }

  /// The same for a line of states that are entered, from above down.
  @inline(__always)
  mutating func append(entries states: borrowing [StateID], line: Range<Int>) -> Bool {
    entries.append(entries: states, line: line)
    return entries.count >= nextLook
  }

  /// A macrostep begins.
  @inline(__always)
  mutating func beginMacrostep() {
    start = entries.count
    isWhole = true
  }

  /// Hands out what need not wait any longer.
  mutating func relieve(_ sink: any TraceSink, recorder: MacrostepRecorder?) {
    weight = 0
    newBytes = 0
    for entry in entries[start...] { weight += entry.weight }
    if entries.count - start >= Self.mostEntries || weight >= Self.mostBytes {
      takeAll(sink, recorder: recorder)
      return
    }
    if start > 0 {
      Self.hand(TraceEntries(entries[..<start]), to: sink, recorder: recorder)
      entries = TraceEntries(entries[start...])
      start = 0
    }
    nextLook = entries.count + Self.batch
  }

  /// Hands out everything.
  mutating func takeAll(_ sink: any TraceSink, recorder: MacrostepRecorder?) {
    if entries.isEmpty { return }
    if start < entries.count { isWhole = false }
    Self.hand(entries, to: sink, recorder: recorder)
    entries.empty(keepingAtMost: 2 * Self.batch)
    (start, nextLook, newBytes) = (0, Self.batch, 0)
  }

  /// Hands out everything; the macrostep as one that the limit of steps has ended, where nothing of it is gone.
  mutating func takeEndless(_ sink: any TraceSink, recorder: MacrostepRecorder?) {
    guard isWhole, start < entries.count else { return takeAll(sink, recorder: recorder) }
    let macrostep = TraceEntries(entries[start...])
    entries = TraceEntries(entries[..<start])
    takeAll(sink, recorder: recorder)
    sink.add(endless: macrostep)
    recorder?.add(macrostep)
  }

  private static func hand(_ entries: TraceEntries, to sink: any TraceSink, recorder: MacrostepRecorder?) {
    sink.add(entries)
    recorder?.add(entries)
  }
}

extension TraceEntry {
  /// Roughly the bytes that it alone holds.
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
