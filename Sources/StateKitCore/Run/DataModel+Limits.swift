import CEL

/// What a script line may cost and hold.
extension DataModel {
  /// Bytes that the values of a context count for.
  static func size(of slots: [Value]) -> Int {
    slots.reduce(0) { $0 + $1.size }
  }

  /// Goes on with the line of another machine of the family.
  mutating func goOn(from line: borrowing LineUse) {
    meter.goOn(from: line.meter)
    memory.goOn(from: line.memory)
  }

  /// Holds `bytes` more; where that is more than there may be, nothing is held and the line is over.
  mutating func hold(_ bytes: Int, at span: SourceSpan) throws(Failure) {
    if !memory.hold(bytes) { throw outOfMemory(at: span) }
  }

  /// Ends the line where `bytes` more could not be held.
  mutating func admit(_ bytes: Int, at span: SourceSpan) throws(Failure) {
    if !memory.admits(bytes) { throw outOfMemory(at: span) }
  }

  /// Ends the line, because nothing more can be held.
  mutating func outOfMemory(at span: SourceSpan) -> Failure {
    meter.stop(.memory)
    return Failure(message: memoryRefusal, span: span)
  }

  /// Why nothing more can be held.
  var memoryRefusal: String {
    "the machines would hold more than \(memory.pool.shownLimit), the limit of --max-memory"
  }
}
