import CEL
import StateKitCore
import StateKitFormat
import Testing

/// What a script line may cost, and what the machines may hold.
@Suite struct BudgetTests {
  private func chart(_ json: String) throws -> Chart {
    try #require(ChartReader.read(SourceText(name: "c", bytes: Array(json.utf8)), findings: Findings()))
  }

  private func run(_ json: String, _ events: [String], _ limits: Limits) throws -> Machine {
    var machine = Machine(try chart(json), limits: limits, sink: NoTrace())
    machine.start()
    for event in events { take(event, &machine) }
    return machine
  }

  /// An event, or a move of the clock.
  private func take(_ line: String, _ machine: inout Machine) {
    if line == "+idle" {
      machine.advance(.idle, shown: line)
    } else {
      machine.send(machine.chart.event(line.utf8.span, data: nil))
    }
  }

  /// Charts, with what the line `go` costs.
  private static let costs: [(cost: Int, chart: String)] = [
    // An exit, an action, an entry.
    (3, #"{"root": {"initial": "a", "subStates": {"a": {"go": {"target": "b", "actions": "x"}}, "b": {}}}}"#),
    // A guard of one comparison besides.
    (
      4,
      #"{"context": {"n": 0}, "root": {"initial": "a", "subStates": {"a": {"go": {"guard": "n < 5", "target": "b", "actions": "x"}}, "b": {}}}}"#
    ),
    // A loop, and its body three times.
    (5, #"{"context": {"l": [1, 2, 3]}, "root": {"go": {"actions": {"forEach": "l", "do": ["x"]}}}}"#),
    // An assign below a key, and the entries of both maps on the way.
    (
      7,
      #"{"context": {"m": {"a": {"x": 1, "y": 2}, "b": 3, "c": 4}}, "root": {"go": {"actions": {"assign": {"m.a.x": "5"}}}}}"#
    ),
    // What is sent belongs to the line, too: the send, and the action of its macrostep.
    (2, #"{"root": {"go": {"actions": {"send": "more"}}, "more": {"actions": "x"}}}"#),
  ]

  @Test(arguments: costs) func `a line ends at its cost, and the machine is usable`(cost: Int, chart: String) throws {
    var limits = Limits()
    limits.cost = cost
    #expect(try run(chart, ["go"], limits).faults.isEmpty)
    #expect(try run(chart, ["go"], limits).lineCost == cost)
    limits.cost = cost - 1
    var machine = try run(chart, ["go"], limits)
    #expect(machine.faults.map(\.message).first?.contains("the limit of --max-cost") == true)
    #expect(machine.faults.count == 1)
    take("nothing", &machine)
    #expect(machine.faults.isEmpty)
  }

  @Test func `a guard that costs too much ends the line, once`() throws {
    let json = """
      {"context": {"l": [1, 2, 3, 4, 5, 6, 7, 8, 9]}, "root": {
        "go": {"guard": "l.all(a, l.all(b, l.all(c, c > 0)))", "actions": {"send": "go"}}}}
      """
    var limits = Limits()
    limits.cost = 100_000
    let machine = try run(json, ["go"], limits)
    #expect(machine.faults.count == 1 && machine.faults[0].message.contains("--max-cost"), "\(machine.faults)")
  }

  @Test func `who interrupts is heard within an evaluation`() throws {
    let json =
      #"{"context": {"l": [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]}, "root": {"go": {"guard": "l.all(a, l.all(b, l.all(c, l.all(d, d > 0))))"}}}"#
    var limits = Limits()
    limits.isInterrupted = { true }
    let machine = try run(json, ["go"], limits)
    #expect(machine.faults.map(\.message) == ["interrupted"] && machine.faults.map(\.end) == [.interruption])
    #expect(machine.lineCost < 20_000)
  }

  // MARK: Memory

  /// What must be let go of again: scripts after which a machine holds its context and nothing else.
  private static let released: [(chart: String, script: [String])] = [
    (
      #"{"context": {"s": "some text"}, "root": {"go": {"actions": {"raise": "r", "data": "s"}}, "r": {}}}"#,
      ["go", "x"]
    ),
    (
      #"{"context": {"s": "some text"}, "root": {"go": {"actions": {"send": "r", "data": "s"}}, "r": {}}}"#,
      ["go", "x"]
    ),
    (
      #"{"context": {"s": "some text"}, "root": {"go": {"actions": {"send": "r", "data": "s", "delay": "1s"}}}}"#,
      ["go", "go", "+idle", "x"]
    ),
    (
      #"{"root": {"go": {"actions": [{"send": "r", "data": "'text'", "delay": "1s", "id": "i"}, {"cancel": "i"}]}}}"#,
      ["go", "go", "x"]
    ),
    (
      #"{"context": {"l": [1, 2]}, "root": {"go": {"actions": [{"forEach": "l", "do": [{"forEach": "l", "do": ["x"]}]}, {"forEach": "l", "do": [{"assign": {"l": "1 / 0"}}]}]}}}"#,
      ["go", "x"]
    ),
    (
      #"{"root": {"initial": "a", "subStates": {"a": {"go": "b", "after": {"9s": "a"}}, "b": {"go": "c", "after": {"1s": "b"}}, "c": {}}}}"#,
      ["go", "+idle", "go", "x"]
    ),
    (#"{"root": {"loop": {"actions": [{"raise": "loop"}, {"send": "loop", "data": "[1, 2]"}]}}}"#, ["loop", "x"]),
  ]

  @Test(arguments: released) func `what is over is held no longer`(chart: String, script: [String]) throws {
    let machine = try run(chart, script, Limits())
    // The event that was seen last carries nothing; its variable and those of loops count as they were at first.
    let context = machine.data.slots.prefix(machine.chart.contextNames.count).reduce(0) { $0 + $1.size }
    let others = machine.data.slots.count - machine.chart.contextNames.count
    #expect(machine.heldBytes == context + others * Value.null.size)
  }

  /// Charts whose line `go` would hold too much; what is done of it, in the context and in timers.
  private static let refused: [(chart: String, context: String, timers: Int)] = [
    (
      #"{"context": {"s": "0123456789", "n": 0}, "root": {"go": {"actions": [{"assign": {"n": "1"}}, {"forEach": "[1, 2, 3, 4, 5, 6, 7, 8, 9]", "do": [{"assign": {"s": "s + s"}}]}, {"assign": {"n": "2"}}]}}}"#,
      "n 1", 0
    ),
    (
      #"{"context": {"s": "0123456789", "n": 0}, "root": {"go": {"actions": [{"forEach": "[1, 2, 3]", "do": [{"send": "x", "delay": "1s", "data": "s"}]}, {"assign": {"n": "2"}}]}}}"#,
      "n 0", 2
    ),
    (
      #"{"context": {"n": 0}, "root": {"go": {"actions": [{"forEach": "[1, 2, 3, 4, 5, 6, 7, 8, 9]", "do": [{"raise": "x"}]}, {"assign": {"n": "2"}}]}}}"#,
      "n 0", 0
    ),
    (
      #"{"context": {"n": 0}, "root": {"go": {"actions": [{"forEach": "[1, 2, 3, 4, 5, 6, 7, 8, 9]", "do": [{"send": "x"}]}, {"assign": {"n": "2"}}]}}}"#,
      "n 0", 0
    ),
    (
      #"{"context": {"n": 0}, "root": {"initial": "a", "subStates": {"a": {"go": "b"}, "b": {"enterState": {"assign": {"n": "1"}}, "after": {\#((1...60).map { #""\#($0)s": "a""# }.joined(separator: ", "))}}}}}"#,
      "n 0", 0
    ),
  ]

  @Test(arguments: refused) func `the action that would hold too much is not done`(
    chart: String, context: String, timers: Int
  ) throws {
    var limits = Limits()
    limits.memory = MemoryPool(limit: 2_048)
    var machine = try run(chart, ["go"], limits)
    #expect(machine.faults.count == 1 && machine.faults[0].message.contains("2 KiB, the limit of --max-memory"))
    let slot = try #require(machine.chart.contextSlot(named: "n"))
    #expect("n \(machine.data.slots[slot].json)" == context)
    #expect(machine.dueTimes.count == timers)
    #expect(machine.heldBytes <= 2_048)
    take("x", &machine)
    #expect(machine.faults.isEmpty)
  }

  @Test func `a pool is shared, and what a run held is given back`() throws {
    var limits = Limits()
    limits.memory = MemoryPool(limit: 1 << 20)
    let json =
      #"{"context": {"s": "0123456789abcdef"}, "root": {"go": {"actions": {"forEach": "[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15]", "do": [{"assign": {"s": "s + s"}}]}}}}"#
    for _ in 0..<10 {
      let first = try run(json, ["go"], limits)
      #expect(first.faults.isEmpty)
      #expect(try run(json, ["go"], limits).faults.first?.message.contains("--max-memory") == true)
      #expect(first.heldBytes > 1 << 19)
    }
  }
}
