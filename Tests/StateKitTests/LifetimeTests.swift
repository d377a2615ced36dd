@testable import StateKit
import Testing

/// What a machine, a token and a chart hold goes with them.
@Suite struct LifetimeTests {
  /// An object that is looked at weakly.
  private final class Canary: Sendable {}

  private static let chart = """
    {"root": {"initial": "a", "subStates": {
      "a": {"enterState": ["in a"], "go": "b"}, "b": {"exitState": ["out b"], "go": "a"}}}}
    """

  /// A machine, started, whose tokens' closures capture it.
  private static func watched() throws -> (machine: Statechart, tokens: [Token]) {
    let machine = Statechart(try ChartDefinition(json: Self.chart.utf8, name: "c.json"))
    for action in ["in a", "out b"] { try machine.action(action) { _ in } }
    let tokens = [
      try machine.didEnter("a") { _ in _ = machine.configuration },
      try machine.didExit("b") { _ in _ = machine.configuration },
      try machine.willHandle("go") { _ in _ = machine.configuration },
      try machine.didHandle("go") { _ in _ = machine.configuration },
      machine.observe { _ in _ = machine.configuration },
    ]
    try machine.start()
    for _ in 0..<4 { machine.send("go") }
    return (machine, tokens)
  }

  @Test func `a closure that captures its machine goes with its token`() throws {
    weak var machine: Statechart?
    do {
      let (strong, tokens) = try Self.watched()
      machine = strong
      #expect(tokens.count == 5)
    }
    #expect(machine == nil)
  }

  @Test func `a token that is cancelled lets go of the closure, though it is kept`() throws {
    weak var machine: Statechart?
    var tokens: [Token] = []
    do {
      let (strong, made) = try Self.watched()
      (machine, tokens) = (strong, made)
    }
    #expect(machine != nil)
    for token in tokens { token.cancel() }
    #expect(machine == nil)
    for token in tokens { token.cancel() }
  }

  @Test func `a closure may cancel its own token, and let go of the last one of another`() throws {
    let (machine, _) = try Self.watched()
    var calls: [String] = []
    var tokens: [Token] = []
    tokens.append(
      machine.observe { _ in
        calls.append("first")
        tokens = []
      })
    tokens.append(machine.observe { _ in calls.append("second") })
    machine.send("go")
    machine.send("go")
    #expect(calls == ["first"])
  }

  @Test func `a chart does not hold what a machine with children was given`() throws {
    let json = """
      {"root": {"invoke": {"id": "child", "chart": {"root": {"e": {"actions": "act"}}}, "forward": true}}}
      """
    let chart = try ChartDefinition(json: json.utf8, name: "c.json")
    weak var canary: Canary?
    do {
      let machine = Statechart(chart)
      let strong = Canary()
      canary = strong
      var calls = 0
      try machine.action("act") { _ in
        _ = strong
        calls += 1
      }
      try machine.start()
      machine.send("e")
      #expect(calls == 1)
    }
    #expect(canary == nil)
  }

  @Test func `an action that is given another closure while it runs keeps its own to the end, and no longer`() throws {
    let machine = Statechart(try ChartDefinition(json: Self.chart.utf8, name: "c.json"))
    unowned let inside = machine
    weak var canary: Canary?
    var calls: [String] = []
    func give(_ number: Int) {
      let strong = Canary()
      try? inside.action("in a") { _ in
        canary = strong
        give(number + 1)
        calls.append("\(number) \(canary === strong)")
      }
    }
    try machine.action("out b") { _ in }
    give(0)
    try machine.start()
    // The machine makes the start and the first two steps, the others are known.
    for number in 0..<6 {
      #expect(calls == (0...number).map { "\($0) true" })
      #expect(canary == nil, "\(number)")
      machine.send("go")
      machine.send("go")
    }
  }

  @Test func `what goes with a closure may use the machine`() throws {
    final class Caller {
      let body: () -> Void
      init(_ body: @escaping () -> Void) { self.body = body }
      deinit { body() }
    }
    let text = """
      {"guards": {"guard": null}, "root": {"initial": "a", "subStates": {
        "a": {"enterState": ["in a"], "go": "b"}, "b": {"exitState": ["out b"], "go": "a", "load": "c"},
        "c": {"invoke": {"src": "source"}}}}}
      """
    let machine = Statechart(try ChartDefinition(json: text.utf8, name: "c.json"))
    unowned let inside = machine
    let ways: [(Caller?) -> Void] = [
      { caller in try? inside.action("in a") { _ in withExtendedLifetime(caller) {} } },
      { caller in try? inside.guard("guard") { _ in withExtendedLifetime(caller) { true } } },
      { caller in try? inside.service("source", start: { _ in withExtendedLifetime(caller) {} }) },
      { caller in inside.observe { _ in withExtendedLifetime(caller) {} }.cancel() },
      { caller in try? inside.willHandle("go") { _ in withExtendedLifetime(caller) {} }.cancel() },
    ]
    var calls = 0
    try machine.action("out b") { _ in }
    for give in ways {
      give(
        Caller {
          calls += 1
          for give in ways { give(nil) }
          _ = try? inside.start()
          inside.send("go")
        })
      give(nil)
    }
    #expect(calls == ways.count)
  }

  @Test func `a chart goes with all that it knows, where it can keep no more steps, too`() throws {
    // A thousand events for each of two thousand configurations: more than are kept.
    var regions = ""
    for index in 0..<11 {
      regions += """
        ,"r\(index)": {"initial": "off\(index)", "subStates": {"off\(index)": {"t\(index)": "on\(index)"}, "on\(index)": {"t\(index)": "off\(index)"}}}
        """
    }
    let events = (0..<1_000).map { "\"e\($0)\": {\"actions\": []}" }.joined(separator: ", ")
    let json = "{\"root\": {\"type\": \"parallel\", \(events), \"subStates\": {\(regions.dropFirst())}}}"
    var nodes: [Weakly] = []
    do {
      let machine = Statechart(try ChartDefinition(json: json.utf8, name: "c.json"))
      try machine.start()
      nodes.append(Weakly(machine.node))
      for count in 1..<2_048 {
        // A Gray code: each configuration once.
        #expect(machine.send("t\(count.trailingZeroBitCount)").outcome == .handled)
        nodes.append(Weakly(machine.node))
      }
      #expect(nodes.first?.object != nil && nodes.last?.object != nil)
      #expect(nodes.dropLast().contains { $0.object == nil }, "all are kept: nothing was tried")
    }
    #expect(!nodes.contains { $0.object != nil })
  }

  private struct Weakly {
    weak var object: AnyObject?

    init(_ object: AnyObject) {
      self.object = object
    }
  }
}
