import StateKit
import Synchronization
import Testing

/// A restored machine carries out nothing before its closures are set, or says what it did not carry out.
@Suite struct RestoredTests {
  /// Never reached: see `ActorTests`.
  private static let ample = Duration.seconds(7_200)

  private static let chart = Result {
    try ChartDefinition("restored") {
      Context("opened", 0)
      ChartState("waiting", initial: true) {
        After(.milliseconds(1), to: "open")
        On("work", to: "busy")
      }
      ChartState("busy") {
        Invoke("load", input: "{'opened': opened}")
        On("done.invoke.load", to: "open")
      }
      ChartState("open") {
        Entry("hello")
        After(.seconds(3_600), to: "late")
      }
      ChartState("late") { Entry("hello") }
    }
  }

  /// A snapshot of a machine in a state that some events lead to.
  private static func snapshot(after events: [String] = []) throws -> (ChartDefinition, Snapshot) {
    let machine = Statechart(try chart.get())
    try machine.action("hello") { _ in }
    try machine.service("load") { _ in }
    try machine.start()
    for event in events { machine.send(event) }
    return (machine.chart, machine.snapshot)
  }

  @Test func `a restored actor runs its timers when its last closure is set`() async throws {
    let (chart, snapshot) = try Self.snapshot()
    let machine = try StatechartActor(chart, restoring: snapshot)
    let calls = Mutex(0)
    try await Task.sleep(for: .milliseconds(20))
    #expect(await machine.isIn("waiting"))
    #expect(await machine.time == .zero)
    try await machine.action("hello") { (_: Call) in calls.withLock { $0 += 1 } }
    #expect(await machine.isIn("waiting"))
    await #expect(throws: MissingHost.self) { try await machine.start() }
    try await machine.service("load") { _ in }
    try await machine.waitFor("open", timeout: Self.ample)
    #expect(calls.withLock { $0 } == 1)
  }

  @Test func `a restored invocation begins again when the last closure is set`() async throws {
    let (chart, snapshot) = try Self.snapshot(after: ["work"])
    let machine = try StatechartActor(chart, restoring: snapshot)
    let calls = Mutex(0)
    try await machine.service("load") { _ in }
    try await Task.sleep(for: .milliseconds(20))
    #expect(await machine.invocations.map(\.input) == [["opened": 0]])
    try await machine.action("hello") { (_: Call) in calls.withLock { $0 += 1 } }
    try await machine.waitFor("open", timeout: Self.ample)
    #expect(calls.withLock { $0 } == 1)
  }

  @Test func `the time before a restart counts`() async throws {
    let (chart, snapshot) = try Self.snapshot()
    let machine = try StatechartActor(chart, restoring: snapshot, elapsed: .seconds(3_601))
    let times = Mutex<[Duration]>([])
    let token = await machine.observe { step in times.withLock { $0.append(step.time) } }
    try await machine.action("hello") { (_: Call) in }
    try await machine.service("load") { _ in }
    try await machine.waitFor("late", timeout: Self.ample)
    #expect(times.withLock { $0.count } == 1 && times.withLock { $0[0] } >= .seconds(3_601))
    withExtendedLifetime(token) {}
  }

  @Test func `a step names the actions that have no closure`() throws {
    let (chart, snapshot) = try Self.snapshot()
    let machine = try Statechart(chart, restoring: snapshot)
    let fork = machine.fork()
    for machine in [machine, fork] {
      let step = machine.advance(by: .milliseconds(1))
      #expect(step.missingActions == ["hello"] && step.errors.isEmpty && machine.isIn("open"))
      #expect("\(step)".hasSuffix("; the host lacks the actions hello"), "\(step)")
    }
    try machine.action("hello") { _ in }
    #expect(machine.advance(by: .seconds(3_600)).missingActions == [])
    #expect(fork.advance(by: .seconds(3_600)).missingActions == ["hello"])
  }

  @Test func `the clock, the context and the input of work can be read`() throws {
    let (chart, snapshot) = try Self.snapshot(after: ["work"])
    let machine = try Statechart(chart, restoring: snapshot)
    #expect(machine.invocations.map(\.input) == [["opened": 0]] && "\(machine.context)" == #"{"opened":0}"#)
    machine.advance(by: .milliseconds(1_500))
    #expect(machine.time == .milliseconds(1_500))
    let token = machine.observe { [unowned machine] step in #expect(machine.time == step.time) }
    struct Title: Encodable { let title: String }
    let step = machine.finish("load", Title(title: "Blue"))
    #expect(step.trace.first == #"done.invoke.load {"title":"Blue"}"#, "\(step.trace)")
    token.cancel()
  }

  @Test(
    arguments: [
      (#", "q": "string""#, "its payload must be string, not int"), ("", "the event is not declared"),
      (#", "q": "int""#, nil), (#", "q": "any?", "other": null"#, nil),
    ] as [(String, String?)])
  func `a delayed event that the chart does not accept is lost`(events: String, why: String?) throws {
    func chart(events: String, action: String) throws -> ChartDefinition {
      let json = #"{"events": {"go": null\#(events)}, "root": {"go": {"actions": [\#(action)]}}}"#
      return try ChartDefinition(json: json.utf8, name: "c.json")
    }
    let send = #"{"send": "q", "delay": "5s", "data": "1"}"#
    let machine = Statechart(try chart(events: #", "q": "int""#, action: send))
    try machine.start()
    machine.send("go")
    let other = try chart(events: events, action: "")
    var lost: [String] = []
    do throws(SnapshotError) {
      let restored = try Statechart(other, restoring: machine.snapshot)
      #expect(restored.timers.map(\.event) == ["q"])
    } catch {
      lost = error.lost
    }
    #expect(lost == why.map { ["the delayed event q is not accepted: \($0)"] } ?? [])
  }

  @Test func `a fork keeps the last outcome`() throws {
    let machine = Statechart(
      try ChartDefinition("n") {
        ChartState("a", initial: true) { On("go", to: "b") }
        ChartState("b") { On("go", to: "a") }
      })
    try machine.start()
    for (event, outcome) in [("go", "handled"), ("nothing", "ignored")] {
      machine.send(event)
      #expect(machine.fork().snapshot == machine.snapshot)
      try Script(":expect \(outcome)", name: "s").run(on: machine.fork())
    }
  }
}
