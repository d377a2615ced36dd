import StateKitCore
import StateKitFormat
import TestSupport
import Testing

/// The decisions of the engine alone: which handlers, what to exit, what to enter.
@Suite struct PlanTests {
  /// A chart from JSON, with a machine that has taken some events.
  private func machine(_ json: String, _ events: [String] = []) throws -> Machine {
    let findings = Findings()
    let chart = ChartReader.read(SourceText(name: "test", bytes: Array(json.utf8)), findings: findings)
    try #require(findings.all.isEmpty, "\(findings.all)")
    var machine = Machine(try #require(chart), sink: TraceSplitter([]))
    machine.start()
    for event in events { machine.send(machine.chart.event(event.utf8.span, data: nil)) }
    return machine
  }

  private func states(_ names: [String], _ chart: Chart) throws -> [StateID] {
    try names.map { name in
      guard case .state(let state) = chart.resolve(name.utf8.span) else { throw Missing(name: name) }
      return state
    }
  }

  private struct Missing: Error {
    let name: String
  }

  private static let tree = """
    {"root": {"initial": "a1", "subStates": {
      "a": {"subStates": {"a1": {"subStates": {"a2": {}}}, "ah": {"type": "history"}}},
      "p": {"type": "parallel", "subStates": {
        "r": {"initial": "r1", "subStates": {"r1": {}, "r2": {}}},
        "s": {"initial": "s1", "subStates": {"s1": {}, "s2": {}}}}},
      "c": {"initial": "c1", "subStates": {"c1": {"initial": "c2", "subStates": {"c2": {}}}}}},
      "toP": "p", "toC": "c"}}
    """

  @Test(
    arguments: [
      ([], ["a1"], [], []),
      ([], ["a2"], [], ["a2"]),
      ([], ["a"], ["a1"], []),
      ([], ["c"], ["a1", "a"], ["c", "+c", "c1", "+c1", "c2"]),
      ([], ["c1"], ["a1", "a"], ["c", "c1", "+c1", "c2"]),
      ([], ["r2"], ["a1", "a"], ["p", "r", "r2", "s", "+s", "s1"]),
      ([], ["s2", "r2"], ["a1", "a"], ["p", "r", "r2", "s", "s2"]),
      (["toP"], ["r2"], ["r1"], ["r2"]),
      (["toP"], ["p"], ["s1", "s", "r1", "r"], ["r", "+r", "r1", "s", "+s", "s1"]),
      (["toP"], ["s2", "r2"], ["s1", "r1"], ["r2", "s2"]),
      (["toP"], ["root"], ["s1", "s", "r1", "r", "p"], ["+root", "a", "a1"]),
      (["toC"], ["c1"], ["c2"], ["+c1", "c2"]),
    ] as [([String], [String], [String], [String])])
  func `a transition exits what is in the way and enters what is missing`(
    events: [String], targets: [String], exits: [String], entries: [String]
  ) throws {
    let machine = try machine(Self.tree, events)
    let chart = machine.chart
    var planner = TransitionPlanner(chart)
    var transition = Transition(to: try states(targets, chart))
    var configuration = machine.configuration
    planner.planExits(&transition, in: configuration)
    #expect(transition.exits.map { chart.shownReference($0) } == exits)
    for state in transition.exits { configuration.exit(state) }
    planner.planEntries(&transition, in: configuration) { _ in [] }
    #expect(transition.steps.map { ($0.kind == .initial ? "+" : "") + chart.shownReference($0.state) } == entries)
  }

  @Test func `handlers are looked for from each leaf up, each ancestor once`() throws {
    let machine = try machine(
      """
      {"root": {"type": "parallel", "e": {"actions": "atRoot"}, "subStates": {
        "a": {"e": {"actions": "atA"}, "f": null}, "b": {}, "c": {}}}}
      """)
    var selector = HandlerSelector(machine.chart)
    var data = machine.data
    var selection = HandlerSelection()
    for (event, owners, forbidding) in [("e", [1, 0], []), ("f", [], [1]), ("g", [], [])] as [(String, [Int], [Int])] {
      let id = machine.chart.event(named: event.utf8.span)
      selection = HandlerSelection()
      if let id {
        selector.select(
          .event(id), in: machine.configuration, history: HistoryStore(machine.chart), data: &data, into: &selection)
      }
      #expect(selection.handlers.map { machine.chart.handlers[Int($0)].state.index } == owners)
      #expect(selection.forbidding.map { machine.chart.handlers[Int($0)].state.index } == forbidding)
    }
  }

  @Test func `a name means the state that bears it, else the one its path ends with`() throws {
    let chart = try machine(
      """
      {"root": {"subStates": {"a": {"subStates": {"x": {}, "y": {"subStates": {"x": {}}}}}, "b": {"subStates": {"x": {}}},
        "root": {}}}}
      """
    ).chart
    for (index, shown) in ["root", "a", "a.x", "y", "y.x", "b", "b.x", "root.root"].enumerated() {
      #expect(chart.shownReference(StateID(index)) == shown)
      #expect(try states([shown], chart) == [StateID(index)])
    }
    guard case .ambiguous(let found) = chart.resolve("x".utf8.span) else {
      Issue.record("x is not ambiguous")
      return
    }
    #expect(found.map(\.index) == [2, 4, 6])
  }

  @Test func `ten thousand toggles leave nothing behind`() throws {
    var machine = try machine(
      """
      {"root": {"initial": "off", "subStates": {
        "off": {"t": "on", "after": {"1h": "off"}},
        "on": {"t": "off", "enterState": [{"send": "x", "delay": "1h", "id": "x"}], "exitState": [{"cancel": "x"}]}}}}
      """)
    let event = machine.chart.event("t".utf8.span, data: nil)
    for count in 0..<10_000 {
      #expect(machine.send(event) == .handled)
      #expect(machine.configuration.leaves.map(\.index) == [count % 2 == 0 ? 2 : 1])
    }
    #expect(machine.hasTimer(in: 3_600_000))
    machine.advance(.by(1), shown: "+1ms")
    #expect(!machine.hasTimer(in: 3_600_000))
  }

  @Test func `a timer that is due when a line is at its limit stays due`() throws {
    let json = #"{"root": {"initial": "a", "subStates": {"a": {"after": {"0s": {"target": "a", "reenter": true}}}}}}"#
    let chart = try #require(ChartReader.read(SourceText(name: "c", bytes: Array(json.utf8)), findings: Findings()))
    var limits = Limits()
    limits.macrosteps = 3
    var machine = Machine(chart, limits: limits, sink: NoTrace())
    machine.start()
    #expect(machine.faults.count == 1 && machine.hasTimer(in: 0))
  }

  @Test func `limits end the macrostep and leave the machine usable`() throws {
    for (action, words) in [
      (#"{"raise": "loop"}"#, "it repeats event loop"),
      (#"[{"raise": "loop"}, {"raise": "loop"}]"#, "it repeats event loop"),
      (#"{"goToState": "root"}"#, nil),
    ] as [(String, String?)] {
      var machine = try machine(#"{"root": {"loop": {"actions": \#(action)}, "ok": {"actions": "fine"}}}"#)
      machine.send(machine.chart.event("loop".utf8.span, data: nil))
      #expect(machine.faults.count == (words == nil ? 0 : 1))
      if let words { #expect(machine.faults[0].message.contains(words)) }
      #expect(machine.send(machine.chart.event("ok".utf8.span, data: nil)) == .handled)
      #expect(machine.faults.isEmpty)
    }
    // A sent event that sends itself again is no step; the macrosteps of the script line are counted.
    var limits = Limits()
    limits.macrosteps = 50
    let chart = try machine(#"{"root": {"go": {"actions": {"send": "go"}}, "tick": {"actions": "x"}}}"#).chart
    var sender = Machine(chart, limits: limits, sink: TraceSplitter([]))
    sender.start()
    sender.send(chart.event("go".utf8.span, data: nil))
    #expect(sender.faults.first?.message.contains("50 macrosteps") == true)
    #expect(sender.send(chart.event("tick".utf8.span, data: nil)) == .handled)
  }
}
