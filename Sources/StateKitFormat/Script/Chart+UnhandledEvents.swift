package import StateKitCore

extension Chart {
  /// What is meant by an event that no state handles: the end of work that the host does for a child, which the line has to
  /// name, or an event with a name like it.
  package func helpForUnhandled(_ event: String) -> String? {
    if let child = childDoing(event) { return "write \(child)\(DisplayText.name(event))" }
    return Suggestion.help(for: event, among: handledEventNames)
  }

  /// The first child that has the host do what an event ends, as a line of a script begins with it.
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
          let ends = ["done.invoke.", "error.invoke."].map { $0 + invocation.id }
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
