package import StateKitCore

extension Chart {
  /// A suggestion for an event that no state handles: the end of host work of a child, which the line has to name, or
  /// an event with a similar name.
  package func helpForUnhandled(_ event: String) -> String? {
    let (help, fix) = adviceForUnhandled(event)
    return fix?.help ?? help
  }

  /// The suggestion, as a fix if it replaces the name alone.
  package func adviceForUnhandled(_ event: String) -> (help: String?, fix: Fix?) {
    if let child = childDoing(event) { return ("write \(child)\(DisplayText.name(event))", nil) }
    if let end = endOfSource(event) { return (nil, Fix(event, to: end, help: "write \(DisplayText.name(end))")) }
    return (nil, Suggestion.fix(for: event, among: receivedEventNames))
  }

  /// The events that the chart handles, then those that children handle to which events are forwarded.
  package var receivedEventNames: [String] { receivers.flatMap { relative($0.chart).inputEventNames } }

  /// The end of host work that an event names by its source, in place of its id.
  private func endOfSource(_ event: String) -> String? {
    for invocation in invocations {
      guard let source = invocation.source else { continue }
      let prefix = EventType.invocationEnds.first { ($0 + source).utf8.elementsEqual(event.utf8) }
      if let prefix { return prefix + invocation.id }
    }
    return nil
  }

  /// The first child whose host work an event ends, in the form of a script line.
  private func childDoing(_ event: String) -> String? {
    guard let family else { return nil }
    var todo: [(chart: Int, path: String)] = [(0, "")]
    var seen: Set<Int> = [0]
    var next = 0
    while next < todo.count {
      let (number, path) = todo[next]
      next += 1
      let chart = relative(number)
      for (index, invocation) in chart.invocations.enumerated() {
        if invocation.source != nil {
          let ends = EventType.invocationEnds.map { $0 + invocation.id }
          if !path.isEmpty, ends.contains(where: { $0.utf8.elementsEqual(event.utf8) }) { return path }
          continue
        }
        let child = family.chart(invokedBy: number, invocation: index)
        if seen.insert(child).inserted { todo.append((child, path + DisplayText.name(invocation.id) + ": ")) }
      }
    }
    return nil
  }
}
