import StateKit

/// Ends the program where something does not hold.
@MainActor func check(_ holds: Bool, _ what: @autoclosure () -> String, line: Int = #line) {
  if holds { return }
  print("plain: line \(line): \(what())")
  exits += 1
}
var exits = 0

let text = """
  {"name": "door",
   "context": {"opened": 0},
   "guards": {"isHome": null},
   "root": {"initial": "closed", "subStates": {
     "closed": {"open": {"guard": "isHome", "target": "open", "actions": {"assign": {"opened": "opened + 1"}}}},
     "open": {"enterState": ["lightOn"], "exitState": ["lightOff"], "close": "closed", "after": {"5s": "closed"}}}}}
  """
let chart = try ChartDefinition(json: text.utf8, name: "door.json")
let door = Statechart(chart)

// A chart from JSON, with host actions and a host guard.
var lamp = false
var isHome = false
var log: [String] = []
check("\(door.send("open").outcome)".hasPrefix("rejected"), "a send before the start")
do {
  try door.start()
  check(false, "the start wants a host")
} catch {
  let missing = "\(error)"
  for name in ["lightOn", "lightOff", "isHome"] { check(missing.contains(name), missing) }
}
try door.action("lightOn") { call in
  lamp = true
  log.append("\(call.action) \(call.event ?? "-") \(call.state ?? "-") \(call.targets) \(door.isIn("open"))")
}
try door.action("lightOff") { _ in
  lamp = false
  // The state of that moment, and an event that has to wait.
  log.append("off \(door.configuration) \(door.send("open").outcome)")
}
try door.guard("isHome") { call in isHome && call.payload["by"] != "Eve" }
try door.start()
check(door.configuration == ["root.closed"], "\(door.configuration)")
check(!door.can("open") && door.events == [], "nobody is home")
check("\(door.verdict("open"))" == "declined: root.closed: isHome", "a guard")
check("\(door.verdict("close"))" == "ignored: root.closed is active; root.open handles it", "no handler")
isHome = true
check(door.can("open") && !door.can("open", ["by": "Eve"]), "a payload for the guard")
let step = door.send("open", ["by": "Ann"])
check(step.from == ["root.closed"] && step.to == ["root.open"] && step.errors == [], "\(step)")
check(step.outcome.isHandled && lamp && door.isIn("open"), "\(step)")
check(log == ["lightOn open root.open [\"root.open\"] true"], "\(log)")
check(door.context["opened"] == 1, "\(door.context["opened"] ?? nil)")
check(try door.decode(Int.self, from: "opened") == 1, "decode")
check(door.nextDue == .seconds(5), "\(door.nextDue ?? .zero)")

// Snapshots, also through any coder, and a second machine.
let snapshot = door.snapshot
let again = try Statechart(chart, restoring: Snapshot(json: snapshot.json))
check(again.configuration == ["root.open"] && again.nextDue == .seconds(5), "\(again.configuration)")
check(again.snapshot == snapshot, "a snapshot of what was restored")
check(again.advance(by: .seconds(5)).missingActions == ["lightOff"], "its closures were not set")
let fork = door.fork()
check(again.time == .seconds(5) && "\(fork.context)" == "{\"opened\":1}", "\(again.time) \(fork.context)")

// Timers; what is sent from inside an action is taken up when the step is over.
var seen: [String] = []
var token: Token? = door.observe { seen.append("\($0.outcome) \($0.to)") }
door.advance(by: .seconds(5))
check(seen == ["handled [\"root.closed\"]", "handled [\"root.open\"]"], "\(seen)")
token = nil
check(log.last == "lightOn open root.open [\"root.open\"] true", "\(log)")
door.send("bogus")
check(seen.count == 2, "a token that is gone")
check(fork.configuration == ["root.open"] && fork.context["opened"] == 1, "a fork of its own")

// An action that is given another closure while it runs keeps what its own holds to the end.
final class Held {
  var text = "held"
  deinit { text = "gone" }
}
let turning = Statechart(
  try ChartDefinition("turning") {
    ChartState("a", initial: true) { On("turn", to: "b") { Do("act") } }
    ChartState("b") { On("turn", to: "a") { Do("act") } }
  })
var texts: [String] = []
@MainActor func giveAction() throws {
  let held = Held()
  try turning.action("act") { _ in
    try MainActor.assumeIsolated { try giveAction() }
    texts.append(held.text)
  }
}
try giveAction()
try turning.start()
for _ in 0..<6 { turning.send("turn") }
check(texts == Array(repeating: "held", count: 6), "\(texts)")

