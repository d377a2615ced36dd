/// One step as a trace shows it.
package struct TraceStep: Sendable {
  var header = TraceHeader.start
  var entries: [TraceEntry] = []
  /// The entries that show a value which may be another one the next time, in order.
  var openEntries: [OpenEntry] = []
  var summary = TraceSummary(outcome: nil, changed: false, time: 0, leaves: [], isDone: false)

  /// An entry that shows a value which may be another one the next time.
  struct OpenEntry: Sendable {
    let index: Int
    /// Of a text that is logged: what is always the same, nil for each value in between.
    var parts: [String?] = []
  }
}

/// A writer whose steps can be laid out before they happen, and then be written as bytes, again and again.
package protocol StepWriter: TraceWriter {
  /// What is written for a step.
  func layOut(_ step: borrowing TraceStep) -> StepText
  /// What is written for a step of a child that runs a chart of the family, without what stands around it; nil where that
  /// depends on more than the step.
  func layOut(_ step: borrowing TraceStep, ofChild chart: Int) -> StepText?
  /// What waits to be written: bytes are put behind it.
  var out: OutputBuffer { get set }
}

/// What is written for a step: bytes with holes for what is different every time.
package struct StepText: Sendable {
  enum Hole: Sendable {
    /// How many steps there were before, and the virtual clock.
    case stepHead
    /// A value that was assigned.
    case value
    /// A value in a text that was logged: a text as it is, other values as compact JSON; escaped as in a JSON string, or not.
    case text(isQuoted: Bool)
    /// The names before the lines of a child.
    case prefix
  }

  var bytes: [UInt8] = []
  var holes: [(offset: Int, hole: Hole)] = []

  /// It begins with a number and a time, as each line of JSON Lines does.
  var beginsWithHead: Bool {
    if let first = holes.first, first.offset == 0, case .stepHead = first.hole { true } else { false }
  }
}
