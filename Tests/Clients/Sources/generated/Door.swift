// Made by `statekit generate`: change the chart, not this file.
import StateKit

/// The chart "door". Copies share one machine.
struct Door {
  private let machine: Statechart

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

  /// What the chart calls for.
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
    switch event {
    case .close: machine.send("close")
    case .open: machine.send("open")
    case .lock: machine.send("lock")
    case .unlock: machine.send("unlock")
    }
  }

  /// Moves the clock; timers that are due fire.
  @discardableResult
  func advance(by duration: Duration) -> Step {
    machine.advance(by: duration)
  }

  func isIn(_ state: State) -> Bool {
    machine.isIn(state.rawValue)
  }

  var isFinished: Bool { machine.isFinished }

  /// The deepest active state. Before the start: the state that the chart begins in.
  var state: Leaf {
    machine.configuration.first.flatMap(Leaf.init) ?? .closed
  }

  private static let chart = Result { () throws(ChartError) in
    try ChartDefinition(json: json.utf8, name: "door.json")
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
