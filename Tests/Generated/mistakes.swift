// Each line with a comment `// error` is one: `.ci/generate.sh` compiles this file with the generated types.
import StateKit

struct NoRattle: Door.Actions {  // error: an action is missing
  func lightOn() {}
  func lightOff() {}
}

struct OtherType: Fetch.Actions {  // error: the data of an action has another type
  func show(text: Int, count: Int?) throws {}
  func `in`() throws {}
}

func state(_ door: Door) -> Bool {
  door.isIn(.opened)  // error: a misspelt state
}

func event(_ door: Door) {
  door.send(.unlok)  // error: a misspelt event
}

func field(_ fetch: Fetch) {
  fetch.send(.open(nam: "a", pages: nil))  // error: a misspelt field of a payload
}

func fieldType(_ fetch: Fetch) {
  fetch.send(.open(name: 1, pages: nil))  // error: a field of another type
}

func noPayload(_ turnstile: Turnstile) {
  turnstile.send(.service)  // error: the payload is missing
}

func key(_ fetch: Fetch) -> Int {
  fetch.context.tires  // error: a misspelt key of the context
}

func leaf(_ door: Door) -> String {
  switch door.state {  // error: a state is forgotten
  case .open: "open"
  case .closed: "closed"
  }
}

func region(_ player: MediaPlayer) -> Bool {
  player.states.contains(.playback)  // error: it is never the deepest active state
}

@MainActor func shared(_ fetch: FetchActor) {
  _ = fetch.state  // error: it needs await
}
