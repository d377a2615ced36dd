import StateKitCore

/// A handler that is never selected: an earlier one is always selected instead.
enum DeadHandler {
  static let rule = Rule(explainedBy: [page], restsOn: [.handlers, .keys]) { subject, findings in
    checkCandidates(subject, findings: findings)
    checkDone(subject, findings: findings)
  }

  /// The part that looks at the targets of handlers.
  static let ruleOfTargets = Rule(explainedBy: [], restsOn: [.targets, .handlers]) { subject, findings in
    checkAlways(subject, findings: findings)
    checkCovered(subject, findings: findings)
  }

  static let page = Explanation(
    .deadHandler, title: "a handler is never taken",
    meaning: """
      Another handler is always taken instead: an earlier candidate without a guard, or handlers of the states below (the
      deepest state is asked first). Or an "always" leaves the state before any event comes. An onDone is never
      taken if its state is never done.
      """,
    wrong: """
      {
        "context": {"money": 0},
        "root": {
          "initial": "locked",
          "subStates": {
            "locked": {
              "push": [{"actions": "beep"}, {"guard": "money > 0", "target": "open"}],
              "coin": {"actions": {"assign": {"money": "money + 1"}}}
            },
            "open": {"push": "locked"}
          }
        }
      }
      """,
    fixed: .replacing(
      #"{"actions": "beep"}, {"guard": "money > 0", "target": "open""#,
      with: #"{"guard": "money > 0", "target": "open"}, {"actions": "beep""#))

  /// Checks candidates after one without a guard.
  private static func checkCandidates(_ subject: Subject, findings: Findings) {
    let chart = subject.chart
    let lists = subject.spans.bindings.map(\.candidates) + chart.states.map(\.always) + chart.timers.map(\.candidates)
    let alive = origins(of: lists, subject: subject)
    for list in lists where list.count > 1 {
      guard let first = subject.firstUnguarded(list) else { continue }
      let dead = (first + 1..<list.indices.upperBound).first { index in
        !(chart.origin(of: chart.handlers[index]).map { alive.contains($0) } ?? false)
      }
      guard let dead else { continue }
      findings.add(
        .deadHandler, at: chart.handlers[dead].span,
        message: "this handler is never taken: the candidate before it has no guard",
        notes: [Diagnostic.Note(message: "this candidate is always taken first", span: chart.handlers[first].span)])
    }
  }

  /// The origins of the transitions of another notation that are candidates in some list, up to one without a guard. Such a
  /// transition can be a candidate for several events.
  private static func origins(of lists: [TableRange], subject: Subject) -> Set<SourceSpan> {
    let chart = subject.chart
    guard let any = chart.handlers.first, chart.origin(of: any) != nil else { return [] }
    var found: Set<SourceSpan> = []
    for list in lists {
      let last = subject.firstUnguarded(list) ?? list.indices.upperBound
      for index in list.indices where index <= last {
        if let origin = chart.origin(of: chart.handlers[index]) { found.insert(origin) }
      }
    }
    return found
  }

  /// Checks handlers of a state that its own `always` leaves before any event comes.
  private static func checkAlways(_ subject: Subject, findings: Findings) {
    let chart = subject.chart
    if !chart.hasAlways { return }
    var first: [Int32: SourceSpan] = [:]
    for binding in subject.spans.bindings {
      if let known = first[binding.state], known.start <= binding.span.start { continue }
      first[binding.state] = binding.span
    }
    let forbidding = StateTally(chart) { $0.always.indices.contains { chart.handlers[$0].isForbidden } }
    for index in chart.states.indices {
      guard let span = first[Int32(index)], let taken = subject.firstUnguarded(chart.states[index].always) else {
        continue
      }
      let targets = chart.handlers[taken].targets
      let leads = targets.indices.allSatisfy { !chart.isWithin(chart.targets[$0], ancestor: StateID(index)) }
      if targets.isEmpty || !leads { continue }
      // A null below stops it.
      if forbidding.count(below: index, in: chart) > 0 { continue }
      findings.add(
        .deadHandler, at: span,
        message:
          "handlers of \(subject.shown(StateID(index))) are never taken: its always leaves the state before any event",
        notes: [Diagnostic.Note(message: "it has no guard", span: chart.handlers[taken].span)])
    }
  }

  /// Checks `onDone` of a state that is never done, and `done.state.NAME` after the `onDone` of the same state.
  private static func checkDone(_ subject: Subject, findings: Findings) {
    let canBeDone = statesThatCanBeDone(subject.chart)
    lazy var made = subject.madeEvents
    var hasTotal: Set<Int32> = []
    for binding in subject.spans.bindings {
      guard case .done = binding.trigger else { continue }
      if subject.isTotal(binding.candidates) { hasTotal.insert(binding.state) }
      if canBeDone[Int(binding.state)] { continue }
      if made.contains(EventID(rawValue: subject.chart.states[Int(binding.state)].doneEvent)) { continue }
      let kind = subject.chart.states[Int(binding.state)].kind
      findings.add(
        .deadHandler, at: binding.span,
        message: "this handler is never taken: \(subject.shown(StateID(rawValue: binding.state))) is never done",
        help: need(of: kind, notation: findings.notation))
    }
    for binding in subject.spans.bindings {
      guard case .event(let event) = binding.trigger, hasTotal.contains(binding.state),
        event.rawValue == subject.chart.states[Int(binding.state)].doneEvent
      else { continue }
      findings.add(
        .deadHandler, at: binding.span, message: "this handler is never taken: the onDone of the same state comes first"
      )
    }
  }

  /// The help for a state that is never done.
  static func need(of kind: StateKind, notation: ChartNotation) -> String? {
    if kind.isHistory { return nil }
    return kind == .parallel ? "each of its regions needs a final state" : "it needs \(notation.final)"
  }

  static func statesThatCanBeDone(_ chart: Chart) -> [Bool] {
    var canBeDone = [Bool](repeating: false, count: chart.states.count)
    // Every region of a parallel state must be done. The reverse order visits children before their parents.
    for index in chart.states.indices.reversed() {
      switch chart.states[index].kind {
      case .compound:
        canBeDone[index] = chart.children(of: StateID(index)).contains { chart.states[$0.index].kind == .final }
      case .parallel:
        canBeDone[index] = chart.children(of: StateID(index)).allSatisfy {
          canBeDone[$0.index] || chart.states[$0.index].kind == .final || chart.states[$0.index].kind.isHistory
        }
      case .atomic, .final, .shallowHistory, .deepHistory: break
      }
    }
    return canBeDone
  }

  /// Checks handlers on ancestors of states that each handle the event themselves: the deepest state comes first
  /// (Semantics.md, rule 3).
  private static func checkCovered(_ subject: Subject, findings: Findings) {
    let entries = CoveringHandler.all(of: subject)
    var dead: [CoveringHandler] = []
    var alive: [TableRange] = []
    var cover = EventCover(subject.chart, childCounts: childCounts(subject))
    var start = 0
    while start < entries.count {
      var end = start + 1
      while end < entries.count, entries[end].event == entries[start].event { end += 1 }
      if end - start == 1 {
        alive.append(subject.spans.bindings[Int(entries[start].binding)].candidates)
      } else {
        cover.begin(entries[start..<end].lazy.map { StateID(rawValue: $0.state) })
        for entry in entries[start..<end] {
          let binding = subject.spans.bindings[Int(entry.binding)]
          let state = StateID(rawValue: entry.state)
          let isDead = cover.isCovered(state)
          if isDead { dead.append(entry) } else { alive.append(binding.candidates) }
          if isDead || subject.isTotal(binding.candidates) { cover.add(state) }
        }
      }
      start = end
    }
    let origins = origins(of: alive, subject: subject)
    for entry in dead {
      let binding = subject.spans.bindings[Int(entry.binding)]
      let isElsewhere = binding.candidates.indices.contains { index in
        subject.chart.origin(of: subject.chart.handlers[index]).map { origins.contains($0) } ?? false
      }
      if isElsewhere { continue }
      let state = subject.shown(StateID(rawValue: entry.state))
      findings.add(
        .deadHandler, at: binding.span,
        message: "this handler is never taken: every state below \(state) handles "
          + subject.shown(EventID(rawValue: entry.event)),
        help: "the deepest state is asked first")
    }
  }

  /// The number of children of each state that can be active.
  private static func childCounts(_ subject: Subject) -> [Int32] {
    var counts = [Int32](repeating: 0, count: subject.chart.states.count)
    for index in subject.chart.states.indices where index > 0 && subject.reachability.isReached[index] {
      let state = subject.chart.states[index]
      if !state.kind.isHistory { counts[Int(state.parent)] += 1 }
    }
    return counts
  }
}
