import StateKitCore

/// An event for a child that no active state can invoke.
enum UnknownChild {
  static let rule = Rule(explainedBy: [page], restsOn: .keys, check: check)

  static let page = Explanation(
    .unknownChild, title: "an event to or from a child that cannot exist",
    meaning: """
      "to" names the id of a child, or "parent". No state invokes a child of that name, or no such state can be active
      at this action. The send would only raise error.communication. Work of the host ("src") gets no events, either.
      A handler of "done.invoke.ID" or "error.invoke.ID" is reported if no child has the id, but one has nearly this id, or
      this "src". So is a handler of "done.state.NAME", if a state has nearly this name, or the state is never done: the
      end of a final state is that of its parent.
      """,
    wrong: Explanation.Example(
      chart: """
        {
          "root": {
            "invoke": {"chart": "children/helper.json", "id": "helper"},
            "ask": {"actions": {"send": "question", "to": "helpr"}}
          }
        }
        """,
      children: [Explanation.helper]),
    fixed: .replacing(#""helpr""#, with: #""helper""#))

  private static func check(_ subject: Subject, findings: Findings) {
    let chart = subject.chart
    var invoking: [[UInt8]: [StateID]] = [:]
    var known: [String] = []
    var charts: Set<[UInt8]> = []
    for invocation in chart.invocations {
      let id = Array(invocation.id.utf8)
      if case .chart = invocation.work, charts.insert(id).inserted { known.append(invocation.id) }
      // More invocations with one name add nothing to what is known of a sender.
      if invoking[id, default: []].count < 1_000 { invoking[id, default: []].append(invocation.state) }
    }
    lazy var jumps = chart.actions.contains { if case .goTo = $0 { true } else { false } }
    // The actions of handlers that lead to another state.
    lazy var leading = Set(chart.handlers.filter { !$0.targets.isEmpty }.flatMap(\.actions.indices))
    for (index, action) in chart.actions.enumerated() {
      guard case .send(_, _, _, _, let to?) = action, let id = to.literal, !id.utf8.elementsEqual("parent".utf8) else {
        continue
      }
      let span = chart.actionSpans[index]
      guard let states = invoking[Array(id.utf8)] else {
        let list =
          id.utf8.elementsEqual("#_parent".utf8)
          ? "write \"parent\""
          : known.isEmpty ? "no state invokes a child chart" : "known: " + known.prefix(8).joined(separator: ", ")
        findings.add(
          .unknownChild, at: span, message: "no child is named \(DisplayText.quoted(id))",
          help: list, fix: Suggestion.fix(for: id, among: known))
        continue
      }
      if !charts.contains(Array(id.utf8)) {
        findings.add(
          .unknownChild, at: span, message: "\(DisplayText.quoted(id)) is work of the host, which gets no events",
          help: "call a host action, or invoke a chart")
        continue
      }
      let owner = subject.actions.owner[index]
      if states.contains(where: { chart.states.canBeActiveTogether($0, owner) }) { continue }
      // It is delivered after the macrostep, or later: another state may be active then.
      let isExit = chart.states[owner.index].exitActions.indices.contains(index)
      guard case .send(_, _, .milliseconds(0), _, _) = action, !isExit, !chart.hasAlways, !jumps,
        !leading.contains(index)
      else { continue }
      findings.add(
        .unknownChild, at: span,
        message: "the child \(DisplayText.quoted(id)) never runs while \(subject.shown(owner)) is active",
        help: "\(subject.shown(states[0])) invokes it")
    }
  }
}
