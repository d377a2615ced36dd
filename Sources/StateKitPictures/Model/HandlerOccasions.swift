import StateKitCore

/// The trigger of each handler of a chart, and the handlers of each state.
struct HandlerOccasions {
  private var triggers: [PictureTrigger]
  private var byState: [[Int]]

  init(_ chart: Chart) {
    triggers = [PictureTrigger](repeating: .always, count: chart.handlers.count)
    for (key, candidates) in chart.handlerKeys {
      for handler in candidates.indices {
        switch key {
        case .event(let name): triggers[handler] = .event(DisplayText.name(chart.names.text(name)))
        // If an event and a pattern share a handler, the event names it.
        case .pattern(let prefix): if case .always = triggers[handler] { triggers[handler] = .pattern(prefix + "*") }
        case .done: triggers[handler] = .done
        }
      }
    }
    for timer in chart.timers {
      for handler in timer.candidates.indices { triggers[handler] = .after(timer.shownLength(in: chart)) }
    }
    byState = [[Int]](repeating: [], count: chart.states.count)
    for (index, handler) in chart.handlers.enumerated() { byState[handler.state.index].append(index) }
  }

  /// The indices of a state's own handlers, in document order.
  func handlers(of state: Int) -> [Int] { byState[state] }

  func trigger(of handler: Int) -> PictureTrigger { triggers[handler] }
}
