import StateKitCore

/// The progress of a replay.
enum ReplayProgress {
  /// The text after a number of milliseconds: the count, the speed, and the time left.
  static func text(events: Int, cases: Int, bytes: Int, of size: Int?, after elapsed: Int64) -> String {
    let rate = events * 1_000 / Int(max(1, elapsed))
    var text = "\(DisplayText.grouped(events)) events, \(DisplayText.grouped(rate)) a second, "
    text += "\(DisplayText.grouped(cases)) case\(cases == 1 ? "" : "s")"
    guard let size, bytes > 0, size > bytes else { return text }
    let left = Double(elapsed) * Double(size - bytes) / Double(bytes) / 1_000
    return text + ", \(Delay.text(Int64(left + 1) * 1_000)) left"
  }
}
