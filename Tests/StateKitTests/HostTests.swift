import Foundation
import StateKit
import Testing

/// What a client of the library does with a machine: names, closures, errors, time and snapshots.
@Suite struct HostTests {
  private struct Broken: Error, CustomStringConvertible {
    let description: String
  }

  private static let json = """
    {"context": {"n": 0, "x": 3.0}, "guards": {"free": null}, "root": {"initial": "a", "subStates": {
      "a": {"enterState": ["light"], "go": {"guard": "free", "target": "b"}, "after": {"pause": "b"},
            "tick": {"actions": {"assign": {"n": "n + 1"}}}, "burst": {"actions": "burst"}},
      "b": {"invoke": {"src": "load"}, "end": "z"}, "z": {"type": "final"}}}}
    """

  private static func machine() throws -> Statechart {
    let machine = Statechart(try ChartDefinition(json: json.utf8, name: "c.json"))
    for action in ["light", "burst"] { try machine.action(action) { _ in } }
    try machine.guard("free") { _ in true }
    try machine.service("load") { _ in }
    return machine
  }

  @Test(
    arguments: [
      ("action", "ligth", "light"), ("guard", "fre", "free"), ("service", "laod", "load"), ("delay", "puase", "pause"),
      ("state", "aa", "a"), ("event", "tik", "tick"), ("event", "unheard", nil),
    ] as [(String, String, String?)])
  func `a name that the chart does not have is thrown, with the nearest one`(
    kind: String, name: String, suggestion: String?
  ) throws {
    let machine = try Self.machine()
    var thrown: UnknownName?
    do throws(UnknownName) {
      switch kind {
      case "action": try machine.action(name) { _ in }
      case "guard": try machine.guard(name) { _ in true }
      case "service": try machine.service(name) { _ in }
      case "delay": try machine.delay(name, .seconds(1))
      case "state": _ = try machine.didExit(name) { _ in }
      default: _ = try machine.willHandle(name) { _ in }
      }
    } catch { thrown = error }
    #expect(thrown?.kind.rawValue == kind && thrown?.name == name)
    #expect(thrown?.suggestion == suggestion, "\(String(describing: thrown))")
  }

  @Test(arguments: ["door.*", "*", "door.open.*"])
  func `a pattern is not the name of an event`(pattern: String) throws {
    let machine = Statechart(
      try ChartDefinition("doors") {
        ChartState("a", initial: true) { On("door.*", to: "b") }
        ChartState("b") { On("*", to: "a") }
      })
    #expect(throws: UnknownName.self) { try machine.willHandle(pattern) { _ in } }
    #expect(throws: UnknownName.self) { try machine.didHandle(pattern) { _ in } }
    var count = 0
    let token = try machine.willHandle("door.open") { _ in count += 1 }
    try machine.start()
    machine.send("door.open")
    #expect(count == 1)
    token.cancel()
  }

  @Test func `a snapshot is equal through every coder, and whole doubles stay doubles`() throws {
    let machine = try Self.machine()
    try machine.delay("pause", .seconds(9))
    try machine.start()
    let snapshot = machine.snapshot
    let json = try JSONDecoder().decode(Snapshot.self, from: JSONEncoder().encode(snapshot))
    let list = try PropertyListDecoder().decode(Snapshot.self, from: PropertyListEncoder().encode(snapshot))
    let file = try JSONDecoder().decode(Snapshot.self, from: Data(snapshot.json))
    #expect(json == snapshot && list == snapshot && file.fingerprint == snapshot.fingerprint)
    #expect(try Statechart(machine.chart, restoring: json).context["x"].map { "\($0)" } == "3.0")
    let other = try ChartDefinition("other") { ChartState("q", initial: true) }
    #expect(throws: SnapshotError.self) { try Statechart(other, restoring: snapshot) }
  }

