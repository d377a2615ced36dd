/// A sink that writes: what it holds back can be called for.
package protocol TraceWriter: TraceSink {
  /// Writes out what waits.
  func flush()
}
