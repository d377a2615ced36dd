import StateKit
import Synchronization
import Testing

/// A clock that only the test moves. Sleeping on it does not end.
final class HandClock: Clock {
  struct Instant: InstantProtocol {
    var offset: Duration
    func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
    func duration(to other: Instant) -> Duration { other.offset - offset }
    static func < (a: Instant, b: Instant) -> Bool { a.offset < b.offset }
  }

  private let time = Mutex(Duration.zero)
  var now: Instant { Instant(offset: time.withLock { $0 }) }
  var minimumResolution: Duration { .zero }

  func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    try await Task.sleep(for: .seconds(7200))
  }
  func advance(by duration: Duration) { time.withLock { $0 += duration } }
}

/// The clock of a shared machine, and scripts that move it.
@Suite struct ActorClockTests {
  /// Never reached: see `ActorTests`.
  private static let ample = Duration.seconds(7200)

  @Test(arguments: ["", "\n:test \"two\"\n+100ms\n:expect in a"])
  func `after a script the clock continues from the time of the script`(end: String) async throws {
    let chart = try ChartDefinition("n") {
      ChartState("a", initial: true) { After(.seconds(3_600), to: "b") }
      ChartState("b")
    }
    let clock = HandClock()
    let machine = StatechartActor(chart, clock: clock)
    clock.advance(by: .seconds(7_200))
    try await Script("+100ms\n:expect in a" + end, name: "s").run(on: machine)
    #expect(await machine.isIn("a"))
    // `:test` repeats the lines before it.
    let passed = Duration.milliseconds(end.isEmpty ? 100 : 200)
    #expect(await machine.nextDue == .seconds(3_600) - passed)
    clock.advance(by: .seconds(3_599))
    #expect(await machine.nextDue == .seconds(1) - passed)
    // The task that already waits for the timer waits less.
    let live = StatechartActor(chart)
    try await live.start()
    try await Script("+3599950ms", name: "s").run(on: live)
    try await live.waitFor("b", timeout: Self.ample)
  }

  @Test func `the time that a script takes passes for the timers, too`() async throws {
    let clock = HandClock()
    let machine = StatechartActor(
      try ChartDefinition("n") {
        ChartState("a", initial: true) {
          After(.seconds(10), to: "b")
          On("work") { Do("work") }
        }
        ChartState("b")
      }, clock: clock)
    try await machine.action("work") { (_: Call) in clock.advance(by: .milliseconds(2_500)) }
    try await machine.start()
    for _ in 0..<3 { try await Script("work\n:expect in a", name: "s").run(on: machine) }
    #expect(await machine.nextDue == .milliseconds(2_500))
  }
}
