import CEL
import StateKitCore

/// A handler for the end of a child or of a state that does not exist, or of a state that is never done. UnknownChild
/// explains its code. Only names that are nearly right are reported: others may come from another chart or program.
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
    lazy var canBeDone = DeadHandler.statesThatCanBeDone(chart)
    for binding in subject.spans.bindings {
      guard case .event(let event) = binding.trigger, !isSeen[event.index] else { continue }
      isSeen[event.index] = true
      let name = chart.eventNames[event.index]
      guard let prefix = prefixes.first(where: { chart.names[name].starts(with: $0.utf8) }),
        chart.alphabet?[name] == nil, !findings.countsOnly(.unknownChild), !made.contains(event)
      else { continue }
      let text = chart.names.text(name)
      if let (message, fix) = misfit(text, prefix: prefix, in: chart, suggestions: suggestions) {
        findings.add(.unknownChild, at: binding.span, message: message, fix: fix)
      } else if prefix == stateDone,
        case .state(let state) = chart.resolve(id(in: text, behind: prefix).utf8Bytes.span),
        !canBeDone[state.index]
      {
        let node = chart.states[state.index]
        let parent = StateID(rawValue: max(0, node.parent))
        let help =
          node.kind == .final && node.parent >= 0
          ? "its entry is the end of \(subject.shown(parent)): \(DisplayText.string(stateDone + chart.reference(parent)))"
          : DeadHandler.need(of: node.kind, notation: findings.notation)
        findings.add(
          .unknownChild, at: binding.span, message: "\(subject.shown(state)) is never done, so this event never comes",
          help: help)
      }
    }
  }

  private static func id(in name: String, behind prefix: String) -> String {
    String(Substring(name.utf8.dropFirst(prefix.utf8.count)))
  }

  /// The message about an event that cannot come, with the event that is meant; nil for other events.
  private static func misfit(
    _ name: String, prefix: String, in chart: Chart, suggestions: SuggestionBudget
  ) -> (message: String, fix: Fix)? {
    let id = id(in: name, behind: prefix)
    func near(_ known: some Sequence<String>, what: String) -> (message: String, fix: Fix)? {
      guard let fix = suggestions.fix(for: id, among: known) else { return nil }
      return (
        "no \(what) is named \(DisplayText.quoted(id))", Fix(name, near: prefix + fix.new, isCertain: fix.isCertain)
      )
    }
    if prefix == stateDone {
      switch chart.resolve(id.utf8Bytes.span) {
      case .unknown: return near(chart.states.indices.lazy.map { chart.reference(StateID($0)) }, what: "state")
      case .ambiguous: return nil
      case .state(let state):
        let event = stateDone + chart.reference(state)
        if event.utf8.elementsEqual(name.utf8) { return nil }
        return ("the end of \(DisplayText.quoted(id)) has another name", Fix(name, near: event, isCertain: true))
      }
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
    guard !isChild, suggestions.spend(comparing: chart.invocations.count) else { return nil }
    let named = chart.invocations.filter { $0.usualID.utf8.elementsEqual(id.utf8) }.map(\.id)
    if let first = named.first {
      let isCertain = named.allSatisfy { $0.utf8.elementsEqual(first.utf8) }
      return ("no child has the id \(DisplayText.quoted(id))", Fix(name, near: prefix + first, isCertain: isCertain))
    }
    return near(chart.invocations.lazy.map(\.id), what: "child")
  }
}
