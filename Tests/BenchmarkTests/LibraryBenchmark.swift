import Foundation
import StateKit
import Testing

/// What machines of the library take, beside the same event in `statekit run`, a switch by hand and a dictionary of closures.
/// `make bench` asks for it.
@Suite(.enabled(if: ProcessInfo.processInfo.environment["STATEKIT_BENCH"] != nil), .serialized)
struct LibraryBenchmark {
  /// An event that takes a machine of two states from one to the other.
  private struct Workload {
    let name: String
    /// What its handler is besides a target, and what the states have besides the handler.
    let handler: String
    var states = ""
    /// What the event carries, as JSON.
    var payload: String?
    /// How many times as long as in `run` it may take.
    var limit = 3.0

    var chart: String {
      """
      {"context": {"n": 0, "last": 0}, "root": {"initial": "a", "subStates": {
        "a": {"next": {"target": "b", \(handler)}\(states)}, "b": {"next": {"target": "a", \(handler)}\(states)}}}}
      """
    }
  }

  private static let workloads = [
    Workload(name: "nothing but the configuration decides it", handler: #""actions": []"#),
    Workload(name: "a host action", handler: #""actions": "act""#, limit: 5),
    Workload(name: "a guard", handler: #""guard": "n < 5""#),
    Workload(
      name: "a guard, and a payload that nothing reads", handler: #""guard": "n < 5""#, payload: #"{"cents": 5}"#),
    Workload(
      name: "a guard that reads the payload", handler: #""guard": "event.data.cents > 3""#, payload: #"{"cents": 5}"#),
    Workload(name: "an assignment", handler: #""actions": {"assign": {"n": "n + 1"}}"#),
    Workload(
      name: "a payload that is assigned", handler: #""actions": {"assign": {"last": "event.data.cents"}}"#,
      payload: #"{"cents": 5}"#),
    Workload(name: "a guard, and an assignment", handler: #""guard": "n >= 0", "actions": {"assign": {"n": "n + 1"}}"#),
    Workload(name: "a text with a value is logged", handler: #""actions": {"log": "n is ${n}"}"#),
    Workload(name: "a timer is stopped, one started", handler: #""actions": []"#, states: #", "after": {"5s": {}}"#),
  ]

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

  /// An event of a workload through `send`.
  private func library(_ workload: Workload) throws -> Double {
    let machine = Statechart(try Chart(json: workload.chart.utf8, name: "turning.json"))
    var acts = 0
    machine.on("act") { _ in acts += 1 }
    try machine.start()
    let data = workload.payload.flatMap { Payload(json: $0.utf8) } ?? .null
    return best(300_000) { machine.send("next", data) }
  }

  /// The same in a run of the tool that writes nothing; nil where no tool is given.
  private func tool(_ workload: Workload) throws -> Double? {
    guard let program = ProcessInfo.processInfo.environment["STATEKIT_PROGRAM"] else { return nil }
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("statekit-bench-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let chart = folder.appendingPathComponent("chart.json")
    try Data(workload.chart.utf8).write(to: chart)
    let line = "next" + (workload.payload.map { " \($0)" } ?? "") + "\n"
    let (few, many) = (1_000, 1_000_000)
    let times = try [few, many].map { count in
      let script = folder.appendingPathComponent("\(count).txt")
      try Data(String(repeating: line, count: count).utf8).write(to: script)
      return try (0..<5).map { _ in
        let before = childTime()
        let process = try Process.run(
          URL(fileURLWithPath: program), arguments: ["run", "--quiet", chart.path, script.path])
        process.waitUntilExit()
        try #require(process.terminationStatus == 0)
        return childTime() - before
      }.min() ?? 0
    }
    return (times[1] - times[0]) / Double(many - few)
  }

  /// CPU nanoseconds of processes that have ended.
  private func childTime() -> Double {
    var usage = rusage()
    // RUSAGE_CHILDREN, whose type depends on the system.
    getrusage(-1, &usage)
    let seconds = Double(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec)
    return seconds * 1e9 + Double(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) * 1e3
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

  @Test func `an event`() throws {
    print("\n| an event | send ns | run --quiet ns | ratio | may be |\n|---|---:|---:|---:|---:|")
    for workload in Self.workloads {
      let (own, other) = (try library(workload), try tool(workload))
      let shown = other.map { "\(Int($0.rounded())) | \(String(format: "%.1f", own / $0))" } ?? "|"
      print("| \(workload.name) | \(Int(own.rounded())) | \(shown) | \(Int(workload.limit)) |")
    }
    var state = 0
    var closures: [String: [String: () -> String]] = [:]
    for number in 0..<10 { closures["s\(number)"] = ["next": { "s\((number + 1) % 10)" }] }
    var current = "s0"
    for (name, time) in [
      ("an enum and a switch by hand", best(1_000_000) { state = state == 9 ? 0 : state + 1 }),
      ("a dictionary of closures", best(300_000) { current = closures[current]?["next"]?() ?? current }),
    ] { print("| \(name) | \(Int(time.rounded())) | | | |") }
    #expect(state >= 0)
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