// A chart that another snapshot does not fit.
let other = try ChartDefinition("other") { ChartState("a", initial: true) }
do {
  _ = try Statechart(other, restoring: snapshot)
  check(false, "a misfit")
} catch {
  check(!error.lost.isEmpty && "\(error)".contains("root.open"), "\(error)")
}

// A chart in code, with typed inputs and closures where names may stand.
struct Payment: Codable, Sendable {
  var cents: Int
}
extension Inputs {
  static let pay = Input<Payment>("pay")
  static let leave = Input<Void>("leave")
}
nonisolated(unsafe) var paid = 0
let kiosk = try ChartDefinition("kiosk") {
  Context("visits", 0)
  ChartState("waiting", initial: true) {
    On(Inputs.pay, if: { $0.cents > 3 }, to: "paid") { _, payment in paid = payment.cents }
    On("look") { Assign("visits", "visits + 1") }
    After(.seconds(60), to: "closed")
  }
  ChartState("paid") {
    Entry("print")
    On(Inputs.leave, to: "waiting")
  }
  ChartState("closed")
}
let machine = Statechart(kiosk)
try machine.action("print") { _ in }
try machine.start()
check("\(machine.send(.pay, Payment(cents: 2)).outcome)".hasPrefix("declined"), "two cents")
check(machine.send(.pay, Payment(cents: 25)).to == ["root.paid"] && paid == 25, "\(machine.configuration) \(paid)")
check(machine.can(.leave) && !machine.can("look"), "what can be sent")
machine.send(.leave)
machine.send("look")
check(machine.context["visits"] == 1, "\(machine.context["visits"] ?? nil)")
check("\(machine.send("pay", ["cents": "many"]).errors)".contains("whole number"), "an argument that does not fit")
let file = try ChartDefinition(json: kiosk.json, name: "kiosk.json")
check(file.states == kiosk.states && file.host.guards.count == 1, "\(file.host)")
do {
  _ = try ChartDefinition("broken") {
    ChartState("a", initial: true) {
      On("go", to: "nowhere")
    }
  }
  check(false, "an unknown target")
} catch {
  let found = error.diagnostics.first { $0.code == "unknown-target" }
  check(found?.file == "plain/main.swift" && (found?.line ?? 0) > 100, "\(error)")
}

// Hooks, and host invocations without tasks.
let fetching = try ChartDefinition("fetching") {
  ChartState("idle", initial: true) { On("go", to: "loading") }
  ChartState("loading") {
    Invoke("load", input: "{'id': 7}")
    On("done.invoke.load", to: "shown") { Log("${event.data.name}") }
    On("error.invoke.load", to: "idle")
    On("stop", to: "idle")
  }
  ChartState("shown")
}
let page = Statechart(fetching)
var begun: [String] = []
try page.service("load") { call in
  begun.append("start \(call.input)")
} stop: { _ in
  begun.append("stop")
}
var hooks: [String] = []
let entry = try page.didEnter("loading") { call in hooks.append("enter \(call.targets)") }
let tokens = [
  try page.willHandle("go") { hooks.append("before \($0.event ?? "") \(page.configuration)") },
  try page.didExit("idle") { hooks.append("exit \($0.state ?? "") \($0.source ?? "")") },
  try page.didHandle("go") { _ in hooks.append("after \(page.configuration)") },
]
try page.start()
page.send("go")
check(
  hooks == [
    "before go [\"root.idle\"]", "exit root.idle root.idle", "enter [\"root.loading\"]", "after [\"root.loading\"]",
  ], "\(hooks)")
page.send("stop")
page.send("go")
check(begun == ["start {\"id\":7}", "stop", "start {\"id\":7}"], "\(begun)")
struct Down: Error {}
check(page.fail("load", Down()).to == ["root.idle"], "a failure")
check("\(page.finish("load").outcome)".hasPrefix("rejected"), "it is not running")
page.send("go")
check(page.finish("load", ["name": "Ann"]).to == ["root.shown"], "\(page.configuration)")
_ = (entry, tokens)

// Scripts, with the closures in place.
try Script("pay {\"cents\": 9}\n:expect in paid\n:expect did print\nleave", name: "kiosk.events.txt").run(on: machine)
do {
  try Script("look\n:expect in paid", name: "kiosk.events.txt").run(on: machine)
  check(false, "an expectation that does not hold")
} catch {
  check("\(error)".hasPrefix("kiosk.events.txt:2"), "\(error)")
}
print(exits == 0 ? "plain: passed" : "plain: \(exits) failed")
