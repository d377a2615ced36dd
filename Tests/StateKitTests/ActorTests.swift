import StateKit
import Synchronization
import Testing

/// A machine that tasks share, and one that an actor owns.
@Suite struct ActorTests {
  /// Never reached, even while tests of other suites keep every thread for half an hour.
  private static let ample = Duration.seconds(7200)

  /// `late`: how long the state `busy` waits for its work.
  private static func chart(late: Duration = .milliseconds(900)) throws -> ChartDefinition {
    try ChartDefinition("work") {
      Context("n", 0)
      ChartState("idle", initial: true) {
        On("go", to: "busy")
        On("note") { Do("save", data: "event.data") }
        On("tick") { Assign("n", "n + 1") }
        On("error.execution", to: "failed")
      }
      ChartState("busy") {
        Invoke("load", input: "{'id': 7}")
        On("done.invoke.load", to: "done")
        On("error.invoke.load", to: "failed")
        After(late, to: "late")
      }
      ChartState("late")
      ChartState("failed")
      Final("done")
    }
  }

  @Test func `steps end when the machine is finished, and waiting ends with a state, a time or a finish`() async throws
  {
    let machine = StatechartActor(try Self.chart(late: Self.ample * 2))
    try await machine.service("load") { _ in 1 }
    try await machine.action("save") { _ in }
    try await machine.start()
    let steps = await machine.steps()
    let reader = Task { await steps.reduce(into: [String?]()) { $0.append($1.event) } }
    await #expect(throws: WaitError.timedOut(configuration: ["root.idle"])) {
      try await machine.waitFor("busy", timeout: .milliseconds(10))
    }
    async let done: Void = machine.waitFor("done", timeout: Self.ample)
    await machine.send("go")
    try await done
    #expect(await reader.value == ["go", "done.invoke.load"])
    #expect(await machine.steps().first { _ in true } == nil)
    await #expect(throws: WaitError.self) { try await machine.waitFor("busy") }
    await #expect(throws: WaitError.self) { try await machine.waitFor("nowhere") }
  }

  @Test func `async actions run in order, and send`() async throws {
    let machine = StatechartActor(try Self.chart())
    let order = Mutex<[Int]>([])
    try await machine.service("load") { _ in }
    try await machine.action("save") { call in
      let number = call.data.int ?? 0
      try await Task.sleep(for: .milliseconds(3 - number))
      order.withLock { $0.append(number) }
      call.send("tick")
      if number == 2 { throw CancellationError() }
    }
    try await machine.start()
    #expect(await machine.can(Input<Void>("go")))
    #expect(await machine.can(Input<Int>("note"), 1))
    for number in 0..<3 { await machine.send("note", .int(number)) }
    try await machine.waitFor("failed", timeout: Self.ample)
    #expect(order.withLock { $0 } == [0, 1, 2])
    #expect(machine.chart.name == "work")
    #expect(await machine.context["n"] == 3)
  }

  @Test func `a restored machine runs its timers, and begins its invocations again`() async throws {
    let first = StatechartActor(try Self.chart())
    try await first.service("load") { _ in try await Task.sleep(for: .seconds(60)) }
    try await first.action("save") { _ in }
    try await first.start()
    await first.send("go")
    let snapshot = await first.snapshot
    let fork = await first.fork()
    #expect(await fork.fail("load", CancellationError()).to == ["root.failed"])
    #expect(await first.isIn("busy"))
    let second = try StatechartActor(first.chart, restoring: snapshot)
    let inputs = Mutex<[Payload]>([])
    #expect(await second.invocations.map(\.id) == ["load"])
    #expect(await second.timers.count == 1)
    try await second.service("load") { call in
      inputs.withLock { $0.append(call.input) }
      try await Task.sleep(for: .seconds(60))
    }
    try await second.action("save") { (_: Call) in }
    try await second.waitFor("late", timeout: Self.ample)
    #expect(inputs.withLock { $0 } == [["id": 7]])
    let third = try StatechartActor(first.chart, restoring: snapshot, restarts: false)
    try await third.service("load") { _ in inputs.withLock { $0.append(1) } }
    #expect(await third.finish("load").to == ["root.done"] && inputs.withLock { $0.count } == 1)
  }

  @Test func `a fork does its own work on its own timers, and leaves that of the first machine alone`() async throws {
    let first = StatechartActor(try Self.chart(late: Self.ample * 2))
    let begun = Mutex(0)
    try await first.service("load") { _ in
      begun.withLock { $0 += 1 }
      try await Task.sleep(for: .milliseconds(50))
    }
    try await first.action("save") { _ in }
    try await first.start()
    let second = await first.fork()
    await second.send("go")
    try await second.waitFor("done", timeout: Self.ample)
    #expect(await first.isIn("idle") && begun.withLock { $0 } == 1)
    await first.send("go")
    #expect(await first.fork().fail("load", CancellationError()).to == ["root.failed"])
    try await first.waitFor("done", timeout: Self.ample)

    let (entered, news) = AsyncStream.makeStream(of: Void.self)
    let timed = StatechartActor(
      try ChartDefinition("timed") {
        ChartState("a", initial: true) { After(.milliseconds(50), to: "b") }
        ChartState("b") { Entry { _ in news.yield() } }
      })
    try await timed.start()
    let fork = await timed.fork()
    var times = entered.makeAsyncIterator()
    for _ in 0..<2 { await times.next() }
    #expect(await fork.isIn("b"))
    #expect(await timed.isIn("b"))
  }

  @Test(arguments: [
    (Payload.double(.nan), "a double that is not finite cannot be kept"), ("x", "its result was rejected: "),
  ])
  func `a result that is rejected is a failure`(result: Payload, why: String) async throws {
    let json = """
      {"events": {"done.invoke.load": "int"}, "context": {"why": ""}, "root": {"initial": "busy", "subStates": {
        "busy": {"invoke": {"src": "load"}, "done.invoke.load": "done",
          "error.invoke.load": {"target": "failed", "actions": {"assign": {"why": "event.data.message"}}}},
        "done": {}, "failed": {}}}}
      """
    let machine = StatechartActor(try ChartDefinition(json: json.utf8, name: "c.json"))
    try await machine.service("load") { _ in result }
    try await machine.start()
    try await machine.waitFor("failed", timeout: Self.ample)
    let message = await machine.context["why"]?.string ?? ""
    #expect(message.contains(why), "\(message)")
  }

  @Test func `a rejected end leaves the work alone`() async throws {
    let machine = StatechartActor(try Self.chart(late: Self.ample * 2))
    try await machine.service("load") { _ in try await Task.sleep(for: .milliseconds(50)) }
    try await machine.action("save") { _ in }
    try await machine.start()
    await machine.send("go")
    #expect(await "\(machine.finish("load", .double(.nan)).outcome)".hasPrefix("rejected"))
    try await machine.waitFor("done", timeout: Self.ample)
  }

  @Test func `an error of an async action that no state handles is an error of its step`() async throws {
    struct Oops: Error {}
    let machine = StatechartActor(
      try ChartDefinition("n") { ChartState("a", initial: true) { On("go") { Do("save") } } })
    try await machine.action("save") { (_: Call) async throws in throw Oops() }
    let steps = await machine.steps()
    try await machine.start()
    await machine.send("go")
    for await step in steps where step.event == "error.execution" {
      #expect(step.errors.map(\.message) == ["the action save failed: Oops()"])
      #expect(step.errors.first?.underlying is Oops)
      break
    }
  }

  private actor Service {
    private let machine: Statechart
    private(set) var count = 0
    private var token: Token?

    init(_ chart: ChartDefinition) async throws {
      let machine = Statechart(chart)
      self.machine = machine
      try machine.action("save", of: self) { service, _ in service.count += 1 }
      try machine.service("load", of: self) { service, _ in
        service.count += 10
      } stop: { service, _ in
        service.count += 100
      }
      token = machine.observe(of: self) { service, _ in service.count += 1_000 }
      try machine.start()
    }

    func send(_ event: String) -> Step { machine.send(event) }
    func wait() -> Step { machine.advance(by: .seconds(1)) }
  }

  @Test func `an actor sets up the closures of its machine in its init`() async throws {
    let service = try await Service(Self.chart())
    for event in ["note", "note", "go"] { _ = await service.send(event) }
    #expect(await service.count == 4_012)
    _ = await service.wait()
    #expect(await service.count == 5_112)
  }

  @Test func `a fork does not wait for the async actions of the first machine`() async throws {
    let first = StatechartActor(try Self.chart())
    let (gate, opener) = AsyncStream.makeStream(of: Void.self)
    try await first.service("load") { _ in }
    try await first.action("save") { call in
      if call.data == 1 { for await _ in gate {} }
      throw CancellationError()
    }
    try await first.start()
    await first.send("note", 1)
    let fork = await first.fork()
    await fork.send("note", 2)
    try await fork.waitFor("failed", timeout: Self.ample)
    #expect(await first.isIn("idle"))
    opener.finish()
    try await first.waitFor("failed", timeout: Self.ample)
  }

  private struct Broken: Error, CustomStringConvertible { let description = "no line" }

  @Test func `an error of a service that no state handles is an error of the step`() async throws {
    let json = #"{"root": {"initial": "a", "subStates": {"a": {"invoke": {"src": "load"}}}}}"#
    let chart = try ChartDefinition(json: json.utf8, name: "load.json")
    let shared = StatechartActor(chart)
    let steps = await shared.steps()
    try await shared.service("load") { _ -> Int in throw Broken() }
    try await shared.start()
    let failed = await steps.first { $0.event == "error.invoke.load" }
    #expect(failed?.errors.map(\.message) == ["load failed: no line"])
    #expect(failed?.errors.first?.underlying is Broken)
    let own = Statechart(chart)
    let found = Mutex<[String]>([])
    let token = own.observe { step in found.withLock { $0 += step.errors.map(\.message) } }
    try own.service("load") { _ in throw Broken() }
    try own.start()
    #expect(found.withLock { $0 } == ["load failed: no line"])
    withExtendedLifetime(token) {}
  }
}
