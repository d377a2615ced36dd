/// What a child did, in a row.
package struct ChildTrace: Sendable {
  /// The ids of the machines on the way to it, its own the last.
  package let path: [String]
  /// Which chart of the family it runs.
  package let chart: Int
  package let entries: TraceEntries
}

/// Takes the trace of a child in, as a part of the first machine's.
final class ChildSink: TraceSink {
  private let target: any TraceSink
  private let chart: Int
  /// Of the child that runs now.
  var path: [String] = []

  init(_ target: any TraceSink, chart: Int) {
    self.target = target
    self.chart = chart
  }

  func begin(_ header: TraceHeader) {}

  func add(_ entries: TraceEntries) {
    target.add([.child(ChildTrace(path: path, chart: chart, entries: entries))])
  }

  func add(endless entries: TraceEntries) {
    target.add(endless: [.child(ChildTrace(path: path, chart: chart, entries: entries))])
  }

  func end(_ summary: TraceSummary) {}
}
