package struct TraceStep: Sendable {
  var header = TraceHeader.start
  var entries: [TraceEntry] = []
  /// The entries with varying values, in order.
  var openEntries: [OpenEntry] = []
  var summary = TraceSummary(outcome: nil, changed: false, time: 0, leaves: [], isDone: false)

  /// An entry with a value that may vary: an assignment, or a log.
  struct OpenEntry: Sendable {
    let index: Int
    /// The constant parts of a logged text; nil for each value between them.
    var parts: [String?] = []
  }
}

/// The output of a step: bytes with holes for the varying parts.
package struct StepText: Sendable {
  enum Hole: Sendable {
    /// The number of earlier steps, and the virtual clock.
    case stepHead
    /// An assigned value.
    case value
    /// A value in a logged text: texts unchanged, other values as compact JSON; with or without the escapes of a JSON
    /// string.
    case text(isQuoted: Bool)
    /// The prefix of a child's lines.
    case prefix
  }

  var bytes: [UInt8] = []
  var holes: [(offset: Int, hole: Hole)] = []

  /// True if it begins with a number and a time, as each line of JSON Lines does.
  var beginsWithHead: Bool {
    if let first = holes.first, first.offset == 0, case .stepHead = first.hole { true } else { false }
  }
}
