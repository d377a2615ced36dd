/// A trace that is discarded.
package final class NoTrace: TraceWriter {
  package var out = OutputBuffer(nil)

  package init() {}
  package func begin(_ header: TraceHeader) {}
  package func add(_ entries: TraceEntries) {}
  package func end(_ summary: TraceSummary) { out.steps += 1 }

  package func layOut(_ step: borrowing TraceStep) -> StepText {
    StepText()
  }

  package func layOut(_ step: borrowing TraceStep, ofChild chart: Int) -> StepText? { layOut(step) }
}
