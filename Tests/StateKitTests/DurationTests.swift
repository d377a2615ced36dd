import StateKit
import Synchronization
import Testing

/// Durations of any length: an error, or a time that is never reached.
@Suite struct DurationTests {
  @Test(.timeLimit(.minutes(1))) func `durations of any length`() async throws {
    let chart = try ChartDefinition("n") {
      ChartState("a", initial: true) { After(.seconds(500_000), to: "b") }
      ChartState("b")
    }
    let machine = Statechart(chart)
    try machine.start()
    machine.advance(by: .microseconds(5))
    for duration in [.seconds(1e20), Duration(attoseconds: .max), .seconds(Int64.max)] {
      #expect(machine.advance(by: duration).errors.first?.message.contains("100,000 years") == true)
    }
    #expect(machine.isIn("a") && machine.advance(by: Duration(attoseconds: .min)).errors.isEmpty)
    for timeout in [.seconds(1e20), Duration(attoseconds: .max), .seconds(Int64.max), .seconds(4_000_000_000)] {
      let actor = StatechartActor(chart)
      try await actor.start()
      let waits = Task { try await actor.waitFor("b", timeout: timeout) }
      let owned = Task { @MainActor in
        let machine = Statechart(chart)
        try machine.start()
        try await machine.waitFor("b", timeout: timeout)
      }
      try await Task.sleep(for: .milliseconds(20))
      waits.cancel()
      owned.cancel()
      await #expect(throws: WaitError.cancelled) { try await waits.value }
      await #expect(throws: WaitError.cancelled) { try await owned.value }
    }
  }

  /// A clock that a test moves; nobody wakes its sleepers.
  private final class JumpClock: Clock {
    struct Instant: InstantProtocol {
      let offset: Swift.Duration

      func advanced(by duration: Swift.Duration) -> Instant { Instant(offset: offset + duration) }
      func duration(to other: Instant) -> Swift.Duration { other.offset - offset }
      static func < (one: Instant, other: Instant) -> Bool { one.offset < other.offset }
    }

    private let time = Mutex(Swift.Duration.zero)
    var now: Instant { Instant(offset: time.withLock { $0 }) }
    let minimumResolution = Swift.Duration.zero

    func jump(by duration: Swift.Duration) {
      time.withLock { $0 += duration }
    }

    func sleep(until deadline: Instant, tolerance: Swift.Duration?) async throws {
      if deadline > now { try await Task.sleep(for: .seconds(3_600)) }
    }
  }

  @Test(.timeLimit(.minutes(1)), arguments: [Duration.seconds(1e19), .seconds(Int64.max)])
  func `a clock that jumps`(by duration: Duration) async throws {
    let clock = JumpClock()
    let chart = try ChartDefinition("n") {
      ChartState("a", initial: true) { After(.seconds(5), to: "b") }
      ChartState("b") { After(.seconds(5), to: "c") }
      ChartState("c")
    }
    let actor = StatechartActor(chart, clock: clock)
    try await actor.start()
    clock.jump(by: duration)
    #expect(await actor.isIn("a") == false)
    let waits = Task { try await actor.waitFor("a", timeout: Duration(attoseconds: .max)) }
    try await Task.sleep(for: .milliseconds(20))
    waits.cancel()
    await #expect(throws: WaitError.cancelled) { try await waits.value }
    let late = StatechartActor(chart, clock: JumpClock())
    #expect(await late.isIn("a") == false)
  }
}
