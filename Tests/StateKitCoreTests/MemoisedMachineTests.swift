@testable import StateKitCore
import StateKitFormat
import Testing

/// What may be replayed, and what may not.
@Suite struct MemoisedMachineTests {
  private static let events = 64

  /// How many macrosteps of a chart with the events `go` and `back` are replayed. `also` happens in each of them.
  private func replayed(
    _ chart: String, keepsEntries: Bool = false, also: (inout Machine) -> Void = { _ in }
  ) throws -> Int {
    let chart = try #require(ChartReader.read(SourceText(name: "test", bytes: Array(chart.utf8)), findings: Findings()))
    var options = MemoisedMachine.Options()
    options.patience = 0
    options.keepsEntries = keepsEntries
    let machine = MemoisedMachine(chart, options: options, sinks: MemoisedMachine.Sinks(trace: NoTrace()))
    machine.start()
    for number in 0..<Self.events {
      let event = chart.event((number % 2 == 0 ? "go" : "back").utf8.span, data: nil)
      let symbol = try #require(EventSymbol.of(event, in: chart))
      if machine.replay([0], in: 0..<1, symbols: [symbol]) == 1 { continue }
      machine.make(symbol) { machine in
        machine.send(event)
        also(&machine)
      }
    }
    return machine.replayed
  }

  /// `root` leaves nothing that is known from the chart alone: a variable is set on the way.
  private static let chart = """
    {"context": {"n": 0}, "root": {"initial": "a", "subStates": {
      "a": {"go": {"target": "b", "actions": [{"assign": {"n": "n + 1"}}]}},
      "b": {"back": {"target": "a", "actions": [{"assign": {"n": 0}}]}}}}}
    """

  @Test func `macrosteps that depend on nothing else are replayed`() throws {
    #expect(try replayed(Self.chart) == Self.events - 2)
  }

  @Test func `a macrostep with a part that was not recorded is never replayed`() throws {
    #expect(try replayed(Self.chart) { $0.trace.recorder?.note(.unrecorded) } == 0)
    #expect(try replayed(Self.chart) { $0.trace.recorder?.note([]) } == Self.events - 2)
  }

  @Test(
    arguments: [
      #"{"send": "x", "delay": "1s"}"#, #"{"cancel": "x"}"#, #"{"assign": {"n": "1 / 0"}}"#, #"{"log": "${n}#"}"#,
      #"{"forEach": "[1, 2]", "as": "i", "do": [{"assign": {"n": "1 / 0"}}]}"#,
    ]) func `what depends on more than the situation and the event is never replayed`(action: String) throws
  {
    let chart = """
      {"context": {"n": 0}, "root": {"initial": "a", "subStates": {
        "a": {"go": {"target": "b", "actions": [\(action)]}}, "b": {"back": {"target": "a", "actions": [\(action)]}}}}}
      """
    #expect(try replayed(chart) == 0)
  }

  @Test(
    arguments: [
      #"{"log": "it is ${n}"}"#, #"{"log": "${n < 3}, ${[n]} and ${'text'}"}"#,
      #"{"forEach": "[n, 2]", "as": "i", "index": "k", "do": [{"assign": {"n": "(n + i * 2 + k) % 7"}}, {"log": "${i}"}]}"#,
      #"{"forEach": "[]", "as": "i", "do": [{"assign": {"n": "i"}}]}"#,
    ]) func `texts and loops are replayed: their expressions are evaluated each time`(action: String) throws
  {
    let chart = """
      {"context": {"n": 0}, "root": {"initial": "a", "subStates": {
        "a": {"go": {"target": "b", "actions": [\(action)]}}, "b": {"back": {"target": "a", "actions": [\(action)]}}}}}
      """
    #expect(try replayed(chart) == Self.events - 2)
    // Who asks what a step did asks for the texts that it logged.
    #expect(try replayed(chart, keepsEntries: true) == (action.contains("${") ? 0 : Self.events - 2))
  }

