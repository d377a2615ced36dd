import CEL
import StateKitCore

/// A handler for the end of a child or of a state that does not exist. UnknownChild explains its code. Only names that
/// are nearly right are reported: others may come from another chart or program.
enum UnknownEnd {
  static let rule = Rule(explainedBy: [], restsOn: [.handlers, .keys], check: check)

  private static let platformError = "error.platform."
  private static let stateDone = "done.state."
  private static let prefixes = EventType.invocationEnds + [platformError, stateDone]

  private static func check(_ subject: Subject, findings: Findings) {
    let chart = subject.chart
    var isSeen = [Bool](repeating: false, count: chart.eventNames.count)
    let suggestions = SuggestionBudget()
    lazy var made = subject.madeEvents
    for binding in subject.spans.bindings {
      guard case .event(let event) = binding.trigger, !isSeen[event.index] else { continue }
      isSeen[event.index] = true
      let name = chart.eventNames[event.index]
      guard let prefix = prefixes.first(where: { chart.names[name].starts(with: $0.utf8) }),
        chart.alphabet?[name] == nil, !findings.countsOnly(.unknownChild), !made.contains(event),
        let (message, fix) = misfit(chart.names.text(name), prefix: prefix, in: chart, suggestions: suggestions)
      else { continue }
      findings.add(.unknownChild, at: binding.span, message: message, fix: fix)
    }
  }

  /// The message about an event that cannot come, with the event that is meant; nil for other events.
  private static func misfit(
    _ name: String, prefix: String, in chart: Chart, suggestions: SuggestionBudget
  ) -> (message: String, fix: Fix)? {
    let id = String(Substring(name.utf8.dropFirst(prefix.utf8.count)))
    func near(_ known: some Sequence<String>, what: String) -> (message: String, fix: Fix)? {
      guard let fix = suggestions.fix(for: id, among: known) else { return nil }
      return (
        "no \(what) is named \(DisplayText.quoted(id))", Fix(name, near: prefix + fix.new, isCertain: fix.isCertain)
      )
    }
    if prefix == stateDone {
      guard case .unknown = chart.resolve(id.utf8Bytes.span) else { return nil }
      return near(chart.states.indices.lazy.map { chart.reference(StateID($0)) }, what: "state")
    }
    let isChild = !chart.invocations(named: id.utf8Bytes.span).isEmpty
    if prefix == platformError {
      guard isChild else { return nil }
      let event = "error.invoke." + id
      return (
        "the failure of a child is no platform error",
        Fix(name, to: event, help: "write \(DisplayText.string(event))")
      )
    }
    return isChild ? nil : near(chart.invocations.lazy.map(\.id), what: "child")
  }
}
