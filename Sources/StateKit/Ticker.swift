internal import StateKitCore

/// The time since creation, on a clock of any kind.
struct Ticker: Sendable {
  let now: @Sendable () -> Swift.Duration
  /// Sleeps until a time; throws if the task is cancelled.
  let sleep: @Sendable (Swift.Duration) async throws -> Void

  private init(
    now: @escaping @Sendable () -> Swift.Duration, sleep: @escaping @Sendable (Swift.Duration) async throws -> Void
  ) {
    self.now = now
    self.sleep = sleep
  }

  /// Returns the clock with its time moved ahead.
  func moved(by ahead: Swift.Duration) -> Ticker {
    let (now, sleep) = (self.now, self.sleep)
    return Ticker(now: { now() + ahead }, sleep: { try await sleep($0 - ahead) })
  }

  /// `start`: the current time.
  init<C: Clock>(_ clock: C, at start: Swift.Duration = .zero) where C.Duration == Swift.Duration {
    let zero = clock.now
    let now = { @Sendable in start + zero.duration(to: clock.now).clamped }
    self.now = now
    sleep = { time in
      // A time beyond the longest delay is never reached: only the end of the task ends the sleep.
      while time > Self.longest { try await Task.sleep(for: Self.longestSleep) }
      // The system cannot sleep for centuries.
      var next = now()
      while time - next > Self.longestSleep {
        next += Self.longestSleep
        try await clock.sleep(until: zero.advanced(by: next - start), tolerance: nil)
      }
      try await clock.sleep(until: zero.advanced(by: time - start), tolerance: nil)
    }
  }

  private static let longestSleep = Swift.Duration.seconds(365 * 86_400)
  private static let longest = Swift.Duration.milliseconds(StateKitCore.Delay.longest)
}
