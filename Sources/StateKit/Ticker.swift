/// The time on a clock of any kind since the ticker was made.
struct Ticker: Sendable {
  let now: @Sendable () -> Swift.Duration
  /// Sleeps until a time; throws where the task is cancelled.
  let sleep: @Sendable (Swift.Duration) async throws -> Void

  /// `start`: what the time is now.
  init<C: Clock>(_ clock: C, at start: Swift.Duration = .zero) where C.Duration == Swift.Duration {
    let zero = clock.now
    now = { start + zero.duration(to: clock.now) }
    sleep = { try await clock.sleep(until: zero.advanced(by: $0 - start), tolerance: nil) }
  }
}
