/// A trace that nobody reads.
package final class NoTrace: TraceWriter {
  private var out = OutputBuffer(nil)

  package init() {}
  package func begin(_ header: TraceHeader) {}
  package func add(_ entries: [TraceEntry]) {}
  package func end(_ summary: TraceSummary) {}
  package func flush() {}

  package func layOut(_ record: borrowing StepRecord) -> StepText {
    StepText(bytes: [], starts: [Int](repeating: 0, count: record.entries.count + 1), holes: [])
  }

  package func layOut(_ record: borrowing StepRecord, ofChild chart: Int) -> StepText? { layOut(record) }

  package func lend(_ body: (inout OutputBuffer) -> Void) {
    body(&out)
  }
}
