import CEL
import StateKitCore

/// A line of progress on a terminal, written again and again in its place.
final class ProgressLine {
  private let output: any OutputStream
  private let clock: WallClock
  private let isShown: Bool
  /// The milliseconds between two writes.
  private let interval: Int64
  private var last: Int64?

  init(_ output: any OutputStream, clock: WallClock = WallClock(), interval: Int64 = 1_000, isShown: Bool) {
    self.output = output
    self.clock = clock
    self.interval = interval
    self.isShown = isShown && output.isTerminal
  }

  /// Writes a text unless the last one is too new. `text` gets the milliseconds since the start.
  func show(_ text: (_ elapsed: Int64) -> String) {
    guard isShown else { return }
    let now = clock.elapsed
    if now - (last ?? 0) < interval { return }
    last = now
    output.write("\r\(text(now))\u{1B}[K")
  }

  func clear() { if isShown, last != nil { output.write("\r\u{1B}[K") } }
}
