import CEL
package import StateKitCore

/// The effect of an event on a machine with children, found by sending it to a copy of the machine.
package final class EventTrial: TraceSink {
  /// The outcome that the event would have.
  package private(set) var verdict = Verdict.ignored
  /// The paths of the machines that took an event of this name.
  private var receivers: [[String]] = []
  private var refusals: [Verdict.Refusal] = []
  private let chart: Chart
  private let name: String

  /// Sends an event to a copy of the first machine of a family.
  package init(_ event: Event, on machine: Machine) {
    chart = machine.chart
    name = chart.text(of: event.label)
    var copy = machine.trial(self)
    switch copy.send(event) {
    case .handled: verdict = .handled
    case .declined: verdict = .declined(refusals)
    case .ignored: verdict = .ignored
    case .rejected: verdict = .rejected(copy.rejection ?? "")
    }
  }

  /// True if a child gets the event.
  package func isReceived(by child: Child.Facts) -> Bool {
    receivers.contains { $0.elementsEqual(child.path) { $0.utf8.elementsEqual($1.utf8) } }
  }

  package func begin(_ header: TraceHeader) {}
  package func end(_ summary: TraceSummary) {}

  package func add(_ entries: TraceEntries) {
    entries.forEach(in: chart) { entry, chart, path in
      switch entry {
      case .event(let label):
        if chart.text(of: label).utf8.elementsEqual(name.utf8) { receivers.append(path) }
      case .declined(let state, let text, let error):
        // An event that was sent meanwhile may be declined, too.
        guard let id = chart.event(named: name.utf8Bytes.span) else { return }
        let handlers = chart.candidateLists(of: state.index, for: id).flatMap(\.indices)
        let handler = handlers.first { index in
          let condition = chart.handlers[index].condition
          return condition >= 0 && chart.written(expression: condition).utf8.elementsEqual(text.utf8)
        }
        if let handler { refusals.append(Verdict.Refusal(path: path, handler: handler, error: error)) }
      case .exit, .enter, .effect, .always, .afterFired, .sendFired, .ignored, .invoke, .stop, .forbidden, .rejected,
        .error, .invariant, .value, .done, .child:
        break
      }
    }
  }
}
