internal import CEL
internal import StateKitCore

/// A machine that works for one `Statechart` after the other: what a machine needs while it runs is large, what it is between
/// two steps is small.
///
/// Whoever has it, has it alone; it goes from thread to thread through the lock of `ChartCore`.
final class Engine: @unchecked Sendable {
  var machine: Machine
  let sink = StepSink()

  init(_ chart: StateKitCore.Chart, limits: Limits) {
    // What one machine may hold is no less because another one is at work.
    var limits = limits
    limits.memory = MemoryPool(limit: limits.memory.limit)
    machine = Machine(chart, limits: limits, sink: sink)
  }
}

/// Keeps what a step does.
final class StepSink: TraceSink {
  private(set) var entries: [TraceEntry] = []
  /// More of a step is not kept.
  private static let most = 1 << 20

  func begin(_ header: TraceHeader) {
    entries.removeAll()
  }

  func add(_ more: TraceEntries) {
    if entries.count < Self.most { entries += more }
  }

  func end(_ summary: TraceSummary) {}

  /// What the step did; nothing is kept here any longer.
  func take() -> [TraceEntry] {
    defer { entries = [] }
    return entries
  }
}
