import StateKitCore

/// A chart with the facts that several rules need, computed once.
final class Subject: Sendable {
  let chart: Chart
  let spans: ChartSpans
  let actions: ActionFacts
  let reachability: Reachability
  let leaving: Leaving
  /// The slots of the context that expressions outside the chart read.
  let readElsewhere: Set<Int>

  init(_ located: LocatedChart, readElsewhere: Set<Int>) {
    self.readElsewhere = readElsewhere
    chart = located.chart
    spans = located.spans
    actions = ActionFacts(chart)
    let transitions = PossibleTransitions(chart, actions: actions)
    reachability = Reachability(chart, transitions: transitions)
    leaving = Leaving(chart, transitions: transitions, reachability: reachability)
  }

  /// A state as messages show it.
  func shown(_ state: StateID) -> String { DisplayText.quoted(chart.reference(state)) }

  func shown(_ event: EventID) -> String {
    DisplayText.quoted(chart.names.text(chart.eventNames[event.index]))
  }

  /// The events that actions of the chart raise and send, without computed ones.
  var madeEvents: Set<EventID> { Set(chart.actions.lazy.compactMap { $0.namedEvent?.event }) }

  /// True if a handler is selected whenever it is reached.
  func isUnguarded(_ handler: Int) -> Bool {
    chart.handlers[handler].condition < 0
  }

  /// The index of the first candidate without a guard: later ones are never reached.
  func firstUnguarded(_ candidates: TableRange) -> Int? {
    candidates.indices.first { isUnguarded($0) }
  }

  /// True if one of the candidates is always selected.
  func isTotal(_ candidates: TableRange) -> Bool {
    firstUnguarded(candidates) != nil
  }
}
