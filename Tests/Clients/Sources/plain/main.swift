import StateKit

let text = """
  {"name": "door",
   "context": {"opened": 0},
   "guards": {"isHome": null},
   "root": {"initial": "closed", "subStates": {
     "closed": {"open": {"guard": "isHome", "target": "open", "actions": {"assign": {"opened": "opened + 1"}}}},
     "open": {"enterState": ["lightOn"], "exitState": ["lightOff"], "close": "closed", "after": {"5s": "closed"}}}}}
  """

var lamp = false
var isHome = false
let chart = try Chart(json: text.utf8, name: "door.json")
let door = Statechart(chart)
do {
  try door.start()
} catch {
  print(error)
}
door.on("lightOn") { _ in lamp = true }
door.on("lightOff") { call in
  lamp = false
  print("off:", door.isIn("open"), door.configuration, call)
}
door.answer("isHome") { _ in isHome }
try door.start()
print(door.configuration, door.events, door.can("open"), door.verdict("open"), door.verdict("close"))
isHome = true
var step = door.send("open", ["by": "Ann"])
print(step, step.from, step.to, step.changes, step.errors, lamp, door.context["opened"] ?? "none")
print(door.nextDue ?? .zero)
step = door.advance(by: .seconds(5))
print(step, lamp, door.send("bogus"), try door.decode(Int.self, from: "opened"))
door.on("lightOn") { _ in
  let inner = door.send("close")
  print(inner.outcome, door.isIn("open"))
}
let token = door.observe { print("observed:", $0, $0.from, $0.to) }
print(door.send("open"))
token.cancel()
print(door.configuration)
