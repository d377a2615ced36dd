import StateKit
import StateKitCore
import Testing

/// Verdicts and unknown events that are answered without an engine are those of the engine.
@Suite struct VerdictTests {
  private static let json = """
    {"context": {"n": 0}, "guards": {"free": null, "limit": null}, "root": {"initial": "a", "subStates": {
      "a": {"go": {"guard": "n < 2", "target": "b"}, "pay": {"guard": "event.data.cents > n"}, "add": {"actions": {"assign": {"n": "n + 1"}}},
            "stop": null, "ask": [{"guard": "free && n < 2", "target": "b"}, {"guard": "limit({'n': n})"}, {"guard": "free"}]},
      "b": {"back": "a", "ask": {"guard": "!free", "target": "a"}, "go": {"guard": "isIn('root.b') && n == 0", "actions": []}, "end": "z"}, "z": {"type": "final"}}}}
    """

  @Test func `what is known is what an engine says, and sending does what was said`() throws {
    let chart = try ChartDefinition(json: Self.json.utf8, name: "c.json")
    let forgetful = chart.limited(by: Limits(), keepsSteps: false)
    let (one, other) = (Statechart(chart), Statechart(forgetful))
    var (asked, round) = (["": 0], 0)
    for (name, machine) in [("one", one), ("other", other)] {
      for host in chart.host.guards {
        try machine.guard(host) { call in
          asked[name, default: 0] += 1
          if round % 9 == 8 { throw Refused() }
          return (round / 2 + call.data.json.count) % 3 != 0
        }
      }
      try machine.start()
    }
    let events = ["go", "pay", "add", "stop", "ask", "back", "unknown", "end", "other"]
    let payloads: [Payload] = [.null, ["cents": 1], ["cents": 3], 7]
    for _ in 0..<120 {
      for _ in 0..<2 {
        for event in events {
          for payload in payloads {
            let said = one.verdict(event, payload)
            #expect(said == other.verdict(event, payload), "\(event) \(payload) in \(one.configuration)")
            #expect(one.can(event, payload) == said.isHandled && other.can(event, payload) == said.isHandled)
          }
        }
      }
      let event = events[(round * 7 + round / 8) % (round < 100 ? 7 : 9)]
      let payload = payloads[round % 3]
      let said = one.verdict(event, payload)
      #expect(other.verdict(event, payload) == said)
      let (step, expected) = (one.send(event, payload), other.send(event, payload))
      #expect(step.outcome.isHandled == said.isHandled && step.outcome == expected.outcome)
      #expect(step.trace == expected.trace && one.snapshot == other.snapshot, "\(step.trace)")
      #expect(asked["one"] == asked["other"], "in round \(round), for \(event) \(payload)")
      round += 1
    }
  }

  @Test(arguments: ["", #", "error.execution": {"actions": []}"#])
  func `a step has the errors of guards as its verdict does`(handler: String) throws {
    let json = #"""
      {"context": {"n": 0}, "guards": {"asked": null}, "root": {
        "x": {"guard": "1 / n > 0"}, "y": [{"guard": "n > 0"}, {"guard": "asked"}]\#(handler)}}
      """#
    let machine = Statechart(try ChartDefinition(json: json.utf8, name: "c.json"))
    try machine.guard("asked") { _ in throw Refused() }
    try machine.start()
    for (event, error) in [("x", "division by zero"), ("y", "asked failed"), ("x", "division by zero")] {
      let said = machine.verdict(event)
      let outcome = machine.send(event).outcome
      #expect(outcome == said)
      guard case .declined(let refusals) = outcome else { throw Refused() }
      #expect(refusals.last?.error?.contains(error) == true && refusals.dropLast().allSatisfy { $0.error == nil })
    }
  }

  @Test func `a child counts only if the event reaches it, and asking calls no action`() throws {
    let json = """
      {"context": {"n": 0}, "guards": {"free": null}, "root": {"initial": "p", "error.execution": "q", "subStates": {
        "p": {"e": {"guard": "free && 1 / n == 1"}, "f": {"target": "q", "actions": "leave"},
          "invoke": {"id": "kid", "forward": true, "chart": {"root": {"e": {"actions": "work"}}}}},
        "q": {}}}}
      """
    let machine = Statechart(try ChartDefinition(json: json.utf8, name: "c.json"))
    var (called, isFree) = ([""], false)
    for action in ["leave", "work"] { try machine.action(action) { _ in called.append(action) } }
    try machine.guard("free") { _ in isFree }
    try machine.start()
    // The error of the guard exits the state before its child gets the event.
    for (free, isHandled) in [(false, true), (true, false)] {
      isFree = free
      called = []
      let said = machine.verdict("e")
      #expect(said.isHandled == isHandled && machine.can("e") == isHandled && machine.can("f"))
      #expect(machine.events == (isHandled ? ["e", "f"] : ["f"]))
      #expect(called.isEmpty)
      #expect(machine.send("e").outcome == said)
      #expect(called == (isHandled ? ["work"] : []))
    }
    #expect(machine.configuration == ["root.q"])
  }

  private struct Refused: Error {}
}
