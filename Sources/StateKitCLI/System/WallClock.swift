import CLibrary
import StateKitCore

/// The real time since the beginning of a run, for `--realtime`; it never goes back.
struct WallClock {
  private let start: Int64

  init() {
    start = Self.now
  }

  /// Milliseconds since the beginning.
  var elapsed: Int64 { Self.now - start }

  /// These limits with a time limit from now: a run beyond it is interrupted.
  static func limits(_ limits: Limits, seconds: Int64) -> Limits {
    var bounded = limits
    let end = now + seconds * 1_000
    bounded.isInterrupted = { limits.isInterrupted() || now > end }
    return bounded
  }

  /// Sleeps until a time, in milliseconds since the beginning.
  func sleep(until time: Int64) {
    while elapsed < time {
      var rest = timespec()
      rest.tv_sec = Int((time - elapsed) / 1_000)
      rest.tv_nsec = Int((time - elapsed) % 1_000) * 1_000_000
      _ = unsafe nanosleep(&rest, nil)
    }
  }

  private static var now: Int64 {
    var time = timespec()
    _ = unsafe clock_gettime(CLOCK_MONOTONIC, &time)
    return Int64(time.tv_sec) * 1_000 + Int64(time.tv_nsec) / 1_000_000
  }
}
