/// A sink that writes: what it holds back can be called for.
package protocol TraceWriter: TraceSink {
  /// Writes out what waits.
  func flush()
  /// How many steps have been written.
  var steps: Int64 { get set }
}
