import StateKit
import Testing

/// What the host does for children, and what scripts say in the host's place.
@Suite struct ChildWorkTests {
  private static let json = """
    {"root": {"initial": "a", "subStates": {
      "a": {"invoke": {"id": "w", "chart": {"root": {"initial": "busy", "subStates": {
          "busy": {"invoke": {"src": "load"}, "done.invoke.load": "ready", "error.invoke.load": "failed"},
          "failed": {"enterState": {"send": "sorry", "to": "parent"}, "again": "busy"},
          "ready": {"type": "final", "output": "event.data"}}}}},
        "sorry": {"actions": "apologise"}, "retry": {"actions": {"send": "again", "to": "w"}},
        "done.invoke.w": {"target": "b", "actions": {"call": "show", "data": "event.data"}}},
      "b": {}}}}
    """

  @Test func `the end of a child's work is an event of the child`() throws {
    struct Broken: Error {}
    let machine = Statechart(try ChartDefinition(json: Self.json.utf8, name: "c.json"))
    var heard: [String] = []
    try machine.action("apologise") { call in heard.append(call.action) }
    try machine.action("show") { call in heard.append("show \(call.data)") }
    var begun: [String] = []
    try machine.service("load") { call in
      begun.append(call.invocation ?? "none")
      if begun.count == 3 { throw Broken() }
    }
    try machine.start()
    #expect(begun == ["w.load"])
    #expect("\(machine.finish("w.other").outcome)" == "rejected: w.other is not running")
    #expect(machine.fail("w.load", Broken()).outcome == .handled && heard == ["apologise"])
    #expect(!machine.finish("w.load", 1).outcome.isHandled, "it is over")
    machine.send("retry")
    #expect(begun == ["w.load", "w.load"])
    machine.fail("w.load", Broken())
    // The third cannot begin.
    machine.send("retry")
    #expect(heard == ["apologise", "apologise", "apologise"])
    machine.send("retry")
    let step = machine.finish("w.load", ["n": 5])
    #expect(step.outcome == .handled && step.to == ["root.b"] && heard.last == #"show {"n":5}"#, "\(step)")
  }

  @Test func `an actor ends the work of a child when its task does`() async throws {
    let machine = StatechartActor(try ChartDefinition(json: Self.json.utf8, name: "c.json"))
    try await machine.action("apologise") { _ in }
    try await machine.action("show") { _ in }
    try await machine.service("load") { _ in 42 }
    try await machine.start()
    let steps = await machine.steps()
    if await !machine.isIn("b") {
      for await step in steps where step.to == ["root.b"] { break }
    }
    #expect(await machine.isIn("b"))
  }

  private static let asking = """
    {"guards": {"isHome": null}, "root": {"initial": "a", "subStates": {
      "a": {"always": {"guard": "isHome", "target": "b"}, "after": {"rest": "c"}}, "b": {"leave": "a"}, "c": {}}}}
    """

  @Test(
    arguments: [
      (":guard isHome = true\n:delay rest = 5s\n:expect in b", nil),
      (":guard isHome = true\n:expect in b", "t:2: nothing gives the delay rest (c.json:2:73)"),
      (":guard isHome = false\n:delay rest = 5s\n+5s\n:expect in c", nil),
      (
        ":guard isHome = true\n:delay rest = 5s\n:test \"one\"\n:expect in b\n:test \"two\"\n:guard isHome = false\n+5s\n:expect in c",
        nil
      ),
      (":guard isHome = true\n:delay rest = 5s\n:expect in a", "t:3: not in a; active: b"),
      ("\nleave", "t:2: the host lacks the guards isHome"), ("", "t:1: the host lacks the guards isHome"),
    ] as [(String, String?)])
  func `lines before the first event answer from the start on`(text: String, failure: String?) throws {
    let chart = try ChartDefinition(json: Self.asking.utf8, name: "c.json")
    #expect(Self.failure { try Script(text, name: "t").run(on: Statechart(chart)) } == failure)
  }

  @Test func `a script runs on an actor, whose clock goes on from there`() async throws {
    let chart = try ChartDefinition(json: Self.asking.utf8, name: "c.json")
    let machine = StatechartActor(chart)
    try await Script(":guard isHome = false\n:delay rest = 5s\n+4950ms\n:expect in a", name: "t").run(on: machine)
    #expect(await machine.isIn("a"))
    let steps = await machine.steps()
    if await !machine.isIn("c") {
      for await step in steps where step.to == ["root.c"] { break }
    }
    #expect(await machine.isIn("c"))
    await #expect(throws: ScriptFailure.self) { try await Script(":expect in a", name: "t").run(on: machine) }
  }

  private static func failure(_ body: () throws -> Void) -> String? {
    do {
      try body()
      return nil
    } catch {
      return "\(error)"
    }
  }
}
