#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The real time since a run began, for `--realtime`; it never goes back.
struct WallClock {
  private let start: Int64

  init() {
    start = Self.now
  }

  /// Milliseconds since the beginning.
  var elapsed: Int64 { Self.now - start }

  /// Sleeps until so many milliseconds since the beginning have passed.
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
