// Made by `statekit generate`: change the chart, not this file.
// swift-format-ignore-file
import StateKit

/// The chart "door". Copies share one machine.
struct Door {
  /// The machine, for everything else that the library can do.
  let machine: Statechart

  /// The states of the chart, by their paths.
  enum State: String, CaseIterable, Sendable {
    case open = "root.open"
    case closed = "root.closed"
    case locked = "root.locked"
  }

  /// The states that can be the deepest active one.
  typealias Leaf = State

  /// The events that the program sends, with their payloads.
  enum Event: Sendable {
    case close
    case open
    case lock
    case unlock
  }

  /// The actions that the chart calls.
  protocol Actions {
    func lightOn()
    func lightOff()
    func rattle()
  }

  /// A machine that has not been started.
  init(actions: some Actions) throws {
    machine = Statechart(try Self.chart.get())
    try machine.action("lightOn") { _ in actions.lightOn() }
    try machine.action("lightOff") { _ in actions.lightOff() }
    try machine.action("rattle") { _ in actions.rattle() }
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
    machine.configuration.first.flatMap(Leaf.init) ?? .closed
  }

  private static let chart = Result { () throws(ChartError) in
    try ChartDefinition(json: json.utf8, name: "Door.json")
  }

  /// An event as the chart knows it.
  static func message(of event: Event) -> (name: String, data: Payload) {
    switch event {
    case .close: ("close", .null)
    case .open: ("open", .null)
    case .lock: ("lock", .null)
    case .unlock: ("unlock", .null)
    }
  }

  /// The chart's text.
  private static let json = #"""
    {
      "name": "door",
      "description": "The smallest useful chart: three states, and events that only some of them know.",
      "root": {
        "initial": "closed",
        "subStates": {
          "open": {"enterState": ["lightOn"], "exitState": ["lightOff"], "close": "closed"},
          "closed": {"open": "open", "lock": "locked"},
          "locked": {"unlock": "closed", "open": {"actions": ["rattle"]}}
        }
      }
    }

    """#
}
