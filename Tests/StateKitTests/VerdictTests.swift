import StateKit
import StateKitCore
import Testing

/// Verdicts and unknown events that are answered without an engine are those of the engine.
@Suite struct VerdictTests {
  private static let json = """
    {"context": {"n": 0}, "root": {"initial": "a", "subStates": {
      "a": {"go": {"guard": "n < 2", "target": "b"}, "pay": {"guard": "event.data.cents > n"}, "add": {"actions": {"assign": {"n": "n + 1"}}},
            "stop": null},
      "b": {"back": "a", "go": {"guard": "isIn('root.b') && n == 0", "actions": []}, "end": "z"}, "z": {"type": "final"}}}}
    """

  @Test func `what is known is what an engine says, and sending does what was said`() throws {
    let chart = try ChartDefinition(json: Self.json.utf8, name: "c.json")
    let forgetful = chart.limited(by: Limits(), keepsSteps: false)
    let (one, other) = (Statechart(chart), Statechart(forgetful))
    try one.start()
    try other.start()
    let events = ["go", "pay", "add", "stop", "back", "unknown", "end", "other"]
    let payloads: [Payload] = [.null, ["cents": 1], ["cents": 3], 7]
    for round in 0..<120 {
      for _ in 0..<2 {
        for event in events {
          for payload in payloads {
            let said = one.verdict(event, payload)
            #expect(said == other.verdict(event, payload), "\(event) \(payload) in \(one.configuration)")
            #expect(one.can(event, payload) == said.isHandled)
          }
        }
      }
      let event = events[(round * 7 + round / 8) % (round < 100 ? 6 : 8)]
      let payload = payloads[round % 3]
      let said = one.verdict(event, payload)
      let (step, expected) = (one.send(event, payload), other.send(event, payload))
      #expect(step.outcome.isHandled == said.isHandled && step.outcome == expected.outcome)
      #expect(step.trace == expected.trace && one.snapshot == other.snapshot, "\(step.trace)")
    }
  }
}
