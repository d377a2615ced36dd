import StateKit
import Testing

/// Whatever order of calls, whatever event: nothing traps, and every answer is that of the moment.
@Suite struct ReentranceTests {
  private static let json = """
    {"context": {"n": 0}, "guards": {"asked": null}, "root": {"initial": "a", "subStates": {
      "a": {"enterState": ["in a"], "exitState": ["out a"], "go": {"guard": "asked", "target": "b"}, "after": {"1s": "b"},
            "count": {"actions": [{"assign": {"n": "n + 1"}}, {"call": "tell", "data": "n"}, {"assign": {"n": "n + 1"}}]}},
      "b": {"enterState": ["in b"], "exitState": ["out b"], "back": "a", "go": {"target": "a"}}}}}
    """

  @Test func `everything can be asked and done from inside every closure`() throws {
    let chart = try ChartDefinition(json: Self.json.utf8, name: "c.json")
    let machine = Statechart(chart)
    // A machine keeps the closures of its actions, which are not to keep the machine.
    unowned let inside = machine
    var depth = 0
    var count = 0
    var asked = 0
    func everything() {
      count += 1
      depth += 1
      defer { depth -= 1 }
      if depth > 3 || count > 1_000 { return }
      _ = inside.configuration + inside.events
      _ = inside.isIn("a") || inside.can("go") || inside.isIn("nowhere") || inside.isFinished
      _ =
        "\(inside.verdict("go")) \(inside.verdict("")) \(inside.context["n"] ?? nil) \(String(describing: inside.nextDue))"
      _ = try? inside.start()
      _ = try? Statechart(chart, restoring: inside.snapshot)
      inside.fork().send("go")
      if count <= 200, asked == 0 { #expect(inside.send("count").outcome == .queued) }
      if count < 200, asked == 0 {
        inside.advance(by: .seconds(1))
        inside.finish("x")
      }
      try? inside.action("out a") { _ in }
      _ = try? inside.didEnter("b") { _ in }
    }
    for action in ["in a", "out a", "in b", "out b", "tell"] { try machine.action(action) { _ in everything() } }
    try machine.guard("asked") { _ in
      // A guard only reads.
      asked += 1
      defer { asked -= 1 }
      everything()
      return true
    }
    let tokens = [
      try machine.didEnter("a") { _ in everything() }, try machine.didExit("b") { _ in everything() },
      try machine.willHandle("go") { _ in everything() }, try machine.didHandle("go") { _ in everything() },
      machine.observe { _ in everything() },
    ]
    try machine.start()
    for event in ["go", "go", "back", "count", "bogus", ""] { machine.send(event) }
    machine.advance(by: .seconds(5))
    #expect(tokens.count == 5)
  }

  @Test func `an action reads the state of its moment, and guards that ask themselves end`() throws {
    let chart = try ChartDefinition(json: Self.json.utf8, name: "c.json")
    let machine = Statechart(chart)
    unowned let inside = machine
    var seen: [String] = []
    for action in ["in a", "out a", "in b", "out b"] {
      try machine.action(action) { _ in seen.append("\(action) \(inside.configuration)") }
    }
    try machine.action("tell") { call in seen.append("\(call.data) \(inside.context["n"] ?? nil)") }
    try machine.guard("asked") { _ in inside.can("go") || !inside.isIn("b") }
    try machine.start()
    for _ in 0..<3 {
      seen = []
      machine.send("go")
      #expect(seen.first == "out a [\"root\"]" && seen.last == "in b [\"root.b\"]" || machine.isIn("a"), "\(seen)")
      machine.send("back")
    }
    seen = []
    machine.send("count")
    machine.send("count")
    #expect(seen == ["1 1", "3 3"])
  }

  @Test func `guards that ask often about their own event end soon`() throws {
    let handlers = [String](repeating: #"{"guard": "asked", "actions": []}"#, count: 3).joined(separator: ", ")
    let json = #"{"guards": {"asked": null}, "root": {"e": [\#(handlers)]}}"#
    let machine = Statechart(try ChartDefinition(json: json.utf8, name: "c.json"))
    unowned let inside = machine
    var count = 0
    try machine.guard("asked") { _ in
      count += 1
      return inside.can("e")
    }
    try machine.start()
    #expect(!machine.can("e"))
    #expect("\(machine.send("e").outcome)".hasPrefix("declined"))
    #expect(count <= 6_000)
  }

  @Test func `an action that throws ends its list, in a step that is known, too`() throws {
    struct Broken: Error, CustomStringConvertible {
      var description: String { "no paper" }
    }
    let chart = try ChartDefinition("printer") {
      Context("errors", "")
      ChartState("idle", initial: true) { On("print", to: "printing") }
      ChartState("printing") {
        Entry {
          Do("first")
          Do("second")
        }
        On("error.execution", to: "broken") { Assign("errors", "event.data.message") }
        On("stop", to: "idle")
      }
      ChartState("broken") { On("stop", to: "idle") }
    }
    let printer = Statechart(chart)
    var isBroken = false
    var calls: [String] = []
    try printer.action("first") { call in
      calls.append(call.action)
      if isBroken { throw Broken() }
    }
    try printer.action("second") { call in calls.append(call.action) }
    try printer.start()
    for round in 0..<4 {
      isBroken = round % 2 == 1
      calls = []
      let step = printer.send("print")
      #expect(calls == (isBroken ? ["first"] : ["first", "second"]), "\(step.changes)")
      #expect(step.to == [isBroken ? "root.broken" : "root.printing"])
      printer.send("stop")
    }
    #expect(printer.context["errors"] == "the action first failed: no paper")
  }

  @Test func `what begins to listen inside an action hears the rest of the step, in one that is known, too`() throws {
    let text = """
      {"root": {"initial": "a", "subStates": {
        "a": {"go": {"target": "b", "actions": ["act", "more"]}}, "b": {"back": "a"}}}}
      """
    let machine = Statechart(try ChartDefinition(json: text.utf8, name: "c"))
    var heard: [String] = []
    var tokens: [Token] = []
    var isAsking = false
    try machine.action("act") { [unowned machine] _ in
      if !isAsking { return }
      tokens.append(try machine.didEnter("b") { heard.append("enter \($0.targets)") })
      tokens.append(try machine.didHandle("go") { heard.append("after \($0.event ?? "")") })
      tokens.append(machine.observe { heard.append("\($0)") })
    }
    try machine.action("more") { call in heard.append(call.action) }
    try machine.start()
    for round in 0..<4 {
      heard = []
      isAsking = round > 1
      machine.send("go")
      let listened = ["more", "enter [\"root.b\"]", "after go", "handled, root.b"]
      #expect(heard == (isAsking ? listened : ["more"]), "round \(round)")
      for token in tokens { token.cancel() }
      tokens = []
      machine.send("back")
    }
  }

  @Test func `values of every size and depth are taken or rejected`() throws {
    let machine = Statechart(
      try ChartDefinition(json: #"{"root": {"e": {"actions": {"log": "${event.data}"}}}}"#.utf8, name: "c"))
    try machine.start()
    var deep: Payload = 1
    for _ in 0..<100_000 { deep = [deep] }
    #expect("\(machine.send("e", deep).outcome)".hasPrefix("rejected"))
    #expect("\(machine.send("e", .double(.nan)).outcome)".hasPrefix("rejected"))
    #expect("\(machine.send("e", .list([Payload](repeating: 1, count: 2_000_000))).outcome)".hasPrefix("rejected"))
    #expect("\(machine.send(String(repeating: "x", count: 5_000)).outcome)".hasPrefix("rejected"))
    #expect(machine.send("e", ["a": 1, "a": 2]).changes == [.logged(#"{"a":2}"#)])
    #expect(machine.send("e", .int(.max)).outcome == .handled)
    #expect(machine.send(Input<UInt64>("e"), .max).changes == [.logged("1.8446744073709552e+19")])
    machine.advance(by: .seconds(Int64.max))
    machine.advance(by: .seconds(-5))
    var state = ChartState("deepest")
    for number in 0..<3_000 {
      let inner = state
      state = ChartState("s\(number)") { inner }
    }
    let tree = state
    #expect(throws: ChartError.self) { try ChartDefinition("deep") { tree } }
  }

  @Test func `events that send themselves end at a limit`() throws {
    let machine = Statechart(try ChartDefinition(json: #"{"root": {"e": {"actions": "again"}}}"#.utf8, name: "c"))
    var count = 0
    try machine.action("again") { [unowned machine] _ in
      count += 1
      machine.send("e")
    }
    var last = ""
    let token = machine.observe { last = "\($0.errors)" }
    try machine.start()
    machine.send("e")
    #expect(count > 99_000 && count < 101_000 && last.contains("limit"))
    #expect(machine.send("other").outcome.description.hasPrefix("ignored"))
    token.cancel()
  }

  @Test func `bytes that are no state file are damage, and none of them traps`() throws {
    let chart = try ChartDefinition(json: Self.json.utf8, name: "c.json")
    let machine = Statechart(chart)
    for action in chart.host.actions { try machine.action(action) { _ in } }
    try machine.guard("asked") { _ in true }
    try machine.start()
    machine.send("count")
    let bytes = machine.snapshot.json
    for index in bytes.indices {
      for byte in [UInt8(ascii: "9"), UInt8(ascii: "]"), UInt8(ascii: "\"")] {
        var broken = bytes
        broken[index] = byte
        guard let snapshot = try? Snapshot(json: broken), let found = try? Statechart(chart, restoring: snapshot) else {
          continue
        }
        found.advance(by: .seconds(3))
        found.send("go")
      }
    }
    let again = try Statechart(chart, restoring: Snapshot(json: bytes))
    #expect(again.snapshot.json == bytes && again.nextDue == .seconds(1))
  }
}
