/// A series of entries of a child.
package struct ChildTrace: Sendable {
  /// The ids of the machines on the way to it, including its own as the last.
  package let path: [String]
  /// The index of its chart in the family.
  package let chart: Int
  package let entries: TraceEntries

  package init(path: [String], chart: Int, entries: TraceEntries) {
    self.path = path
    self.chart = chart
    self.entries = entries
  }
}

extension TraceEntries {
  /// Calls `body` for each entry of a machine and of its children, with the chart and the path of the entry's machine.
  /// `chart`: the chart of the first machine.
  package func forEach(in chart: Chart, body: (TraceEntry, _ chart: Chart, _ path: [String]) -> Void) {
    for entry in self {
      guard case .child(let trace) = entry else {
        body(entry, chart, [])
        continue
      }
      let own = chart.relative(trace.chart)
      for entry in trace.entries { body(entry, own, trace.path) }
    }
  }
}

/// Receives the trace of a child, as a part of the first machine's trace.
final class ChildSink: TraceSink {
  private let target: any TraceSink
  private let chart: Int
  /// The path of the running child.
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