  /// Each event stops timers and starts others.
  private static let timedChart = """
    {"context": {"n": 0, "last": ""}, "root": {"initial": "z", "subStates": {"z": {"go": "b"},
      "a": {"go": {"target": "b", "actions": [{"assign": {"n": "n + 1", "last": "''"}}]}, "after": {"5s": "b"}},
      "b": {"back": {"target": "a", "actions": [{"assign": {"last": "'text'"}}]}, "after": {"1m": "a", "70s": "a"}}}}}
    """

  @Test func `timers of states are started and stopped in macrosteps that are replayed`() throws {
    #expect(try replayed(Self.timedChart) == Self.events - 3)
    // What fires at once is made each time, and so is what comes after it.
    #expect(try replayed(Self.timedChart.replacing("70s", with: "0s")) <= 1)
  }

  /// What the machine shows, and how many bytes it holds, line by line; `prepare` comes before the events.
  private func course(replays: Bool, limits: Limits, prepare: (MemoisedMachine) -> Void) throws -> [String] {
    let bytes = Array(Self.timedChart.utf8)
    let chart = try #require(ChartReader.read(SourceText(name: "test", bytes: bytes), findings: Findings()))
    var options = MemoisedMachine.Options()
    (options.patience, options.replays, options.limits) = (0, replays, limits)
    let machine = MemoisedMachine(chart, options: options, sinks: MemoisedMachine.Sinks(trace: NoTrace()))
    machine.start()
    prepare(machine)
    var course: [String] = []
    for number in 0..<40 {
      if number == 25 { machine.restart() }
      machine.send(chart.event((number % 2 == 0 ? "go" : "back").utf8.span, data: nil))
      course.append(
        machine.look { "\($0.waitingTimers.map { [$0.due, $0.serial] }) \($0.heldBytes) \($0.faults.map(\.message))" })
    }
    #expect(replays || machine.replayed == 0)
    return course
  }

  @Test func `a replayed macrostep keeps to the end of time, and to the memory, as a machine does`() throws {
    var limits = Limits()
    // The longest timer of `b` takes 70 s.
    for rest in [Int64(0), 4_999, 5_000, 69_999, 70_000] {
      let courses = try [true, false].map { replays in
        try course(replays: replays, limits: limits) { $0.passTime(to: Delay.longest - rest) }
      }
      #expect(courses[0] == courses[1], "\(rest)")
    }
    for bytes in stride(from: 400, to: 2_400, by: 100) {
      let courses = try [true, false].map { replays in
        limits.memory = MemoryPool(limit: bytes)
        return try course(replays: replays, limits: limits) { _ in }
      }
      #expect(courses[0] == courses[1], "\(bytes)")
    }
  }

  @Test func `macrosteps of children are replayed`() throws {
    let first = #"{"root": {"invoke": {"chart": "child.json", "id": "x", "forward": true}}}"#
    let child = #"{"root": {"initial": "a", "subStates": {"a": {"go": "b"}, "b": {"go": "a"}}}}"#
    let folder = ChartFolder(first: "first.json") { path, _ in
      .text(SourceText(name: path, bytes: Array(child.utf8)))
    }
    let findings = Findings()
    let source = SourceText(name: "first.json", bytes: Array(first.utf8))
    let chart = try #require(ChartReader.read(source, findings: findings, in: folder), "\(findings.all)")
    let machine = MemoisedMachine(
      chart, options: MemoisedMachine.Options(), sinks: MemoisedMachine.Sinks(trace: NoTrace()))
    machine.start()
    var costs: Set<Int> = []
    for _ in 0..<100 {
      machine.send(chart.event("go".utf8.span, data: nil))
      costs.insert(machine.look { $0.lineCost })
    }
    #expect(machine.replayed >= 60)
    // An exit and an entry, whether a machine has made the step or not.
    #expect(costs == [2])
  }
}
