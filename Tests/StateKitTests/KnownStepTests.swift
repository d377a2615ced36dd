import StateKit
import Synchronization
import Testing

/// What machines of one chart share: steps that were made before by another machine.
@Suite struct KnownStepTests {
  private static func chart(_ text: String) throws -> ChartDefinition {
    try ChartDefinition(json: text.utf8, name: "c.json")
  }

  @Test func `a step that another machine has made asks the guard of a machine without closures`() throws {
    let chart = try Self.chart(
      #"{"guards": {"g": null}, "root": {"initial": "a", "subStates": {"a": {"go": {"guard": "g", "target": "b"}}, "b": {"back": "a"}}}}"#
    )
    let first = Statechart(chart)
    try first.guard("g") { (_: Call) in true }
    try first.start()
    let snapshot = first.snapshot
    for _ in 0..<3 {
      first.send("go")
      first.send("back")
    }
    let second = try Statechart(chart, restoring: snapshot)
    #expect(second.send("go").outcome != .handled)
    #expect(second.isIn("a"))
  }

  @Test func `a step that another machine has made does not tell its payload`() throws {
    let chart = try Self.chart(
      """
      {"root": {"initial": "a", "subStates": {"a": {"always": {"guard": "event.name == 'x'", "target": "b"}},
        "b": {"enterState": ["act", {"raise": "r"}], "r": {"actions": "act2"}}, "c": {"x": "a"}}}}
      """)
    var payloads: [Payload] = []
    for sent in [["secret": 1], .null] as [Payload] {
      let machine = Statechart(chart)
      try machine.action("act") { (call: Call) in payloads.append(call.payload) }
      try machine.action("act2") { (_: Call) in }
      try machine.start()
      _ = sent == .null ? machine.send("x") : machine.send("x", sent)
    }
    #expect(payloads == [["secret": 1], .null])
  }

  @Test func `a call that a guard has kept does not make another guard fail`() throws {
    let machine = Statechart(
      try Self.chart(
        #"{"guards": {"g": null, "h": null}, "root": {"first": {"guard": "g", "actions": []}, "go": {"guard": "h", "actions": []}}}"#
      ))
    var kept: Call?
    try machine.guard("g") { (call: Call) in
      kept = call
      return true
    }
    try machine.guard("h") { (_: Call) in
      kept?.send("late")
      return true
    }
    try machine.start()
    #expect(machine.send("first").outcome == .handled)
    let step = machine.send("go")
    #expect(step.outcome == .handled && step.errors.isEmpty)
  }

  @Test func `an event before a queued start is rejected, and other machines start as ever`() throws {
    let chart = try Self.chart(#"{"root": {"initial": "a", "subStates": {"a": {"go": "b"}, "b": {}}}}"#)
    let machine = Statechart(chart)
    unowned let inside = machine
    var isDone = false
    let token = machine.observe { (_: Step) in
      if isDone { return }
      isDone = true
      inside.send("go")
      #expect(throws: Never.self) { try inside.start() }
    }
    machine.send("go")
    #expect(machine.isIn("a"))
    let other = Statechart(chart)
    try other.start()
    #expect(other.isIn("a"))
    withExtendedLifetime(token) {}
  }

  @Test func `the error of a step is the one that its guard threw, whatever was asked before`() throws {
    struct Numbered: Error { let number: Int }
    let machine = Statechart(
      try Self.chart(#"{"guards": {"g": null}, "root": {"go": {"guard": "g", "actions": []}}}"#))
    var count = 0
    try machine.guard("g") { (_: Call) throws in
      count += 1
      throw Numbered(number: count)
    }
    try machine.start()
    for _ in 0..<120 { _ = machine.can("go") }
    let before = count
    let error = machine.send("go").errors.first?.underlying as? Numbered
    #expect(error.map { $0.number > before } == true)
  }

  @Test func `integers of 128 bits stand in structs and lists as they do alone`() throws {
    struct Big: Codable, Equatable {
      var whole: Int128
      var list: [Int128]
      var natural: UInt128
    }
    let big = Big(whole: 4, list: [-5, 6], natural: 7)
    #expect(try Payload(encoding: big).decode(Big.self) == big)
  }

  @Test func `a payload from JSON has the limit of nodes, too`() throws {
    let machine = Statechart(try Self.chart(#"{"root": {"go": {"actions": []}}}"#))
    try machine.start()
    let text = "[" + String(repeating: "1,", count: 1_100_000) + "1]"
    let payload = try #require(Payload(json: Array(text.utf8)))
    guard case .rejected = machine.send("go", payload).outcome else {
      Issue.record("the event was not rejected")
      return
    }
  }

  @Test func `hooks that a closure of a step registers are called in every machine`() throws {
    let chart = try Self.chart(
      """
      {"root": {"initial": "a", "subStates": {"a": {"go": {"target": "b", "actions": ["reg", {"raise": "r"}]}},
        "b": {"r": {"actions": ["x"]}}}}}
      """)
    var logs: [[String]] = []
    for _ in 0..<3 {
      let machine = Statechart(chart)
      unowned let inside = machine
      var log: [String] = []
      var tokens: [Token] = []
      try machine.action("reg") { (_: Call) in
        for name in ["r", "go"] {
          if let token = try? inside.didHandle(name, { (_: Call) in log.append("did \(name)") }) {
            tokens.append(token)
          }
        }
      }
      try machine.action("x") { (_: Call) in log.append("x") }
      try machine.start()
      machine.send("go")
      logs.append(log)
      withExtendedLifetime(tokens) {}
    }
    #expect(logs == [["x", "did r", "did go"], ["x", "did r", "did go"], ["x", "did r", "did go"]])
  }

  @Test func `a state that was due in time is found, however late the machine is asked`() async throws {
    let chart = try ChartDefinition("n") {
      ChartState("a", initial: true) {
        After(.milliseconds(20), to: "b")
        On("work") { Do("work") }
      }
      ChartState("b")
    }
    for _ in 0..<4 {
      let machine = StatechartActor(chart)
      try await machine.action("work") { (_: Call) in
        let end = ContinuousClock.now + .milliseconds(120)
        while ContinuousClock.now < end {}
      }
      try await machine.start()
      async let found: Void = machine.waitFor("b", timeout: .milliseconds(60))
      await machine.send("work")
      try await found
    }
  }
}
