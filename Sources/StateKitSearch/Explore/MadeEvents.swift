import StateKitCore

/// The events that actions of a chart raise or send.
struct MadeEvents {
  private var events: Set<EventID> = []
  /// True if an action may make any event.
  private var areAny = false

  init(_ chart: Chart) {
    for action in chart.actions {
      switch action {
      case .raise(.event(let event), _), .send(.event(let event), _, _, _, _): events.insert(event)
      case .raise(.text, _), .send(.text, _, _, _, _): areAny = true
      case .call, .log, .assign, .cancel, .goTo, .unless, .skip, .block, .forEach: break
      }
    }
  }

  func contains(_ event: EventID) -> Bool { areAny || events.contains(event) }
}
