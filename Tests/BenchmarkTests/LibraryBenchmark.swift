import Foundation
import StateKit
import Testing

/// What machines of the library take, beside a switch by hand and a dictionary of closures. `make bench` asks for it.
@Suite(.enabled(if: ProcessInfo.processInfo.environment["STATEKIT_BENCH"] != nil), .serialized)
struct LibraryBenchmark {
  /// CPU nanoseconds of the process.
  private func now() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return Double(time.tv_sec) * 1e9 + Double(time.tv_nsec)
  }

  /// The least of several rounds, in nanoseconds each.
  private func best(_ count: Int, _ body: () -> Void) -> Double {
    (0..<7).map { _ in
      let start = now()
      for _ in 0..<count { body() }
      return (now() - start) / Double(count)
    }.min() ?? 0
  }

  private func resident() -> Int {
    let text = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8)) ?? ""
    return (text.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0) * 4_096
  }

  private func ring() throws -> Chart {
    try Chart("ring") {
      for number in 0..<10 { State("s\(number)", initial: number == 0) { On("next", to: "s\((number + 1) % 10)") } }
    }
  }

  /// A machine of two states that take turns, by an event that is handled so.
  private func turning(_ handler: String, states: String = "") throws -> Statechart {
    let text = """
      {"context": {"n": 0, "last": 0}, "root": {"initial": "a", "subStates": {
        "a": {"next": {"target": "b", \(handler)}\(states)}, "b": {"next": {"target": "a", \(handler)}\(states)}}}}
      """
    let machine = Statechart(try Chart(json: text.utf8, name: "turning.json"))
    try machine.start()
    return machine
  }

  @Test func `an event`() throws {
    let machine = Statechart(try ring())
    try machine.start()
    let acting = Statechart(
      try Chart("acting") {
        State("a", initial: true) { On("next", to: "b") }
        State("b") {
          Entry("act")
          On("next", to: "a")
        }
      })
    var acts = 0
    acting.on("act") { _ in acts += 1 }
    try acting.start()
    let guarded = try turning(#""guard": "n < 5""#)
    let careless = try turning(#""guard": "n < 5""#)
    let reading = try turning(#""guard": "event.data.cents > 3""#)
    let counting = try turning(#""actions": {"assign": {"n": "n + 1"}}"#)
    let timing = try turning(#""actions": []"#, states: #", "after": {"5s": {}}"#)
    let coin: Payload = ["cents": 5]
    var state = 0
    var closures: [String: [String: () -> String]] = [:]
    for number in 0..<10 { closures["s\(number)"] = ["next": { "s\((number + 1) % 10)" }] }
    var current = "s0"
    print("\n| an event | ns |\n|---|---:|")
    for (name, time) in [
      ("Statechart.send", best(1_000_000) { machine.send("next") }),
      ("every second with a host action", best(300_000) { acting.send("next") }),
      ("with a guard", best(300_000) { guarded.send("next") }),
      ("with a guard, and a payload that nothing reads", best(300_000) { careless.send("next", coin) }),
      ("with a guard that reads the payload", best(100_000) { reading.send("next", coin) }),
      ("with an assignment", best(100_000) { counting.send("next") }),
      ("a timer is stopped, one started", best(100_000) { timing.send("next") }),
      ("a switch by hand", best(1_000_000) { state = state == 9 ? 0 : state + 1 }),
      ("a dictionary of closures", best(300_000) { current = closures[current]?["next"]?() ?? current }),
    ] { print("| \(name) | \(Int(time.rounded())) |") }
    #expect(acts > 0 && state >= 0)
  }

  @Test func `a hundred thousand machines`() throws {
    let chart = try ring()
    var machines: [Statechart] = []
    machines.reserveCapacity(100_000)
    let (before, start) = (resident(), now())
    for _ in 0..<100_000 {
      let machine = Statechart(chart)
      try machine.start()
      machines.append(machine)
    }
    for machine in machines { for _ in 0..<10 { machine.send("next") } }
    let milliseconds = Int((now() - start) / 1e6)
    let bytes = (resident() - before) / machines.count
    print("\n100,000 machines of ten states, started and sent ten events each: \(milliseconds) ms, \(bytes) bytes each")
    #expect(bytes <= 600)
  }
}
