/// A sink that writes: what it holds back can be called for, and a memory of steps can write a step again.
package protocol TraceWriter: TraceSink {
  /// Hands on what is ready.
  func flush()
  /// What is written for a step.
  func layOut(_ record: borrowing StepRecord) -> StepText
  /// What is written for a step of a child that runs a chart of the family, without what stands around it; nil where that
  /// depends on more than the step.
  func layOut(_ record: borrowing StepRecord, ofChild chart: Int) -> StepText?
  /// Lends what waits to be written, for more to be put behind it.
  func lend(_ body: (inout OutputBuffer) -> Void)
}

/// What is written for a step: bytes with holes for what is different every time.
package struct StepText: Sendable {
  enum Hole: Sendable {
    /// How many items there were before, and the virtual clock.
    case itemHead
    /// A value that was assigned.
    case value
    /// The names before the lines of a child.
    case prefix
  }

  var bytes: [UInt8] = []
  /// Where each entry begins, and where the last one ends.
  var starts: [Int] = []
  var holes: [(offset: Int, hole: Hole)] = []

  /// It is an item of JSON Lines.
  var beginsItem: Bool {
    if let first = holes.first, first.offset == 0, case .itemHead = first.hole { true } else { false }
  }
}

extension StepRecord {
  /// The entries that show a value which is different every time, in order.
  var openEntries: [Int] {
    if moments.isEmpty { return [] }
    let places = entries.indices.filter { if case .effect(.assign, _) = entries[$0] { true } else { false } }
    let isOpen: [Bool] = moments.compactMap {
      switch $0 {
      case .question: nil
      case .set: false
      case .assign: true
      }
    }
    return zip(places, isOpen).filter(\.1).map(\.0)
  }
}
