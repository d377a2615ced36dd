package import StateKitCore

/// Host guards and named delays without an answer: on the command line, each of them is an error when it is asked.
package enum UnansweredHost {
  /// Reports host guards and delays of a chart that `answers` has no answer for, each name once. `script` is the file
  /// that was searched for answers, `names` are not reported.
  package static func check(
    _ located: LocatedChart, answers: HostAnswers?, except names: Set<String> = [], script: String, findings: Findings
  ) {
    let chart = located.chart
    let asked = UnusedGuard.asked(in: chart)
    for entry in chart.guards where entry.hostIndex != nil && answers?.answers(guard: entry.name) != true {
      guard UnusedGuard.isAsked(entry, asked: asked), !names.contains(entry.name) else { continue }
      let name = DisplayText.name(entry.name)
      findings.add(
        .unansweredGuard, at: entry.span, message: "nothing in \(script) answers the guard \(name)",
        help: ":guard \(name) = true, before the first event")
    }
    var known: Set<NameID> = []
    for (id, span) in chart.delayNames where known.insert(id).inserted {
      let text = chart.names.text(id)
      if answers?.delay(named: text) != nil || names.contains(text) { continue }
      let name = DisplayText.name(text)
      findings.add(
        .unansweredDelay, at: span, message: "nothing in \(script) gives the delay \(name)",
        help: ":delay \(name) = 5s, before the first event")
    }
  }
}
