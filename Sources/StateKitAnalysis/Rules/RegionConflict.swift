import StateKitCore

/// Handlers of one event in two regions of a parallel state that cannot both be selected. The first one in the file
/// wins, and the other region does nothing (Semantics.md, rules 3 to 6).
enum RegionConflict {
  static let rule = Rule(explainedBy: [page], restsOn: .targets, check: check)

  static let page = Explanation(
    .regionConflict, title: "handlers of two regions cannot both be taken",
    meaning: """
      Regions of a parallel state handle an event together, unless their handlers would exit a common state. Then the
      handler that is first in the file wins, and the other region does nothing. Let one region handle the event, or the
      parallel state itself.
      """,
    wrong: """
      {
        "root": {
          "initial": "on",
          "subStates": {
            "off": {"start": "on"},
            "on": {
              "type": "parallel",
              "subStates": {
                "heater": {"stop": "off"},
                "fan": {
                  "initial": "spinning",
                  "subStates": {"spinning": {"stop": "resting"}, "resting": {"blow": "spinning"}}
                }
              }
            }
          }
        }
      }
      """,
    fixed: """
      {
        "root": {
          "initial": "on",
          "subStates": {
            "off": {"start": "on"},
            "on": {
              "type": "parallel",
              "stop": "off",
              "subStates": {
                "heater": {},
                "fan": {
                  "initial": "spinning",
                  "subStates": {"spinning": {"pause": "resting"}, "resting": {"blow": "spinning"}}
                }
              }
            }
          }
        }
      }
      """)

  /// A handler without a guard that has a target.
  private struct SureTransition {
    let event: EventID
    let state: StateID
    let handler: Int
    let span: SourceSpan
  }

  /// A search that was done already: an event, a parallel state, one region, and the other one if it matters.
  private struct Question: Hashable {
    let event: EventID
    let parallel: StateID
    let region: StateID
    let other: StateID?
  }

  private static func check(_ subject: Subject, findings: Findings) {
    guard subject.chart.states.contains(where: { $0.kind == .parallel }) else { return }
    let transitions = transitions(subject)
    var asked: Set<Question> = []
    var reported: Set<Question> = []
    for transition in transitions {
      var region = transition.state
      while let parent = subject.chart.parent(of: region) {
        defer { region = parent }
        guard subject.chart.states[parent.index].kind == .parallel else { continue }
        for other in foreignRegions(transition, region: region, parallel: parent, subject: subject) {
          let question = Question(event: transition.event, parallel: parent, region: region, other: other)
          guard asked.insert(question).inserted, let rival = rival(question, transitions: transitions, subject: subject)
          else { continue }
          guard reported.insert(Question(event: transition.event, parallel: parent, region: .root, other: nil)).inserted
          else { continue }
          report(transition, rival, in: parent, subject: subject, findings: findings)
        }
      }
    }
  }

  private static func report(
    _ one: SureTransition, _ other: SureTransition, in parallel: StateID, subject: Subject, findings: Findings
  ) {
    let (first, second) = one.state < other.state ? (one, other) : (other, one)
    findings.add(
      .regionConflict, at: second.span,
      message:
        "\(subject.shown(first.state)) and \(subject.shown(second.state)) cannot both take \(subject.shown(one.event))",
      help: "both are in regions of \(subject.shown(parallel)); the first in the file wins",
      notes: [Diagnostic.Note(message: "the handler that wins", span: first.span)])
  }

  /// The sure transitions in order of event, then of state.
  private static func transitions(_ subject: Subject) -> [SureTransition] {
    var found: [SureTransition] = []
    for binding in subject.spans.bindings where subject.reachability.isReached[Int(binding.state)] {
      guard case .event(let event) = binding.trigger, let handler = subject.firstUnguarded(binding.candidates) else {
        continue
      }
      let entry = subject.chart.handlers[handler]
      if entry.targets.isEmpty, entry.reentry == .none { continue }
      found.append(SureTransition(event: event, state: entry.state, handler: handler, span: binding.span))
    }
    return found.sorted { ($0.event.rawValue, $0.state) < ($1.event.rawValue, $1.state) }
  }

  /// The regions outside its own that a handler affects; nil for all of them, if it leaves the parallel state.
  private static func foreignRegions(
    _ transition: SureTransition, region: StateID, parallel: StateID, subject: Subject
  ) -> [StateID?] {
    let chart = subject.chart
    let handler = chart.handlers[transition.handler]
    if handler.reentry.exitsBelowAncestor {
      let ancestor = chart.reentryAncestor(from: handler.state, to: handler.targets, reentry: handler.reentry)
      if !(ancestor.map { chart.isWithin($0, ancestor: region) } ?? false) { return [nil] }
    }
    var found: [StateID?] = []
    for index in handler.targets.indices {
      let target = chart.targets[index]
      if target == parallel || !chart.isWithin(target, ancestor: parallel) { return [nil] }
      if chart.isWithin(target, ancestor: region) { continue }
      found.append(chart.states.child(of: parallel, towards: target))
    }
    return found
  }

  private static func rival(
    _ question: Question, transitions: [SureTransition], subject: Subject
  ) -> SureTransition? {
    if let region = question.other {
      return first(transitions, event: question.event, from: region, in: region, subject: subject)
    }
    let parallel = question.parallel
    let found = first(
      transitions, event: question.event, from: StateID(parallel.index + 1), in: parallel, subject: subject)
    guard let found, subject.chart.isWithin(found.state, ancestor: question.region) else { return found }
    let behind = StateID(rawValue: subject.chart.states[question.region.index].end)
    return first(transitions, event: question.event, from: behind, in: parallel, subject: subject)
  }

  /// The first transition of an event at or after a state, if that transition is below an ancestor.
  private static func first(
    _ transitions: [SureTransition], event: EventID, from state: StateID, in ancestor: StateID, subject: Subject
  ) -> SureTransition? {
    let index = transitions.partitionPoint { ($0.event.rawValue, $0.state) < (event.rawValue, state) }
    guard index < transitions.count, transitions[index].event == event,
      subject.chart.isWithin(transitions[index].state, ancestor: ancestor)
    else { return nil }
    return transitions[index]
  }
}
