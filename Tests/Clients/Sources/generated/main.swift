import StateKit

/// A program that uses what `statekit generate` wrote from the example charts.
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

func check(_ isTrue: Bool, _ what: String) {
  if !isTrue { fatalError(what) }
}

let lamp = Lamp()
let door = try Door(actions: lamp)
try door.start()
check(door.state == .closed, "the door begins closed")
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
print("generated: passed")
