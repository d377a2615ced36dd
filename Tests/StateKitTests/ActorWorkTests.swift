import StateKit
import Synchronization
import Testing

/// The host's work for a shared machine: what was ended meanwhile, and what begins.
@Suite struct ActorWorkTests {
  /// Work that waits until the test opens it.
  private actor Gate {
    private var waiting: [CheckedContinuation<Void, Never>] = []
    private(set) var started = 0

    func wait() async {
      started += 1
      await withCheckedContinuation { waiting.append($0) }
    }
    func open() {
      while let next = waiting.popLast() { next.resume() }
    }
  }

  private static func chart(_ text: String) throws -> ChartDefinition {
    try ChartDefinition(json: text.utf8, name: "c.json")
  }

  @Test func `a result that comes when its timer is due does not end the next work`() async throws {
    let chart = try Self.chart(
      """
      {"context": {"try": 0, "got": null}, "root": {"initial": "load", "subStates": {
        "load": {"enterState": [{"assign": {"try": "try + 1"}}],
          "invoke": {"id": "x", "src": "fetch", "input": {"try": "try"}},
          "after": {"1s": {"target": "load", "reenter": true}},
          "done.invoke.x": {"target": "ok", "actions": [{"assign": {"got": "event.data"}}]}},
        "ok": {}}}}
      """)
    let (clock, gate) = (HandClock(), Gate())
    let machine = StatechartActor(chart, clock: clock)
    try await machine.service("fetch") { (call: Call) async throws -> String in
      await gate.wait()
      return "result \(call.input["try"]?.int ?? 0)"
    }
    try await machine.start()
    while await gate.started < 1 { await Task.yield() }
    clock.advance(by: .milliseconds(1_001))
    await gate.open()
    while await gate.started < 2 { await Task.yield() }
    #expect(await machine.isIn("load"))
    await gate.open()
    try await machine.waitFor("ok", timeout: .seconds(7_200))
    #expect(await machine.context["got"] == "result 2")
  }

  @Test func `a restored machine passes to the present before its work begins again`() async throws {
    let chart = try Self.chart(
      """
      {"root": {"initial": "pay", "subStates": {
        "pay": {"invoke": {"id": "x", "src": "charge"}, "after": {"1s": "late"}}, "late": {}}}}
      """)
    let first = Statechart(chart)
    try first.service("charge", start: { _ in })
    try first.start()
    let machine = try StatechartActor(chart, restoring: first.snapshot, elapsed: .seconds(60))
    let calls = Mutex(0)
    try await machine.service("charge") { (_: Call) async throws -> String in
      calls.withLock { $0 += 1 }
      return "charged"
    }
    #expect(await machine.isIn("late"))
    try await Task.sleep(for: .milliseconds(50))
    #expect(calls.withLock { $0 } == 0)
  }

  @Test func `work that a script has ended does not begin after it`() async throws {
    let chart = try Self.chart(
      """
      {"root": {"initial": "idle", "subStates": {
        "idle": {"go": "load", "other": "idle2"}, "load": {"invoke": {"id": "x", "src": "fetch"}, "stop": "idle"},
        "idle2": {}}}}
      """)
    for text in [":test \"one\"\ngo\n:test \"two\"\nother\n", "go\nstop\nother\n"] {
      let machine = StatechartActor(chart)
      let calls = Mutex(0)
      try await machine.service("fetch") { (_: Call) async throws -> String in
        calls.withLock { $0 += 1 }
        return ""
      }
      try await Script(text, name: "s").run(on: machine)
      #expect(await machine.isIn("idle2"))
      try await Task.sleep(for: .milliseconds(50))
      #expect(calls.withLock { $0 } == 0, "\(text)")
    }
  }

  @Test func `a question from an action does not move the clock`() async throws {
    let chart = try Self.chart(
      """
      {"root": {"initial": "s", "go": {"actions": ["ask"]},
        "subStates": {"s": {"after": {"1s": {"actions": [{"log": "one"}]}}}}}}
      """)
    let clock = HandClock()
    let machine = StatechartActor(chart, clock: clock)
    try await machine.action("ask") { [unowned machine] (_: Call) in
      clock.advance(by: .seconds(2))
      for _ in 0..<6 { _ = machine.assumeIsolated { $0.isIn("s") } }
    }
    try await machine.start()
    await machine.send("go")
    #expect(await machine.time == .seconds(2))
  }

  @Test func `no event is lost that a task sends while steps are made`() async throws {
    let chart = try Self.chart(
      """
      {"context": {"n": 0}, "root": {"invoke": {"id": "w", "src": "work"},
        "hit": {"actions": [{"assign": {"n": "n + 1"}}]}, "tick": {"actions": []}}}
      """)
    let total = 2_000
    for _ in 0..<3 {
      let machine = StatechartActor(chart)
      try await machine.service("work") { (call: Call) async throws in
        for _ in 0..<total { call.send("hit") }
      }
      try await machine.start()
      for _ in 0..<total { await machine.send("tick") }
      var rounds = 0
      while await machine.context["n"]?.int != total, rounds < 1_000 {
        rounds += 1
        try await Task.sleep(for: .milliseconds(10))
      }
      #expect(await machine.context["n"]?.int == total)
    }
  }
}
