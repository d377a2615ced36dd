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
    now = { start + zero.duration(to: clock.now) }
    sleep = { try await clock.sleep(until: zero.advanced(by: $0 - start), tolerance: nil) }
  }
}
