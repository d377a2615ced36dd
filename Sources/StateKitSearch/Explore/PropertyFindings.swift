import CEL
import StateKitCore

/// Creates the findings for properties (Exploring.md, Properties).
final class PropertyFindings {
  private let reporter: FindingReporter
  private let space: StateSpace
  private let check: PropertyCheck
  /// True if the property that is looked at holds because its first condition is never true.
  private var isVacuous = false

  init(_ reporter: FindingReporter) {
    self.reporter = reporter
    space = reporter.space
    check = PropertyCheck(reporter.space, in: reporter.chart, options: reporter.explorer.options)
  }

  /// The answer to each property, in the order asked. Those of single states come first: others may take all the time.
  func answers() throws(PropertyError) -> [PropertyAnswer] {
    let asked = reporter.explorer.options.properties.all
    var found: [Int: PropertyAnswer] = [:]
    for needsArcs in [false, true] {
      for (index, property) in asked.enumerated() where property.needsArcs == needsArcs {
        found[index] = try answer(to: property)
      }
    }
    return asked.indices.compactMap { found[$0] }
  }

  private func answer(to property: Property<Expression>) throws(PropertyError) -> PropertyAnswer {
    var finding: ExploreFinding?
    var isLate = false
    isVacuous = false
    do throws(PropertyFailure) {
      finding = try self.finding(for: property)
    } catch {
      switch error {
      case .wrong(let error): throw error
      case .outOfTime(let asked): finding = outOfTime(property, asked: asked)
      }
      isLate = true
    }
    if finding != nil, let named = property.expressions.lazy.flatMap(\.compiled.tests).first {
      finding?.span = reporter.located.spans.states[named.index]
    }
    return PropertyAnswer(
      property: property, verdict: verdict(finding), isLate: isLate, isVacuous: isVacuous, finding: finding)
  }

  private func verdict(_ finding: ExploreFinding?) -> PropertyAnswer.Verdict {
    guard let finding else { return space.isComplete ? .holds : .bounded }
    if finding.code == .reached { return .holds }
    return finding.isBounded ? .bounded : .fails
  }

  /// The finding for a property that the time limit left open. `asked`: the number of states, the first ones, that do
  /// not decide it.
  private func outOfTime(_ property: Property<Expression>, asked: Int) -> ExploreFinding {
    let code: DiagnosticCode =
      switch property {
      case .never: .never
      case .reach: .notReached
      case .inevitable: .avoidable
      case .leadsTo: .noResponse
      case .home: .noWayHome
      case .settles: .unsettled
      }
    let expressions = property.expressions.map(\.text).joined(separator: ", ")
    let depth = property.needsArcs ? 0 : space.depth(of: asked)
    let part = depth == 0 ? "" : "; it is false in all scripts of up to \(DisplayText.counted(depth - 1, noun: "line"))"
    return ExploreFinding(
      code, severity: .error, message: "not decided within the time limit: \(property.kind) \(expressions)\(part)",
      isBounded: true)
  }

  private func finding(for property: Property<Expression>) throws(PropertyFailure) -> ExploreFinding? {
    let isFair = reporter.explorer.options.properties.isFair
    switch property {
    case .never(let expression): return try never(expression)
    case .reach(let expression): return try reach(expression)
    case .inevitable(let expression):
      return try avoidable(
        Avoidable(
          code: .avoidable, message: "\(expression.text) can be avoided",
          question: "\(expression.text) can be avoided"),
        from: Array(space.starts.indices), goals: try check.states(where: expression), isFair: isFair)
    case .leadsTo(let from, let to):
      let begins = try check.states(where: from)
      isVacuous = space.isComplete && !begins.contains(true)
      return try avoidable(
        Avoidable(
          code: .noResponse, message: "\(from.text) need not lead to \(to.text)",
          question: "\(from.text) always leads to \(to.text)"),
        from: begins.indices.filter { begins[$0] }, goals: try check.states(where: to), isFair: isFair)
    case .home(let expression): return try home(expression)
    case .settles(let expression): return try settles(expression)
    }
  }

  private func finding(
    _ code: DiagnosticCode, severity: Diagnostic.Severity, message: String, at state: Int, then more: [Int] = []
  ) -> ExploreFinding {
    var finding = ExploreFinding(
      code, severity: severity, message: message, script: space.script(to: state, then: more))
    reporter.locate(&finding, leaves: space.leaves(of: state))
    return finding
  }

  private func never(_ expression: Expression) throws(PropertyFailure) -> ExploreFinding? {
    guard let state = try check.states(where: expression, atMost: 1).firstIndex(of: true) else { return nil }
    return finding(.never, severity: .error, message: "\(expression.text) is true, but must never be true", at: state)
  }

