import StateKitCore

/// An event of `events` that the chart itself raises or sends.
enum InternalEvent {
  static let rule = Rule(explainedBy: [page], restsOn: [.handlers, .alphabet], check: check)

  static let page = Explanation(
    .internalEvent, title: "the chart itself raises an event of events",
    meaning: """
      If only the chart raises or sends the event, move it to "internalEvents": then the event is rejected from outside, explore does not
      try it, and completion does not offer it. If other programs send it, too, suppress the finding: "meta": {"allow":
      {"internal-event": "the reason"}}.
      """,
    wrong: """
      {
        "events": {"add": null, "full": null, "empty": null},
        "root": {
          "initial": "open",
          "subStates": {
            "open": {"add": {"actions": {"raise": "full"}}, "full": "closed"},
            "closed": {"empty": "open"}
          }
        }
      }
      """,
    fixed: .replacing(
      #""full": null, "empty": null},"#, with: "\"empty\": null},\n  \"internalEvents\": {\"full\": null},"))

  private static func check(_ subject: Subject, findings: Findings) {
    let chart = subject.chart
    let made = Set(chart.actions.compactMap { $0.namedEvent.flatMap { $0.isOwn ? $0.event : nil } })
    for (name, span) in subject.spans.declared {
      guard let event = chart.event(named: Array(chart.names[name]).span), made.contains(event),
        chart.isHandled(event), !chart.internalEvents.contains(name)
      else { continue }
      findings.add(
        .internalEvent, at: span,
        message: "the chart itself raises \(subject.shown(event))",
        help: "if nothing else sends it, move it to \"internalEvents\"")
    }
  }
}
