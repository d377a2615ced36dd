import Observation
import StateKit

/// A program that uses what `statekit generate` wrote from charts, in its three forms.
final class Lamp: Door.Actions {
  private(set) var did: [String] = []

  func lightOn() { did.append("lightOn") }
  func lightOff() { did.append("lightOff") }
  func rattle() { did.append("rattle") }
}

struct Alarm: Turnstile.Actions {
  func alarm() {}
  func returnCoin() {}
}

/// Runs on the main actor, as its protocol says.
struct Lights: TurnstileModel.Actions {
  func alarm() {}
  func returnCoin() {}
}

func check(_ isTrue: Bool, _ what: String) {
  if !isTrue { fatalError(what) }
}

let lamp = Lamp()
let door = try Door(actions: lamp)
try door.start()
check(door.state == .closed, "the door begins closed")
check(door.can(.open) && !door.can(.close), "a closed door can be opened")
door.send(.open)
check(door.isIn(.open), "an open door is open")
door.send(.close)
door.send(.lock)
check(door.send(.open).outcome == .handled, "a locked door rattles")
check(lamp.did == ["lightOn", "lightOff", "rattle"], "the door did \(lamp.did)")
switch door.state {
case .closed, .open: fatalError("the door is locked")
case .locked: break
}

let turnstile = try Turnstile(actions: Alarm())
try turnstile.start()
turnstile.send(.coin)
turnstile.send(.push)
turnstile.send(.service(true))
check(turnstile.context.coins == 1 && turnstile.context.passed == 1, "a coin was counted")
check(turnstile.state == .open, "service opens it")

// A class on the main actor: views that read it hear of each step.
let model = try TurnstileModel(actions: Lights())
try model.start()
final class Changes: Sendable {
  @MainActor static var count = 0
}
withObservationTracking {
  check(model.state == .locked && model.context.coins == 0, "it begins locked")
} onChange: {
  MainActor.assumeIsolated { Changes.count += 1 }
}
model.send(.coin)
check(Changes.count == 1 && model.state == .unlocked && model.context.coins == 1, "\(Changes.count) changes")

// Work of the program, which reports its end.
struct Failed: Error {}

final class Browser: Fetch.Actions, Fetch.Guards, Fetch.Services {
  var shown: [String] = []
  var running: Set<Fetch.Invocation> = []

  func show(text: String, count: Int?) throws { shown.append("\(text) \(count ?? 0)") }
  func `in`() {}
  func isOnline(_ data: Payload) -> Bool { true }
  func download(_ invocation: Fetch.Invocation, input: Payload) {
    running.insert(invocation)
    shown.append("GET \(input["name"]?.string ?? "")")
  }
  func stop(_ invocation: Fetch.Invocation) { running.remove(invocation) }
}

let browser = Browser()
let fetch = try Fetch(
  actions: browser, guards: browser, services: browser, delays: Fetch.Delays(patience: .seconds(5)))
try fetch.start()
fetch.send(.open(name: "a", pages: nil))
check(fetch.state == .loading && browser.running == [.page], "it loads")
fetch.advance(by: .seconds(5))
check(fetch.state == .idle && browser.running.isEmpty, "patience ends")
fetch.send(.open(name: "b", pages: 2))
fetch.fail(.page, Failed())
check(fetch.state == .idle, "it failed")
fetch.send(.open(name: "c", pages: 2))
fetch.finish(.page)
fetch.send(.price(2.5))
check(browser.shown == ["GET a", "GET b", "GET c", "c 3"] && fetch.context.price == 2.5, "\(browser.shown)")

// The same chart for many tasks: its work is an async function.
struct Server: FetchActor.Actions, FetchActor.Guards, FetchActor.Services {
  func show(text: String, count: Int?) {}
  func `in`() {}
  func isOnline(_ data: Payload) -> Bool { true }
  func download(_ invocation: FetchActor.Invocation, input: Payload) async throws -> Payload {
    if input["name"] == "bad" { throw Failed() }
    return ["bytes": 10]
  }
}

let shared = try await FetchActor(
  actions: Server(), guards: Server(), services: Server(), delays: FetchActor.Delays(patience: .seconds(60)))
try await shared.start()
await shared.send(.open(name: "bad", pages: nil))
try await shared.machine.waitFor("idle")
await shared.send(.open(name: "good", pages: nil))
try await shared.machine.waitFor("shown")
let (state, context) = await (shared.state, shared.context)
let isShown = await shared.isIn(.shown)
check(state == .shown && isShown && context.tries == 2, "\(state) \(context)")
print("generated: passed")
