/// A start that waits until it is known how a script stands in for the host: lines that do so hold from `init` on where they
/// stand before the first event or move of the clock (Scripts.md).
struct WaitingStart: Sendable {
  /// What was said meanwhile and happens after the start.
  private(set) var lines: [(step: ScriptStep, line: ScriptLine)] = []

  /// More lines do not wait.
  private static let mostLines = 1_000

  /// Keeps a line for after the start; false where that has to be now.
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
