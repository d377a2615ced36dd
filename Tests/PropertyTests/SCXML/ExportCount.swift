/// What the runs of charts in another notation came to.
struct ExportCount {
  var same = 0
  var refused = 0
  /// How many were refused for each reason.
  var reasons: [String: Int] = [:]
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
    case .refused(let why):
      refused += 1
      reasons[why, default: 0] += 1
    case .skipped(let why): skipped[why, default: 0] += 1
    case .differs(let what): faults.append("\(name): \(what)")
    }
  }

  /// The reasons, the most frequent first.
  var shownReasons: String {
    reasons.sorted { $0.value > $1.value }.map { "\n  \($0.value) \($0.key)" }.joined()
  }

  mutating func add(_ other: ExportCount) {
    same += other.same
    refused += other.refused
    reasons.merge(other.reasons) { $0 + $1 }
    skipped.merge(other.skipped) { $0 + $1 }
    faults += other.faults
  }
}
