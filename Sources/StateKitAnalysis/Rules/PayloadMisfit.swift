import StateKitCore

/// A payload of a `raise` or `send` that does not fit the declared event. Static types must show the misfit. The data of
/// host actions are checked when the chart is built.
enum PayloadMisfit {
  static let rule = Rule(explainedBy: [page], restsOn: .actionData, check: check)

  static let page = Explanation(
    .payloadMisfit, title: "a raised or sent payload does not fit its event",
    meaning: """
      "events" declares what an event carries. This raise or send gives another type, whatever values its expressions have.
      In a run that action raises error.execution. Data of a host action that do not fit its type in "actions" are an error.
      """,
    wrong: """
      {
        "events": {"drop": null},
        "internalEvents": {"coin": "int"},
        "root": {
          "drop": {"actions": {"raise": "coin", "data": "'ten'"}},
          "coin": {"actions": "count"}
        }
      }
      """,
    fixed: .replacing(#""'ten'""#, with: "10"))

  private static func check(_ subject: Subject, findings: Findings) {
    let chart = subject.chart
    if chart.alphabet == nil { return }
    for (index, action) in chart.actions.enumerated() {
      switch action {
      case .raise(.event(let event), let data), .send(.event(let event), let data, _, _, nil):
        guard let type = chart.alphabet?[chart.eventNames[event.index]] else { continue }
        let isInternal = chart.internalEvents.contains(chart.eventNames[event.index])
        for reason in type.misfits(of: data, called: "payload", in: chart.expressions) {
          findings.add(
            .payloadMisfit, at: data?.span(in: chart) ?? chart.actionSpans[index],
            message: "the payload does not fit \(subject.shown(event)): \(reason)",
            help: "the event is declared in \"\(isInternal ? "internalEvents" : "events")\"")
        }
      case .raise, .send, .call, .log, .assign, .cancel, .goTo, .unless, .skip, .block, .forEach: break
      }
    }
  }
}
