internal import CEL
internal import StateKitCore

/// A machine that works for one `Statechart` after another. A running machine is large; its state between two steps is
/// small.
///
/// Only one thread uses an engine at a time; the lock of `ChartCore` passes it from thread to thread.
final class Engine: @unchecked Sendable {
  var machine: Machine
  let sink = StepSink()

  init(_ chart: Chart, limits: Limits) {
    // Each engine has the full memory limit, whatever other engines use.
    var limits = limits
    limits.memory = MemoryPool(limit: limits.memory.limit)
    machine = Machine(chart, limits: limits, sink: sink)
  }
}

/// Collects the entries of a step.
final class StepSink: TraceSink {
  private(set) var entries: [TraceEntry] = []
  /// The highest number of entries of a step; further entries are dropped.
  private static let most = 1 << 20

  func begin(_ header: TraceHeader) {
    entries.removeAll()
  }

  func add(_ more: TraceEntries) {
    if entries.count < Self.most { entries += more }
  }

  func end(_ summary: TraceSummary) {}

  /// Returns the entries of the step, and removes them here.
  func popAll() -> [TraceEntry] {
    defer { entries = [] }
    return entries
  }
}
