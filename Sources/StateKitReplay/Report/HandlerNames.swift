package import StateKitCore

/// Descriptions of a chart's handlers: `pay in root.cart [total > 0]`.
package enum HandlerNames {
  /// The descriptions by handler index; equal ones are numbered.
  package static func all(of located: LocatedChart) -> [String] {
    let chart = located.chart
    var words = [String](repeating: "a handler", count: chart.handlers.count)
    // If keys share a handler, the first one names it.
    for binding in located.spans.bindings.reversed() {
      let word =
        switch binding.trigger {
        case .event(let event): DisplayText.name(chart.names.text(chart.eventNames[event.index]))
        case .pattern(let prefix): DisplayText.name(chart.names.text(prefix) + "*")
        case .done: "onDone"
        }
      for handler in binding.candidates.indices { words[handler] = word }
    }
    for state in chart.states { for handler in state.always.indices { words[handler] = "always" } }
    for timer in chart.timers {
      for handler in timer.candidates.indices { words[handler] = "after \(timer.shownLength(in: chart))" }
    }
    var counts: [String: Int] = [:]
    return chart.handlers.enumerated().map { index, handler in
      var name = "\(words[index]) in \(chart.path(handler.state))"
      if handler.condition >= 0 { name += " [\(chart.written(expression: handler.condition))]" }
      let count = counts[name, default: 0] + 1
      counts[name] = count
      return count == 1 ? name : "\(name) (\(count))"
    }
  }
}
