/// A sink that writes: what it holds back can be called for.
package protocol TraceWriter: TraceSink {
  /// Writes out what waits.
  func flush()
  /// How many steps have been written.
  var steps: Int64 { get set }
  /// Itself, where its steps can be laid out before they happen. A question, not a cast: the runtime would look through all
  /// conformances of the program, a tenth of a short run.
  var stepWriter: (any StepWriter)? { get }
}

extension TraceWriter {
  package var stepWriter: (any StepWriter)? { nil }
}

extension StepWriter {
  package var stepWriter: (any StepWriter)? { self }
}
