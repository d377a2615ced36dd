import StateKit
import Synchronization
import Testing

/// Charts in code: every part, and what it does.
@Suite struct CodeTests {
  private struct Coin: Codable, Sendable {
    var cents: Int
  }

  private static let coin = Input<Coin>("coin")
  private static let stop = Input<Void>("stop")

  /// Parts that several states share.
  @StateBuilder private static func stopping(_ isLoud: Bool) -> [ChartNode] {
    On(stop, to: "stopped")
    if isLoud { On("shout") { Log("stop") } }
  }

  @Test func `shared parts, named delays, closures and typed events`() throws {
    let isReady = Mutex(false)
    let calls = Mutex<[String]>([])
    let chart = try ChartDefinition("machine", events: ["shout", "route", .init(Self.coin), .init(Self.stop)]) {
      Delay("patience", .seconds(9))
      ChartState("idle", initial: true) {
        Self.stopping(true)
        On(Self.coin, if: { $0.cents > 3 }, to: "paid")
        On("route", toOneOf: ["paid", "stopped"]) { $0["fast"]?.string ?? ($0["fast"] == true ? "stopped" : "paid") }
        After("patience", if: { _ in isReady.withLock { $0 } }, to: "late") { _ in calls.withLock { $0.append("late") }
        }
      }
      ChartState("paid") {
        Self.stopping(false)
        Entry { Raise(Self.coin, Coin(cents: 7)) }
        On(Self.coin) { Assign("cents", "event.data.cents") }
        Always(if: { _ in isReady.withLock { $0 } }, to: "idle") { _ in calls.withLock { $0.append("always") } }
      }
      ChartState("late") {
        ChartState("inner", initial: true) { Always(to: "end") }
        Final("end")
        OnDone(to: "stopped") { _ in calls.withLock { $0.append("done") } }
      }
      ChartState("stopped")
      Context("cents", 0)
    }
    let machine = Statechart(chart)
    try machine.start()
    #expect("\(machine.send("unheard").outcome)".hasPrefix("rejected"))
    #expect(machine.timers.map(\.left) == [.seconds(9)])
    #expect(machine.send(Self.coin, Coin(cents: 4)).to == ["root.paid"] && machine.context["cents"] == 7)
    isReady.withLock { $0 = true }
    #expect(machine.send("route").to == ["root.idle"], "\(machine.configuration)")
    let late = try fork(chart)
    #expect(late.advance(by: .seconds(9)).to == ["root.stopped"])
    let lost = machine.send("route", ["fast": "nowhere"])
    #expect(!lost.outcome.isHandled && "\(lost)".contains(#""nowhere" is not one of the targets"#), "\(lost)")
    #expect(machine.send("route", ["fast": true]).to == ["root.stopped"])
    #expect(calls.withLock { $0 } == ["always", "late", "done"], "\(calls.withLock { $0 })")
    let open = try chart.starting(in: "paid")
    isReady.withLock { $0 = false }
    let other = Statechart(open)
    try other.start()
    #expect(other.isIn("paid"))
    #expect(throws: StartError.self) { try chart.starting(in: "payed") }
  }

  @Test func `input of a child chart, and typed payloads of any text`() throws {
    let child = try ChartDefinition("kid") {
      Context("q", 0)
      ChartState("w", initial: true) { Always(if: "q > 3", to: "z") }
      Final("z")
    }
    let texts = Input<[String: String]>("texts")
    let odd = ["k'\"": "it's \u{E0001}\n\"\\😀"]
    let chart = try ChartDefinition("parent") {
      Context("n", 1)
      ChartState("a", initial: true) {
        Invoke(chart: child, input: ["q": "n + 3"])
        On("done.invoke.kid", to: "b") { Raise(texts, odd) }
      }
      ChartState("b") { On(texts) { Assign("kept", "event.data") } }
      Context("kept", nil)
    }
    #expect(try fork(chart).decode([String: String].self, from: "kept") == odd)
  }