  @Test func `a snapshot in two children of one state is refused`() throws {
    let machine = Statechart(
      try ChartDefinition("two") {
        ChartState("a", initial: true) { On("go", to: "b") }
        ChartState("b") { On("go", to: "a") }
      })
    try machine.start()
    let text = String(decoding: machine.snapshot.json, as: UTF8.self)
      .replacingOccurrences(of: #"["root.a"]"#, with: #"["root.a","root.b"]"#)
    let both = try JSONDecoder().decode(Snapshot.self, from: Data(text.utf8))
    #expect(throws: SnapshotError.self) { try Statechart(machine.chart, restoring: both) }
  }

  @Test func `more events than the limit are an error of the step and of the send`() throws {
    let machine = try Self.machine()
    try machine.action("burst") { [unowned machine] call in
      var outcomes: [String: Int] = [:]
      for _ in 0..<100_500 { outcomes["\(machine.send("tick").outcome)".prefix(6).description, default: 0] += 1 }
      #expect(outcomes == ["queued": 100_000, "reject": 500])
      call.send("tick")
    }
    try machine.start()
    let step = machine.send("burst")
    #expect(machine.context["n"] == 100_000 && step.errors.count == 1 && step.outcome.isHandled, "\(step)")
    #expect(machine.send("tick").errors.isEmpty)
  }

  @Test func `asking changes nothing, and a guard that sends has failed`() throws {
    let machine = try Self.machine()
    try machine.guard("free") { [unowned machine] call in
      machine.send("tick")
      call.send("tick")
      machine.advance(by: .seconds(1))
      return true
    }
    try machine.start()
    #expect(!machine.can("go") && machine.events.isEmpty == false)
    #expect("\(machine.verdict("go"))".contains("a guard only reads"))
    #expect(machine.context["n"] == 0 && machine.snapshot.json == machine.snapshot.json)
    let step = machine.send("go")
    #expect(machine.context["n"] == 0 && !step.outcome.isHandled && step.errors.count == 1, "\(step)")
  }

  @Test func `a step has its event, its time, its trace and the errors of closures`() throws {
    let machine = try Self.machine()
    let broken = Broken(description: "no bulb")
    try machine.delay("pause", .seconds(90))
    try machine.action("burst") { _ in throw broken }
    let start = try machine.start()
    #expect(start.event == nil && start.trace == ["init", "  enter root", "  enter a", "    do light", "  => a"])
    for _ in 0..<3 {
      let step = machine.send("burst", ["n": 1])
      #expect(step.event == "burst" && (step.errors.first?.underlying as? Broken)?.description == "no bulb")
      #expect(step.trace.first == #"burst {"n":1}"#, "\(step.trace)")
    }
    machine.advance(by: .milliseconds(1_500))
    let step = machine.send("go")
    #expect(step.time == .milliseconds(1_500) && step.trace.last == "  => b", "\(step.trace)")
    #expect(machine.send("nothing").event == "nothing" && machine.send("nothing").trace == ["nothing", "  ignored"])
    let fired = machine.advance(by: .seconds(5))
    #expect(fired.event == nil && fired.trace.first == "+5s" && fired.time == .milliseconds(6_500))
  }

  @Test func `parts of milliseconds add up`() throws {
    let chart = try ChartDefinition("t") {
      ChartState("a", initial: true) { After(.seconds(10), to: "b") }
      ChartState("b")
    }
    let machine = Statechart(chart)
    try machine.start()
    for _ in 0..<599 { machine.advance(by: .seconds(1) / 60) }
    #expect(machine.isIn("a") && (machine.nextDue ?? .zero) < .milliseconds(17))
    machine.advance(by: .seconds(1) / 60)
    #expect(machine.isIn("b"))
  }

  @Test(arguments: ["9223372036854775808", "-9223372036854775809", "123456789012345678901234567890"])
  func `a whole number beyond 64 bits is a double`(text: String) throws {
    let value = Double(text) ?? 0
    #expect(Payload(json: text.utf8) == .double(value))
    #expect(try JSONDecoder().decode(Payload.self, from: Data(text.utf8)) == .double(value))
    #expect(Payload(encoding: Int128(text)) == .double(value))
  }

  @Test func `handlers, timers and invocations can be listed`() throws {
    let machine = try Self.machine()
    try machine.delay("pause", .seconds(9))
    try machine.start()
    let go = machine.handlers.first { $0.event == "go" }
    #expect(go == machine.handlers.first && go?.guardText == "free" && go?.targets == ["root.b"])
    #expect(machine.timers.map(\.left) == [.seconds(9)] && machine.timers.first?.state == "root.a")
    machine.send("go")
    #expect(machine.invocations.map(\.source) == ["load"] && machine.timers.isEmpty)
    var told: [[String]] = []
    let token = machine.observe(tellingNow: true) { told.append($0.to) }
    machine.send("end")
    #expect(told == [["root.b"], ["root.z"]] && machine.isFinished)
    token.cancel()
  }
}
