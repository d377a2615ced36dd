import StateKit
import Testing

/// What a step says of itself: its time, its errors, and what a script makes of them.
@Suite struct StepTests {
  private static func machine(_ text: String) throws -> Statechart {
    Statechart(try ChartDefinition(json: text.utf8, name: "c.json"))
  }

  @Test func `a queued step says the time at which it was queued`() throws {
    let machine = try Self.machine(#"{"root": {"go": {"actions": ["a"]}, "x": {"actions": []}}}"#)
    unowned let inside = machine
    var inner: Step?
    try machine.action("a") { (_: Call) in inner = inside.send("x") }
    try machine.start()
    machine.advance(by: .seconds(5))
    #expect(machine.send("go").time == .seconds(5))
    #expect(inner?.outcome == .queued)
    #expect(inner?.time == .seconds(5))
  }

  @Test func `an error of the queue is told beside the error of the step`() throws {
    struct Failed: Error {}
    let machine = try Self.machine(#"{"root": {"invoke": {"id": "x", "src": "x"}, "y": {"actions": []}}}"#)
    try machine.service("x", start: { _ in })
    unowned let inside = machine
    var count = 0
    let token = machine.observe { (_: Step) in
      while count > 0 {
        count -= 1
        inside.send("y")
      }
    }
    try machine.start()
    count = 100_002
    let errors = machine.fail("x", Failed()).errors
    #expect(errors.count == 2)
    #expect(errors.first?.underlying is Failed)
    withExtendedLifetime(token) {}
  }

  @Test(arguments: ["", #", "error.invoke.w": "c""#])
  func `a service that does not start is an error of the step, unless a state handles it`(handler: String) throws {
    struct Failed: Error {}
    let json = #"""
      {"root": {"initial": "a", "subStates": {"a": {"go": "b"}, "b": {"invoke": {"src": "w"}\#(handler)}, "c": {}}}}
      """#
    let chart = try ChartDefinition(json: json.utf8, name: "c.json")
    for first in ["a", "b"] {
      let machine = Statechart(try chart.starting(in: first))
      try machine.service("w", start: { _ in throw Failed() })
      let started = try machine.start()
      let step = first == "a" ? machine.send("go") : started
      #expect(step.outcome.isHandled && step.errors.count == (handler.isEmpty ? 1 : 0), "\(step)")
      #expect(step.errors.allSatisfy { $0.underlying is Failed })
      #expect(machine.isIn("c") == !handler.isEmpty)
    }
  }

  @Test(arguments: [false, true])
  func `a delayed event takes as long with many waiting timers as with few`(hasHook: Bool) throws {
    let machine = try Self.machine(#"{"root": {"tm": {"actions": {"send": "q", "delay": "1h"}}}}"#)
    let token = try hasHook ? machine.didHandle("tm") { _ in } : nil
    try machine.start()
    // The shortest of several times: other tests may run meanwhile.
    func shortest() -> Duration {
      let clock = ContinuousClock()
      return (0..<40).map { _ in clock.measure { for _ in 0..<20 { machine.send("tm") } } }.min() ?? .zero
    }
    let few = shortest()
    for _ in 0..<8_000 { machine.send("tm") }
    #expect(shortest() < few * 4)
    #expect(machine.timers.count == 9_600)
    withExtendedLifetime(token) {}
  }

  @Test func `timers of several machines are listed in the order in which they fire`() throws {
    let child = #"{"root": {"after": {"2s": {"actions": [{"log": "child"}]}}}}"#
    let parent = """
      {"root": {"invoke": {"id": "k", "chart": "k.json"}, "initial": "a", "subStates": {"a": {"go": "b"},
        "b": {"after": {"1s": {"actions": [{"log": "parent"}]}}}}}}
      """
    let chart = try ChartDefinition(json: parent.utf8, name: "c.json", files: ["k.json": Array(child.utf8)])
    let machine = Statechart(chart)
    try machine.start()
    machine.advance(by: .seconds(1))
    machine.send("go")
    #expect(machine.timers.map(\.child) == ["k", nil])
    #expect(
      machine.advance(by: .seconds(1)).trace.filter { $0.contains("log") }.map { $0.contains("child") } == [
        true, false,
      ])
  }

  @Test(arguments: [
    (#"{"context": {"n": 0}, "root": {"enterState": [{"assign": {"n": "1 / n"}}], "go": {"actions": []}}}"#, "go"),
    (
      #"{"context": {"n": 0}, "root": {"go": {"actions": ["a"]}, "x": {"actions": [{"assign": {"n": "1 / n"}}]}}}"#,
      "go"
    ),
  ])
  func `a script fails at an error of the start, and of an event that a closure sends`(json: String, line: String)
    throws
  {
    func run(_ text: String) throws {
      let machine = try Self.machine(json)
      if json.contains("\"a\"") { try machine.action("a") { (call: Call) in call.send("x") } }
      try Script(text, name: "s").run(on: machine)
    }
    let error = #expect(throws: ScriptFailure.self) { try run("\(line)\n:expect handled\n") }
    #expect("\(error.map { "\($0)" } ?? "")".contains("division by zero"))
    try run(json.contains("enterState") ? ":expect error\ngo\n" : "go\n:expect error\n")
  }

  @Test(
    arguments: [
      ("y\n:expect in b", 2), ("y\n:expect in a\n:expect rejected", nil), ("y\n:expect in a\nx", 1), ("y", 1),
    ] as [(String, Int?)])
  func `a failed expectation is reported at its line, and a later one may expect the error`(text: String, line: Int?)
    throws
  {
    let json = #"{"events": {"x": null}, "root": {"initial": "a", "subStates": {"a": {"x": "b"}, "b": {}}}}"#
    let machine = try Self.machine(json)
    var found: Int?
    do throws(ScriptFailure) {
      try Script(text, name: "s").run(on: machine)
    } catch {
      found = error.line
    }
    #expect(found == line)
  }
}
