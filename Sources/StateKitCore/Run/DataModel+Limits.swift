package import CEL

/// The limits on the cost and the memory of a script line.
extension DataModel {
  /// The size of the values of a context in bytes.
  package static func size(of slots: [Value]) -> Int {
    slots.reduce(0) { $0 + $1.size }
  }

  /// Continues the line of another machine of the family.
  mutating func resume(from line: borrowing LineUse) {
    meter.resume(from: line.meter)
    memory.resume(from: line.memory)
  }

  /// Adds `bytes` to the memory in use. If the limit would be exceeded, adds none and ends the line.
  mutating func hold(_ bytes: Int, at span: SourceSpan) throws(Failure) {
    if !memory.hold(bytes) { throw outOfMemory(at: span) }
  }

  /// Ends the line if `bytes` more would exceed the limit.
  mutating func admit(_ bytes: Int, at span: SourceSpan) throws(Failure) {
    if !memory.admits(bytes) { throw outOfMemory(at: span) }
  }

  /// Ends the line because the memory limit is reached.
  mutating func outOfMemory(at span: SourceSpan) -> Failure {
    meter.stop(.memory)
    return Failure(message: memoryRefusal, span: span)
  }

  /// The message for the memory limit.
  var memoryRefusal: String {
    "the machines would hold more than \(memory.pool.shownLimit), the limit of --max-memory"
  }
}
