// Made by `statekit generate`: change the chart, not this file.
// swift-format-ignore-file
import Observation
import StateKit

/// The chart "media player". A view that reads it is updated after each step.
@MainActor @Observable
final class PlayerModel {
  /// The machine, for everything else that the library can do.
  @ObservationIgnored let machine: Statechart
  /// Views that read a property below read this, too.
  private var steps = 0
  @ObservationIgnored private var token: Token?

  /// The states of the chart, by their paths.
  enum State: String, CaseIterable, Sendable {
    case playback = "root.playback"
    case stopped = "root.playback.stopped"
    case playing = "root.playback.playing"
    case paused = "root.playback.paused"
    case volume = "root.volume"
    case normal = "root.volume.normal"
    case muted = "root.volume.muted"
  }

  /// The states that can be the deepest active one.
  enum Leaf: String, CaseIterable, Sendable {
    case stopped = "root.playback.stopped"
    case playing = "root.playback.playing"
    case paused = "root.playback.paused"
    case normal = "root.volume.normal"
    case muted = "root.volume.muted"
  }

  /// The events that the program sends, with their payloads.
  enum Event: Sendable {
    case powerOff
    case play
    case pause
    case stop
    case mute
    case louder
  }

  /// The actions that the chart calls.
  @MainActor protocol Actions {
    func startSound()
    func stopSound()
    func turnUp()
    func silence()
    func restore()
  }

  /// A machine that has not been started.
  init(actions: some Actions) throws {
    machine = Statechart(try Self.chart.get())
    try machine.action("startSound") { _ in actions.startSound() }
    try machine.action("stopSound") { _ in actions.stopSound() }
    try machine.action("turnUp") { _ in actions.turnUp() }
    try machine.action("silence") { _ in actions.silence() }
    try machine.action("restore") { _ in actions.restore() }
    token = machine.observe { [weak self] _ in self?.steps += 1 }
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
    _ = steps
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
    _ = steps
    return machine.isIn(state.rawValue)
  }

  /// True if the machine has reached its end.
  var isFinished: Bool {
    _ = steps
    return machine.isFinished
  }

  /// The deepest active states, one for each region.
  var states: Set<Leaf> {
    _ = steps
    return Set(machine.configuration.compactMap(Leaf.init))
  }

  private static let chart = Result { () throws(ChartError) in
    try ChartDefinition(json: json.utf8, name: "PlayerModel.json")
  }

  /// An event as the chart knows it.
  nonisolated static func message(of event: Event) -> (name: String, data: Payload) {
    switch event {
    case .powerOff: ("powerOff", .null)
    case .play: ("play", .null)
    case .pause: ("pause", .null)
    case .stop: ("stop", .null)
    case .mute: ("mute", .null)
    case .louder: ("louder", .null)
    }
  }

  /// The chart's text.
  private static let json = #"""
    {
      "name": "media player",
      "description": "Two regions that are active together: what is played, and how loud. Mute touches only one of them.",
      "root": {
        "type": "parallel",
        "powerOff": {"target": "playback", "reenter": "children"},
        "subStates": {
          "playback": {
            "initial": "stopped",
            "subStates": {
              "stopped": {"play": "playing"},
              "playing": {"enterState": ["startSound"], "exitState": ["stopSound"], "pause": "paused", "stop": "stopped"},
              "paused": {"play": "playing", "stop": "stopped"}
            }
          },
          "volume": {
            "initial": "normal",
            "subStates": {
              "normal": {"mute": "muted", "louder": {"actions": ["turnUp"]}},
              "muted": {"enterState": ["silence"], "exitState": ["restore"], "mute": "normal", "play": "normal"}
            }
          }
        }
      }
    }

    """#
}
