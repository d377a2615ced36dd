import StateKit

/// A view model: the machine belongs to the main actor, and so do its closures.
@MainActor
final class Player {
  private(set) var isPlaying = false
  private(set) var titles: [String] = []
  private let machine: Statechart
  private var tokens: [Token] = []

  init() throws {
    let chart = try ChartDefinition("player") {
      ChartState("stopped", initial: true) { On("play", to: "playing") }
      ChartState("playing") {
        Entry("begin")
        Exit("end")
        On("stop", to: "stopped")
        On("next") { Do("skip", data: "event.data") }
      }
    }
    machine = Statechart(chart)
    try machine.action("begin") { [unowned self] _ in isPlaying = true }
    try machine.action("end") { [unowned self] _ in isPlaying = false }
    try machine.action("skip") { [unowned self] call in titles.append(call.data["title"]?.string ?? "") }
    tokens.append(machine.observe { [unowned self] step in titles.append("\(step.to.count) active") })
    try machine.start()
  }

  func press(_ event: String, _ data: Payload = .null) -> Step { machine.send(event, data) }
}

@MainActor
func run() throws -> Bool {
  let player = try Player()
  _ = player.press("play")
  guard player.isPlaying else { return false }
  _ = player.press("next", ["title": "Blue"])
  _ = player.press("stop")
  return !player.isPlaying && player.titles == ["1 active", "1 active", "Blue", "1 active", "1 active"]
}

struct Failed: Error {}
let passed = try run()
print(passed ? "main-actor: passed" : "main-actor: failed")
if !passed { throw Failed() }
