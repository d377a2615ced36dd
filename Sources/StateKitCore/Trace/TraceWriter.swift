/// A sink that writes. Its steps can be laid out in advance, and then written as bytes repeatedly.
package protocol TraceWriter: TraceSink {
  func layOut(_ step: borrowing TraceStep) -> StepText
  /// The output of a step of a child that runs a chart of the family, without its surroundings; nil if the output
  /// depends on more than the step.
  func layOut(_ step: borrowing TraceStep, ofChild chart: Int) -> StepText?
  /// The buffer of unwritten output, to which bytes are appended.
  var out: OutputBuffer { get set }
}

extension TraceWriter {
  /// The number of steps that have been written.
  package var steps: Int64 {
    get { out.steps }
    set { out.steps = newValue }
  }

  /// Writes the buffered output.
  package func flush() {
    out.flush()
  }
}
