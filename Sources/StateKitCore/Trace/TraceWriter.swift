/// A sink that writes and that can be flushed.
package protocol TraceWriter: TraceSink {
  /// Writes the buffered output.
  func flush()
  /// The number of steps that have been written.
  var steps: Int64 { get set }
  /// The writer itself, if its steps can be laid out in advance. A property instead of a cast, because a cast searches
  /// all conformances of the program, at a tenth of the time of a short run.
  var stepWriter: (any StepWriter)? { get }
}

extension TraceWriter {
  package var stepWriter: (any StepWriter)? { nil }
}

extension StepWriter {
  package var stepWriter: (any StepWriter)? { self }
}
