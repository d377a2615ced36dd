import StateKitCore

/// How far a replay has come, once a second, on a terminal only.
final class ReplayProgress {
  private let output: any OutputStream
  private let clock = WallClock()
  private let isShown: Bool
  private var last: Int64 = 0
  /// Bytes of all logs; nil where nobody knows.
  private let size: Int?

  init(_ output: any OutputStream, size: Int?, isShown: Bool) {
    self.output = output
    self.size = size
    self.isShown = isShown && output.isTerminal
  }

  /// `bytes`: how many of the logs were read.
  func show(events: Int, cases: Int, bytes: Int) {
    guard isShown else { return }
    let now = clock.elapsed
    if now - last < 1_000 { return }
    last = now
    let rate = events * 1_000 / Int(max(1, now))
    var text = "\(DisplayText.grouped(events)) events, \(DisplayText.grouped(rate)) a second, "
    text += "\(DisplayText.grouped(cases)) cases"
    if let size, bytes > 0, size > bytes {
      let left = Double(now) * Double(size - bytes) / Double(bytes) / 1_000
      text += ", \(Delay.text(Int64(left + 1) * 1_000)) left"
    }
    output.write("\r\(text)\u{1B}[K".utf8.span)
  }

  func clear() {
    if isShown, last > 0 { output.write("\r\u{1B}[K".utf8.span) }
  }
}
