/// A start that waits for the lines that replace the host. If these lines come before the first event or clock change,
/// they take effect from `init` (Scripts.md).
struct WaitingStart: Sendable {
  /// The lines that wait for the start.
  private(set) var lines: [(step: ScriptStep, line: ScriptLine)] = []

  /// The highest number of waiting lines.
  private static let mostLines = 1_000

  /// Keeps a line until after the start; returns false if the start must be now.
  mutating func hold(_ step: ScriptStep, line: ScriptLine) -> Bool {
    switch step {
    case .set, .expect, .show:
      if lines.count == Self.mostLines { return false }
      lines.append((step, line))
      return true
    case .nothing, .chart: return true
    case .event, .end, .advance, .test, .host: return false
    }
  }
}