  private func reach(_ expression: Expression) throws(PropertyFailure) -> ExploreFinding {
    if let state = try check.states(where: expression, atMost: 1).firstIndex(of: true) {
      return finding(.reached, severity: .info, message: "\(expression.text) is true", at: state)
    }
    var absent = ExploreFinding(
      .notReached, severity: .error,
      message: space.isComplete
        ? "\(expression.text) is never true" : "\(expression.text) is not true\(reporter.bound)",
      isBounded: !space.isComplete)
    reporter.sample(&absent)
    return absent
  }

  /// The words for a run that reaches no goal, and for the open question whether there is one.
  private struct Avoidable {
    let code: DiagnosticCode
    let message: String
    let question: String
  }

  /// A finding for a run that reaches none of `goals`.
  private func avoidable(
    _ words: Avoidable, from starts: [Int], goals: [Bool], isFair: Bool
  ) throws(PropertyFailure) -> ExploreFinding? {
    let (code, message) = (words.code, words.message)
    let admitted = goals.map { !$0 }
    if isFair {
      let reaching = space.statesReaching(withUnexpanded(goals))
      guard let found = space.nearest(from: starts, within: { admitted[$0] }, to: { !reaching[$0] }) else {
        return notDecided(code, question: words.question)
      }
      var finding = finding(
        code, severity: .error, message: "\(message): from here it can no longer be reached", at: found.start,
        then: found.way)
      reporter.sample(&finding, after: found.end)
      return finding
    }
    guard let found = try space.avoidance(from: starts, within: admitted, isOver: reporter.explorer.options.endsReport)
    else { return notDecided(code, question: words.question) }
    let how = found.loop.isEmpty ? "the run ends here" : "the following lines can be repeated endlessly"
    var finding = finding(code, severity: .error, message: "\(message): \(how)", at: found.start, then: found.way)
    finding.loop = found.loop.map { space.inputs.all[$0].line }
    // Other inputs may lead on from an end.
    if found.loop.isEmpty { reporter.sample(&finding, after: found.end) }
    return finding
  }

  /// The finding for a property that a bounded search does not decide; nil if the search is complete.
  private func notDecided(_ code: DiagnosticCode, question: String) -> ExploreFinding? {
    if space.isComplete { return nil }
    return ExploreFinding(
      code, severity: .error, message: "not decided\(reporter.bound): whether \(question)", isBounded: true)
  }

  /// The goals plus the states that were not expanded, because these might reach the goals.
  private func withUnexpanded(_ goals: [Bool]) -> [Bool] {
    goals.indices.map { goals[$0] || $0 >= space.expanded }
  }

  private func home(_ expression: Expression) throws(PropertyFailure) -> ExploreFinding? {
    let reaching = space.statesReaching(withUnexpanded(try check.states(where: expression)))
    let message = "\(expression.text) can no longer be reached"
    guard let state = reaching.firstIndex(of: false) else {
      return notDecided(.noWayHome, question: "\(expression.text) can always be reached again")
    }
    var found = finding(.noWayHome, severity: .error, message: message, at: state)
    reporter.sample(&found, after: state)
    return found
  }

  /// Each state is followed through its clock moves alone.
  private func settles(_ expression: Expression) throws(PropertyFailure) -> ExploreFinding? {
    let holds = try check.states(where: expression)
    let message = "without events, \(expression.text) is never reached"
    guard let next = space.inputs.all.firstIndex(where: { if case .advance(.next) = $0.kind { true } else { false } })
    else { return nil }
    // 0: not known; 1: it settles; 2: it does not; 3: on the path that is followed.
    var verdicts = [UInt8](repeating: 0, count: space.states)
    for start in 0..<space.states where verdicts[start] == 0 {
      var path: [Int] = []
      var state = start
      var verdict: UInt8 = 0
      while verdict == 0 {
        if verdicts[state] == 1 || verdicts[state] == 2 {
          verdict = verdicts[state]
        } else if verdicts[state] == 3 {
          verdict = 2
        } else if holds[state] || state >= space.expanded {
          path.append(state)
          verdict = 1
        } else {
          verdicts[state] = 3
          path.append(state)
          if let arc = space.arcs(from: state).first(where: { $0.input == next }) {
            state = Int(arc.target)
          } else {
            verdict = 2
          }
        }
      }
      for state in path { verdicts[state] = verdict }
    }
    guard let state = verdicts.firstIndex(of: 2) else {
      return notDecided(.unsettled, question: "without events, \(expression.text) is always reached")
    }
    return finding(.unsettled, severity: .error, message: message, at: state)
  }
}
