// Made by `statekit generate`: change the chart, not this file.
// swift-format-ignore-file
import StateKit

/// The chart "turnstile". Copies share one machine.
struct Turnstile {
  /// The machine, for everything else that the library can do.
  let machine: Statechart

  /// The states of the chart, by their paths.
  enum State: String, CaseIterable, Sendable {
    case locked = "root.locked"
    case unlocked = "root.unlocked"
    case open = "root.open"
  }

  /// The states that can be the deepest active one.
  typealias Leaf = State

  /// The events that the program sends, with their payloads.
  enum Event: Sendable {
    case service(Bool)
    case coin
    case push
  }

  /// The data of the chart.
  struct Context: Sendable {
    let coins: Int
    let passed: Int
    let free: Int
  }

  /// The data now.
  var context: Context {
    let values = machine.context
    return Context(
      coins: values["coins"]?.int ?? 0,
      passed: values["passed"]?.int ?? 0,
      free: values["free"]?.int ?? 0)
  }

  /// The actions that the chart calls.
  protocol Actions {
    func alarm()
    func returnCoin()
  }

  /// A machine that has not been started.
  init(actions: some Actions) throws {
    machine = Statechart(try Self.chart.get())
    try machine.action("alarm") { _ in actions.alarm() }
    try machine.action("returnCoin") { _ in actions.returnCoin() }
  }

  /// Enters the first states.
  @discardableResult
  func start() throws -> Step {
    try machine.start()
  }

  /// Handles an event to its end.
  @discardableResult
  func send(_ event: Event) -> Step {
    let message = Self.message(of: event)
    return machine.send(message.name, message.data)
  }

  /// True if the event would be handled now.
  func can(_ event: Event) -> Bool {
    let message = Self.message(of: event)
    return machine.can(message.name, message.data)
  }

  /// Moves the clock; timers that are due fire.
  @discardableResult
  func advance(by duration: Duration) -> Step {
    machine.advance(by: duration)
  }

  /// True if the state is active.
  func isIn(_ state: State) -> Bool {
    machine.isIn(state.rawValue)
  }

  /// True if the machine has reached its end.
  var isFinished: Bool {
    machine.isFinished
  }

  /// The deepest active state. Before the start: the state that the chart begins in.
  var state: Leaf {
    machine.configuration.first.flatMap(Leaf.init) ?? .locked
  }

  private static let chart = Result { () throws(ChartError) in
    try ChartDefinition(json: json.utf8, name: "Turnstile.json")
  }

  /// An event as the chart knows it.
  static func message(of event: Event) -> (name: String, data: Payload) {
    switch event {
    case .service(let data): ("service", .bool(data))
    case .coin: ("coin", .null)
    case .push: ("push", .null)
    }
  }

  /// The chart's text.
  private static let json = #"""
    {
      "name": "turnstile",
      "description": "Invariants: what must hold after every macrostep, whatever the events.",
      "meta": {"allow": {"grows": "it counts for ever"}},
      "context": {"coins": 0, "passed": 0, "free": 0},
      "events": {"coin": null, "push": null, "service": "bool"},
      "invariants": {
        "nobody passes for nothing": "passed <= coins + free",
        "locked means paid up": "isIn('locked') ? passed == coins + free : true"
      },
      "root": {
        "initial": "locked",
        "service": [{"guard": "event.data", "target": "open"}, {"target": "locked"}],
        "subStates": {
          "locked": {
            "coin": {"target": "unlocked", "actions": {"assign": {"coins": "coins + 1"}}},
            "push": {"actions": "alarm"}
          },
          "unlocked": {
            "coin": {"actions": "returnCoin"},
            "push": {"target": "locked", "actions": {"assign": {"passed": "passed + 1"}}},
            "service": null
          },
          "open": {"push": {"actions": {"assign": {"passed": "passed + 1", "free": "free + 1"}}}}
        }
      }
    }

    """#
}
