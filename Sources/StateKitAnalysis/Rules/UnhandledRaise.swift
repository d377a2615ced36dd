import StateKitCore

/// An event that the chart raises or sends and that no state handles.
enum UnhandledRaise {
  static let rule = Rule(explainedBy: [page], restsOn: [.handlers, .alphabet], check: check)

  static let page = Explanation(
    .unhandledRaise, title: "an event is raised or sent that no state handles",
    meaning: """
      The event comes from the chart itself, so no other program handles it. Most likely its name differs from the name
      that is handled.
      """,
    wrong: """
      "closed": {"open": {"target": "open", "actions": {"raise": "opend"}}},
      "open": {"close": "closed", "opened": {"actions": "lightOn"}}
      """,
    fixed: .replacing(#""opend""#, with: #""opened""#))

  private static func check(_ subject: Subject, findings: Findings) {
    let chart = subject.chart
    for (index, action) in chart.actions.enumerated() {
      guard let (event, isOwn) = action.namedEvent, isOwn, !chart.isHandled(event) else { continue }
      // A child to which external events are forwarded may handle it.
      let name = chart.names[chart.eventNames[event.index]]
      if case .send = action, chart.isKnown(chart.event(name.span, data: nil)) { continue }
      let verb = if case .raise = action { "raises" } else { "sends" }
      findings.add(
        .unhandledRaise, at: chart.actionSpans[index],
        message: "this action \(verb) \(subject.shown(event)), which no state handles",
        fix: Suggestion.fix(for: chart.names.text(chart.eventNames[event.index]), among: chart.handledEventNames))
    }
  }
}
