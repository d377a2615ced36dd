import StateKitCore

/// The trigger of each handler of a chart, and the handlers of each state.
struct HandlerOccasions {
  private enum Occasion {
    case always
    case key(Int32)
    case timer(Int32)
  }

  private let chart: Chart
  private var keys: [Chart.HandlerKey] = []
  private var occasions: [Occasion]
  /// The handlers sorted by state, and in document order within a state; and the start of each state's handlers.
  private var sorted: [Int32]
  private var starts: [Int32]

  init(_ chart: Chart) {
    self.chart = chart
    occasions = [Occasion](repeating: .always, count: chart.handlers.count)
    for (key, candidates) in chart.handlerKeys {
      keys.append(key)
      for handler in candidates.indices {
        // If an event and a pattern share a handler, the event names it.
        if case .pattern = key, case .key = occasions[handler] { continue }
        occasions[handler] = .key(Int32(keys.count - 1))
      }
    }
    for (index, timer) in chart.timers.enumerated() {
      for handler in timer.candidates.indices { occasions[handler] = .timer(Int32(index)) }
    }
    starts = [Int32](repeating: 0, count: chart.states.count + 1)
    for handler in chart.handlers { starts[handler.state.index + 1] += 1 }
    for index in chart.states.indices { starts[index + 1] += starts[index] }
    var next = starts
    sorted = [Int32](repeating: 0, count: chart.handlers.count)
    for (index, handler) in chart.handlers.enumerated() {
      sorted[Int(next[handler.state.index])] = Int32(index)
      next[handler.state.index] += 1
    }
  }

  /// The indices of a state's own handlers, in document order.
  func handlers(of state: Int) -> ArraySlice<Int32> {
    sorted[Int(starts[state])..<Int(starts[state + 1])]
  }

  func trigger(of handler: Int) -> PictureTrigger {
    switch occasions[handler] {
    case .always: .always
    case .timer(let index): .after(chart.timers[Int(index)].shownLength(in: chart))
    case .key(let index):
      switch keys[Int(index)] {
      case .event(let name): .event(DisplayText.name(chart.names.text(name)))
      case .pattern(let prefix): .pattern(prefix + "*")
      case .done: .done
      }
    }
  }
}