  @Test func `a first state in regions, in files, and in children`() throws {
    let json = #"""
      {"context": {"n": 0},
       "root": {"type": "parallel", "subStates": {
         "r1": {"initial": "q", "subStates": {
           "q": {"go": "w"},
           "w": {"initial": "v", "go": {"actions": {"assign": {"n": "1 / n"}}}, "subStates": {"v": {}}}}},
         "r2": {}}}}
      """#
    let file = try ChartDefinition(json: json.utf8, name: "p.json")
    let machine = try fork(try file.starting(in: "w"))
    #expect(machine.configuration == ["root.r1.w.v", "root.r2"])
    #expect(machine.send("go").errors.first?.position?.line == 5)
    #expect(try fork(try file.starting(in: "r2")).configuration == ["root.r1.q", "root.r2"])
    let calls = Mutex(0)
    let child = try ChartDefinition("kid") {
      ChartState("a", initial: true)
      ChartState("b") { Entry { _ in calls.withLock { $0 += 1 } } }
    }
    let other = try child.starting(in: "b")
    let parent = try ChartDefinition("parent") {
      ChartState("w", initial: true) { Invoke(chart: other, id: "kid") }
    }
    _ = try fork(parent)
    #expect(calls.withLock { $0 } == 1)
  }

  private func fork(_ chart: ChartDefinition) throws -> Statechart {
    let machine = Statechart(chart)
    try machine.start()
    return machine
  }

  private static func worker(_ name: String, _ calls: @escaping @Sendable (String) -> Void) throws -> ChartDefinition {
    try ChartDefinition("worker") {
      ChartState("busy", initial: true) {
        On("poke", if: { _ in name == "b" }, to: "over") { _ in calls(name) }
        On("hum") { Do("hum") }
      }
      Final("over") { Output("'\(name)'") }
    }
  }

  @Test func `a child chart without an id has the id of its name`() throws {
    let child = try Self.worker("b") { _ in }
    let chart = try ChartDefinition("parent") {
      ChartState("one", initial: true) {
        Invoke(chart: child, forwards: true)
        On("done.invoke.worker", to: "end")
      }
      ChartState("end")
    }
    let machine = Statechart(chart)
    try machine.action("hum") { _ in }
    try machine.start()
    #expect(machine.send("poke").to == ["root.end"])
  }

  @Test func `child charts keep their closures apart`() throws {
    let calls = Mutex<[String]>([])
    let note: @Sendable (String) -> Void = { name in calls.withLock { $0.append(name) } }
    let (a, b) = (try Self.worker("a", note), try Self.worker("b", note))
    let chart = try ChartDefinition("parent") {
      Parallel("both", initial: true) {
        ChartState("one") { Invoke(chart: a, id: "a", forwards: true) }
        ChartState("two") { Invoke(chart: b, id: "b", forwards: true) }
        On("done.invoke.b", to: "end") { Do("told", data: "event.data") }
      }
      ChartState("end")
    }
    let machine = Statechart(chart)
    #expect(chart.host.actions.contains("hum"))
    try machine.action("hum") { _ in note("hum") }
    try machine.action("told") { call in note("told \(call.data)") }
    try machine.start()
    machine.send("hum")
    machine.send("poke")
    #expect(calls.withLock { $0 } == ["hum", "hum", "b", #"told "b""#] && machine.isIn("end"))
  }
}

/// The example of the page about tests.
@Suite struct DoorTests {
  static func door() throws -> Statechart {
    let door = Statechart(
      try ChartDefinition("door") {
        ChartState("closed", initial: true) { On("open", if: "isHome", to: "open") }
        ChartState("open") {
          Entry("lightOn")
          On("close", to: "closed")
          After(.seconds(60), to: "closed")
        }
        Guard("isHome")
      })
    try door.action("lightOn") { _ in }
    return door
  }

  @Test(arguments: [(true, "open"), (false, "closed")])
  func `only somebody at home opens the door`(isHome: Bool, state: String) throws {
    let door = try Self.door()
    try door.guard("isHome") { _ in isHome }
    try door.start()
    let step = door.send("open")
    #expect(door.isIn(state) && step.errors.isEmpty, "\(step.trace)")
    door.advance(by: .seconds(60))
    #expect(door.isIn("closed"))
  }
}
