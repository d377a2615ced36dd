/// What the runs of charts in another notation came to.
struct ExportCount {
  var same = 0
  var refused = 0
  var skipped: [String: Int] = [:]
  var faults: [String] = []

  /// Charts about what other tools do not ask: whether values have the types that a chart declares, and whether JSON can hold
  /// them.
  static let unchecked = [
    "a_raise_that_does_not_fit_is_an_error", "data_that_do_not_fit_an_action_are_an_error",
    "values_that_cannot_be_kept",
  ]

  mutating func add(_ outcome: ExportRun.Outcome, _ name: String) {
    switch outcome {
    case .same: same += 1
    case .refused: refused += 1
    case .skipped(let why): skipped[why, default: 0] += 1
    case .differs(let what): faults.append("\(name): \(what)")
    }
  }

  mutating func add(_ other: ExportCount) {
    same += other.same
    refused += other.refused
    skipped.merge(other.skipped) { $0 + $1 }
    faults += other.faults
  }
}
