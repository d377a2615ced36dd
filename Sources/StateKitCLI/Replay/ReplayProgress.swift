import CEL
import StateKitCore

/// Shows the progress of a replay once a second, on a terminal only.
final class ReplayProgress {
  private let output: any OutputStream
  private let clock = WallClock()
  private let isShown: Bool
  private var last: Int64 = 0
  /// The bytes of all logs; nil if unknown.
  private let size: Int?

  init(_ output: any OutputStream, size: Int?, isShown: Bool) {
    self.output = output
    self.size = size
    self.isShown = isShown && output.isTerminal
  }

  /// `bytes`: the number of bytes read so far.
  func show(events: Int, cases: Int, bytes: Int) {
    guard isShown else { return }
    let now = clock.elapsed
    if now - last < 1_000 { return }
    last = now
    let text = Self.text(events: events, cases: cases, bytes: bytes, of: size, after: now)
    output.write("\r\(text)\u{1B}[K".utf8Bytes.span)
  }

  /// The text after a number of milliseconds: the count, the speed, and the time left.
  static func text(events: Int, cases: Int, bytes: Int, of size: Int?, after elapsed: Int64) -> String {
    let rate = events * 1_000 / Int(max(1, elapsed))
    var text = "\(DisplayText.grouped(events)) events, \(DisplayText.grouped(rate)) a second, "
    text += "\(DisplayText.grouped(cases)) case\(cases == 1 ? "" : "s")"
    guard let size, bytes > 0, size > bytes else { return text }
    let left = Double(elapsed) * Double(size - bytes) / Double(bytes) / 1_000
    return text + ", \(Delay.text(Int64(left + 1) * 1_000)) left"
  }

  func clear() {
    if isShown, last > 0 { output.write("\r\u{1B}[K".utf8Bytes.span) }
  }
}
