import CEL
import StateKitCore
import StateKitSearch

/// Shows the progress of an exploration once a second, on a terminal only.
final class ExploreProgress {
  private let output: any OutputStream
  private let clock: WallClock
  private let isShown: Bool
  private var last: Int64 = 0

  init(_ output: any OutputStream, clock: WallClock, isShown: Bool) {
    self.output = output
    self.clock = clock
    self.isShown = isShown && output.isTerminal
  }

  func show(_ progress: Explorer.Progress) {
    guard isShown else { return }
    let now = clock.elapsed
    if now - last < 1_000 { return }
    last = now
    let rate = Int64(progress.states) * 1_000 / max(1, now)
    let text =
      "depth \(progress.depth), \(DisplayText.grouped(progress.states)) states, \(DisplayText.grouped(progress.waiting)) waiting, "
      + "\(DisplayText.grouped(Int(rate))) a second, \(progress.bytes >> 20) MiB"
    output.write("\r\(text)\u{1B}[K".utf8Bytes.span)
  }

  func clear() {
    if isShown, last > 0 { output.write("\r\u{1B}[K".utf8Bytes.span) }
  }
}
