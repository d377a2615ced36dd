import StateKitCore

/// An event that `events` declares and that no state handles.
enum UnusedEvent {
  static let rule = Rule(explainedBy: [page], restsOn: [.handlers, .alphabet], check: check)

  static let page = Explanation(
    .unusedEvent, title: "no state handles a declared event",
    meaning: """
      "events" declares the event, but it is always ignored. Handle it (null handles it and does nothing), or
      remove the declaration.
      """,
    wrong: """
      {
        "events": {"open": null, "close": null, "lock": null},
        "root": {
          "initial": "closed",
          "subStates": {
            "closed": {"open": "open"},
            "open": {"close": "closed"}
          }
        }
      }
      """,
    fixed: .replacing(#"null, "lock": null"#, with: "null"))

  private static func check(_ subject: Subject, findings: Findings) {
    let chart = subject.chart
    let made = subject.madeEvents
    for (name, span) in subject.spans.declared {
      let event = chart.event(named: Array(chart.names[name]).span)
      // A raised event without a handler is reported where it is raised.
      if let event, made.contains(event) { continue }
      if chart.isKnown(chart.event(Array(chart.names[name]).span, data: nil)) { continue }
      findings.add(
        .unusedEvent, at: span,
        message: "the event \(DisplayText.quoted(chart.names.text(name))) is declared, but no state handles it",
        help: Suggestion.help(for: chart.names.text(name), among: chart.handledEventNames))
    }
  }
}
