internal import StateKitCore

/// The time since creation, on a clock of any kind.
struct Ticker: Sendable {
  private let time: @Sendable () -> Swift.Duration
  /// Sleeps until a time; throws if the task is cancelled.
  private let wait: @Sendable (Swift.Duration) async throws -> Void
  /// By how much it is ahead of the clock; negative if it is behind.
  private var offset = Swift.Duration.zero

  /// `start`: the current time.
  init<C: Clock>(_ clock: C, at start: Swift.Duration = .zero) where C.Duration == Swift.Duration {
    let zero = clock.now
    let now = { @Sendable in start + zero.duration(to: clock.now).clamped }
    time = now
    wait = { time in
      // The system cannot sleep for centuries.
      var next = now()
      while time - next > Self.longestSleep {
        next += Self.longestSleep
        try await clock.sleep(until: zero.advanced(by: next - start), tolerance: nil)
      }
      try await clock.sleep(until: zero.advanced(by: time - start), tolerance: nil)
    }
  }

  func now() -> Swift.Duration { time() + offset }

  /// Sleeps until a time; throws if the task is cancelled.
  func sleep(_ time: Swift.Duration) async throws {
    // A time beyond the longest delay is never reached: only the end of the task ends the sleep.
    while time > Self.longest { try await Task.sleep(for: Self.longestSleep) }
    try await wait(time - offset)
  }

  /// Returns the clock with another time.
  func moved(by change: Swift.Duration) -> Ticker {
    var moved = self
    moved.offset += change
    return moved
  }

  private static let longestSleep = Swift.Duration.seconds(365 * 86_400)
  private static let longest = Swift.Duration.milliseconds(StateKitCore.Delay.longest)
}
