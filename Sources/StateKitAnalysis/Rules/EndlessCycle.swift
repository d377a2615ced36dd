import StateKitCore

/// A cycle of `always`, `goToState`, raised, sent and done events that no guard can stop. Also a cycle of timers with
/// delay zero, in which the clock never advances.
enum EndlessCycle {
  static let rule = Rule(explainedBy: [page, timerCyclePage], restsOn: [.targets, .handlers], check: check)

  static let page = Explanation(
    .endlessCycle, title: "nothing can stop a cycle",
    meaning: """
      Each step of the cycle is taken at once and has no guard: an always, a goToState on entry, a raised or sent event,
      or a done event. A run stops with an error after \(DisplayText.grouped(Limits().steps)) steps. Give one of the steps a guard, or make it
      wait for an event.
      """,
    wrong: """
      "ping": {"always": "pong"},
      "pong": {"always": "ping"}
      """,
    fixed: .replacing(#""pong": {"always": "ping"}"#, with: #""pong": {"hit": "ping"}"#))

  static let timerCyclePage = Explanation(
    .timerCycle, title: "a cycle of timers takes no time",
    meaning: """
      The timers of this cycle are due at once, so the clock never advances. A run stops with an error after \(DisplayText.grouped(Limits().macrosteps))
      macrosteps. Give one of the timers a delay.
      """,
    wrong: """
      "tick": {"after": {"0s": "tock"}},
      "tock": {"after": {"0s": "tick"}}
      """,
    fixed: .replacing(#""0s""#, with: #""1s""#))

  private static func check(_ subject: Subject, findings: Findings) {
    checkStates(subject, findings: findings)
    checkRaises(subject, findings: findings)
  }

  // MARK: From state to state

  private static func checkStates(_ subject: Subject, findings: Findings) {
    let sure = SureSteps(subject)
    // For each state, the path on which it was found first. A path that meets itself is a cycle.
    var pathOf = [Int32](repeating: -1, count: subject.chart.states.count)
    for start in subject.chart.states.indices where subject.reachability.isReached[start] && pathOf[start] < 0 {
      var path: [SureSteps.Step] = []
      var state = StateID(start)
      while pathOf[state.index] < 0 {
        pathOf[state.index] = Int32(start)
        guard let step = sure.step(from: state) else { break }
        path.append(step)
        state = step.to
      }
      guard pathOf[state.index] == Int32(start), let first = path.firstIndex(where: { $0.from == state }),
        path.last?.to == state
      else { continue }
      report(Array(path[first...]), subject: subject, findings: findings)
    }
  }

  private static func report(_ cycle: [SureSteps.Step], subject: Subject, findings: Findings) {
    // Entry actions run again only if the cycle enters the state again.
    for (index, step) in cycle.enumerated() where step.cause.needsEntry {
      let before = cycle[(index + cycle.count - 1) % cycle.count]
      let wasActive = subject.chart.isWithin(before.from, ancestor: step.from)
      // If the target is an active ancestor, its descendants are exited, and it is completed again.
      let isExited = before.target != step.from || before.cause.reenters && before.from == step.from
      if wasActive, !isExited { return }
    }
    guard let lowest = cycle.indices.min(by: { cycle[$0].cause.span.start < cycle[$1].cause.span.start }) else {
      return
    }
    let steps = Array(cycle[lowest...] + cycle[..<lowest])
    var shown = steps.prefix(10).map { subject.shown($0.from) }.joined(separator: " → ")
    if steps.count > 10 { shown += " → … (\(steps.count) states)" }
    let isTimer = steps.contains(where: \.cause.isTimer)
    let notes = steps.dropFirst().prefix(9).map {
      Diagnostic.Note(
        message: "\(subject.shown($0.from)): \($0.cause.words) \(subject.shown($0.to))", span: $0.cause.span)
    }
    let what = steps[0].cause.words
    findings.add(
      isTimer ? .timerCycle : .endlessCycle, at: steps[0].cause.span,
      message:
        "\(isTimer ? "the clock never advances in" : "nothing stops") the cycle \(shown) → \(subject.shown(steps[0].from))",
      help: "\(what) \(subject.shown(steps[0].to)); no step has a guard", notes: Array(notes))
  }

  // MARK: From event to event

  /// Checks chains of handlers that each raise the event of the next one, until the first handler is selected again.
  private static func checkRaises(_ subject: Subject, findings: Findings) {
    let chart = subject.chart
    let sure = SureSteps(subject)
    var isTold: Set<Int> = []
    for binding in subject.spans.bindings {
      guard subject.reachability.isReached[Int(binding.state)], let start = binding.candidates.indices.first,
        subject.isUnguarded(start), !chart.handlers[start].actions.isEmpty
      else { continue }
      let leaf = StateID(rawValue: binding.state)
      var path: [(handler: Int, event: EventID)] = []
      var handler = start
      while path.count < 64, !isTold.contains(handler) {
        let entry = chart.handlers[handler]
        let hooks = Hooks(entry.actions, subject: subject)
        guard entry.targets.isEmpty, entry.reentry == .none, hooks.goes == nil, !hooks.maybeGoes, !hooks.maybeRaises,
          let event = hooks.raises ?? hooks.sends, let next = sure.handler(of: event, in: leaf)
        else { break }
        path.append((handler, event))
        handler = next
        if handler == start { break }
      }
      guard handler == start, !path.isEmpty else { continue }
      for entry in path { isTold.insert(entry.handler) }
      // A state below may take one of the events first, or leave.
      let below = leaf.index + 1..<max(leaf.index + 1, Int(chart.states[leaf.index].end))
      let isTakenBelow = below.contains { state in
        !chart.states[state].always.isEmpty
          || path.contains { entry in chart.candidateLists(of: state, for: entry.event).contains { !$0.isEmpty } }
      }
      if isTakenBelow { continue }
      let shown = path.map { subject.shown($0.event) }
      findings.add(
        .endlessCycle, at: binding.span,
        message: "nothing stops the cycle of events \((shown.suffix(1) + shown).joined(separator: " → "))",
        help: "each handler raises the next event, and none has a guard")
    }
  }
}
