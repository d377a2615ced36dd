import StateKit
import Testing

/// A machine replays steps that others of its chart have made: nothing but its time may show that.
struct MemoisedStepTests {
  private static let text = """
    {"context": {"n": 0, "list": []},
     "root": {"initial": "a", "subStates": {
      "a": {"t": "b", "low": [{"guard": "n < 3", "target": "b"}, {"guard": "n > 5"}],
            "note": {"actions": {"assign": {"list": "list + [1]"}}}},
      "b": {"t": "a", "act": {"target": "a", "actions": "act"}, "low": {"guard": "n == 4", "target": "a"}}},
      "set": {"actions": {"assign": {"n": "event.data"}}}}}
    """

  private func machine(_ chart: ChartDefinition, _ calls: @escaping (Call) -> Void = { _ in }) throws -> Statechart {
    let machine = Statechart(chart)
    try machine.action("act") { calls($0) }
    try machine.start()
    return machine
  }

  private func chart() throws -> ChartDefinition { try ChartDefinition(json: Self.text.utf8, name: "known.json") }

  @Test func `a step that is replayed is the step that was made`() throws {
    let events: [(name: String, data: Payload)] = [
      ("low", .null), ("t", ["x": 1]), ("low", 2), ("low", .null), ("set", 4), ("low", .null), ("low", ["x": 1]),
      ("low", .null), ("t", .null), ("act", ["y": 2]), ("act", .null), ("t", .null), ("act", 7), ("set", 9),
      ("low", "text"), ("t", .null), ("low", .null), ("nothing", 1), ("t", [1, 2]),
    ]
    // The first machine of a chart learns, the second replays; the third does not know what the others do.
    let shared = try chart()
    let runs = try [shared, shared, try chart()].map { chart in
      var calls: [String] = []
      let machine = try machine(chart) { calls.append("\($0.event ?? "") \($0.payload) \($0.data) \($0.targets)") }
      return events.map { name, data in
        let step = machine.send(name, data)
        let snapshot = String(decoding: machine.snapshot.json, as: UTF8.self)
        return ["\(step)", "\(step.from)", "\(step.changes)", "\(calls)", snapshot]
      }
    }
    #expect(runs[1] == runs[0])
    #expect(runs[2] == runs[0])
  }

  @Test func `a known step is no way around what the chart says of its events`() throws {
    let text = """
      {"events": {"pay": {"cents": "int"}, "look": null},
       "root": {"initial": "a", "subStates": {"a": {"pay": "b", "look": "b"}, "b": {"pay": "a", "look": "a"}}}}
      """
    let machine = Statechart(try ChartDefinition(json: text.utf8, name: "closed.json"))
    try machine.start()
    let events: [(name: String, data: Payload, isLetIn: Bool)] = [
      ("pay", ["cents": 5], true), ("pay", ["cents": 5], true), ("pay", .null, false), ("pay", ["cents": "x"], false),
      ("look", .null, true), ("look", .null, true), ("look", 1, false), ("pay", ["cents": 7], true),
    ]
    for _ in 0..<3 {
      for (name, data, isLetIn) in events {
        let step = machine.send(name, data)
        #expect(step.outcome.isHandled == isLetIn, "\(name) \(data): \(step)")
      }
    }
  }

  @Test func `actions of a known step that raises events are told what the event of now carries`() throws {
    let text = #"{"root": {"e": {"actions": ["tell", {"raise": "f"}]}, "f": {"actions": "tell"}}}"#
    let machine = Statechart(try ChartDefinition(json: text.utf8, name: "raising.json"))
    var calls: [String] = []
    try machine.action("tell") { calls.append("\($0.event ?? ""): \($0.payload)") }
    try machine.start()
    for data in [2, .null, .null, 3, .null] as [Payload] { machine.send("e", data) }
    #expect(calls == ["2", "null", "null", "3", "null"].flatMap { ["e: \($0)", "f: null"] })
  }

  @Test func `events that a step raises carry what the chart gives them, whatever the event of now carries`() throws {
    let text = """
      {"context": {"got": null},
       "root": {"initial": "a", "subStates": {
        "a": {"e": {"target": "b", "actions": ["tell", {"raise": "f", "data": {"x": 1}}, {"raise": "e"}]}},
        "b": {"enterState": "tell", "e": {"actions": ["tell", {"assign": {"got": "has(event.data) ? event.data : 'none'"}}]},
              "f": {"actions": "tell"}, "back": {"target": "a", "actions": {"raise": "none"}}}}}}
      """
    let data: [Payload] = [2, .null, ["y": 1], 3, .null, ["y": 2]]
    // Of these no two machines learn of the same event first.
    for order in [data, data.reversed()] {
      let chart = try ChartDefinition(json: text.utf8, name: "raising.json")
      for hears in [false, true, false] {
        let machine = Statechart(chart)
        var calls: [String] = []
        try machine.action("tell") { calls.append("\($0.event ?? "") \($0.payload)") }
        let token = hears ? try machine.didEnter("b") { calls.append("entered \($0.payload)") } : nil
        try machine.start()
        for data in order {
          calls = []
          machine.send("e", data)
          let first = ["e \(data)"] + (hears ? ["entered \(data)"] : [])
          #expect(calls == first + ["e \(data)", "f {\"x\":1}", "e null"], "\(order), \(hears)")
          #expect(!String(decoding: machine.snapshot.json, as: UTF8.self).contains("\"y\""))
          machine.send("back", ["y": 3])
        }
        token?.cancel()
      }
    }
  }

  @Test func `what events carried does not add up`() throws {
    let machine = try machine(try chart())
    let large = Payload.string(String(repeating: "x", count: 1 << 20))
    // More than all machines may hold, in a few hundred events.
    for _ in 0..<300 {
      machine.send("t", large)
      machine.send("t")
      machine.send("set", large)
      machine.send("t", large)
      machine.send("t")
      machine.send("set", 0)
    }
    #expect(machine.send("note").errors == [])
  }
}
