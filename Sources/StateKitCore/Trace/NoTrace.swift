/// A trace that is discarded.
package final class NoTrace: StepWriter {
  package var out = OutputBuffer(nil)

  package init() {}
  package func begin(_ header: TraceHeader) {}
  package func add(_ entries: TraceEntries) {}
  package func end(_ summary: TraceSummary) { out.steps += 1 }
  package var steps: Int64 {
    get { out.steps }
    set { out.steps = newValue }
  }

  package func flush() {}

  package func layOut(_ step: borrowing TraceStep) -> StepText {
    StepText()
  }

  package func layOut(_ step: borrowing TraceStep, ofChild chart: Int) -> StepText? { layOut(step) }
}
