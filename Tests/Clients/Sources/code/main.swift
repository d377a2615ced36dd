import StateKit

// Host invocations of a chart in code, with failures and the end of the chart.

/// Says where something does not hold.
@MainActor func check(_ holds: Bool, _ what: @autoclosure () -> String, line: Int = #line) {
  if holds { return }
  print("code: line \(line): \(what())")
  isGood = false
}
var isGood = true
nonisolated(unsafe) var attempts = 0

let loading = try ChartDefinition("loading") {
  Context("tries", 0)
  ChartState("idle", initial: true) { On("go", to: "busy") }
  ChartState("busy") {
    Entry { _ in attempts += 1 }
    Invoke("load", input: "{'id': 7}")
    On("done.invoke.load", to: "shown")
    On("error.invoke.load", if: "tries < 1", to: "waiting") { Assign("tries", "tries + 1") }
    On("error.invoke.load", to: "failed") { Log("${event.data.message}") }
  }
  ChartState("waiting") { After(.seconds(30), to: "busy") }
  ChartState("failed") { On("go", to: "busy") }
  Final("shown")
}
let loader = Statechart(loading)
try loader.service("load") { call in print(call.input["id"]?.int ?? 0) }
try loader.start()
loader.send("go")
struct Offline: Error {}
check(loader.fail("load", Offline()).to == ["root.waiting"], "the first failure")
loader.advance(by: .seconds(30))
check(loader.fail("load", Offline()).to == ["root.failed"], "the second failure")
loader.send("go")
check(loader.finish("load", ["title": "Hello"]).to == ["root.shown"] && loader.isFinished, "loaded")
check(attempts == 3, "\(attempts) attempts")

// A restored machine: its invocation is listed, and its closures are found.
let half = Statechart(loading)
try half.service("load") { _ in }
try half.start()
half.send("go")
let resumed = try Statechart(loading, restoring: Snapshot(json: half.snapshot.json))
check(resumed.invocations.map(\.id) == ["load"] && attempts == 4, "\(resumed.invocations) \(attempts)")

check(resumed.events == [], "\(resumed.events)")
half.fail("load", Offline())
check("\(half.finish("load").outcome)".hasPrefix("rejected"), "late")

// A guard of an event that is not typed.
let counted = try ChartDefinition("counted") {
  ChartState("a", initial: true) { On("pay", if: { $0["cents"]?.int ?? 0 > 3 }, to: "b") }
  ChartState("b")
}
let payer = Statechart(counted)
try payer.start()
check(payer.events == [] && payer.can("pay", ["cents": 4]) && !payer.can("pay", ["cents": 3]), "\(payer.events)")
if isGood { print("code: passed") }
