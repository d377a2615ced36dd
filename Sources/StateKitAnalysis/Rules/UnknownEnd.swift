import StateKitCore

/// A handler for the end of a child or of a state that does not exist. UnknownChild explains its code. Only names that
/// are nearly right are reported: others may come from another chart or program.
enum UnknownEnd {
  static let rule = Rule(explainedBy: [], restsOn: [.handlers, .keys], check: check)

  private static let platformError = "error.platform."
  private static let stateDone = "done.state."
  private static let prefixes = Invocation.ends + [platformError, stateDone]

  private static func check(_ subject: Subject, findings: Findings) {
    let chart = subject.chart
    var isSeen = [Bool](repeating: false, count: chart.eventNames.count)
    lazy var made = subject.madeEvents
    for binding in subject.spans.bindings {
      guard case .event(let event) = binding.trigger, !isSeen[event.index] else { continue }
      isSeen[event.index] = true
      let name = chart.eventNames[event.index]
      guard prefixes.contains(where: { chart.names[name].starts(with: $0.utf8) }), chart.alphabet?[name] == nil,
        !findings.countsOnly(.unknownChild), !made.contains(event),
        let (message, fix) = misfit(chart.names.text(name), in: chart)
      else { continue }
      findings.add(.unknownChild, at: binding.span, message: message, fix: fix)
    }
  }

  /// The message about an event that cannot come, with the event that is meant; nil for other events.
  private static func misfit(_ name: String, in chart: Chart) -> (message: String, fix: Fix)? {
    func near(_ prefix: String, _ known: some Sequence<String>, what: String) -> (message: String, fix: Fix)? {
      let id = String(Substring(name.utf8.dropFirst(prefix.utf8.count)))
      guard let fix = Suggestion.fix(for: id, among: known) else { return nil }
      return (
        "no \(what) is named \(DisplayText.quoted(id))", Fix(name, near: prefix + fix.new, isCertain: fix.isCertain)
      )
    }
    let ids = chart.invocations.lazy.map(\.id)
    if let prefix = Invocation.ends.first(where: { name.utf8.starts(with: $0.utf8) }) {
      let id = name.utf8.dropFirst(prefix.utf8.count)
      return ids.contains { $0.utf8.elementsEqual(id) } ? nil : near(prefix, ids, what: "child")
    }
    if name.utf8.starts(with: platformError.utf8) {
      let id = name.utf8.dropFirst(platformError.utf8.count)
      guard let id = ids.first(where: { $0.utf8.elementsEqual(id) }) else { return nil }
      let event = "error.invoke." + id
      return (
        "the failure of a child is no platform error",
        Fix(name, to: event, help: "write \(DisplayText.string(event))")
      )
    }
    guard name.utf8.starts(with: stateDone.utf8) else { return nil }
    let reference = Array(name.utf8.dropFirst(stateDone.utf8.count))
    guard case .unknown = chart.resolve(reference.span) else { return nil }
    return near(stateDone, chart.states.indices.lazy.map { chart.reference(StateID($0)) }, what: "state")
  }
}
