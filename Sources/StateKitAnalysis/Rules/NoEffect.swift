import StateKitCore

/// A handler with no effect: it leads to its own state, which has no sub-states, and has no actions. The machine is
/// already there.
enum NoEffect {
  static let rule = Rule(explainedBy: [page], restsOn: [.targets, .handlers, .expressions, .alphabet], check: check)

  static let page = Explanation(
    .noEffect, title: "a handler targets its own state, and does nothing",
    meaning: """
      A transition to a state that is already active exits and enters no state. "reenter": true exits the state and enters
      it again, which also restarts its timers. To handle the event without any effect, so that no ancestor handles it,
      write null.
      """,
    wrong: """
      "awake": {"enterState": "lightOn", "after": {"10s": "asleep"}, "move": "awake"},
      "asleep": {"enterState": "lightOff", "move": "awake"}
      """,
    fixed: """
      "awake": {
        "enterState": "lightOn", "after": {"10s": "asleep"}, "move": {"target": "awake", "reenter": true}
      },
      "asleep": {"enterState": "lightOff", "move": "awake"}
      """)

  private static func check(_ subject: Subject, findings: Findings) {
    let chart = subject.chart
    for handler in chart.handlers {
      // A chart with `root` alone has no other target.
      guard handler.targets.count == 1, handler.reentry == .none, handler.actions.isEmpty, handler.state != .root,
        chart.targets[handler.targets.indices.lowerBound] == handler.state
      else { continue }
      let state = chart.states[handler.state.index]
      guard state.kind == .atomic, !isAlways(handler, state: state, in: chart) else { continue }
      findings.add(
        .noEffect, at: handler.span, message: "this does nothing: \(subject.shown(handler.state)) is already active",
        help: findings.notation.reentry)
    }
  }

  /// True for a handler without an event: it would be selected without end, which is another finding.
  private static func isAlways(_ handler: EventHandler, state: StateNode, in chart: Chart) -> Bool {
    state.always.indices.contains { chart.handlers[$0].span == handler.span }
  }
}
