import CEL
import StateKitCore

/// Creates the findings for properties (Exploring.md, Properties).
final class PropertyFindings {
  private let reporter: FindingReporter
  private let space: StateSpace
  private let check: PropertyCheck

  init(_ reporter: FindingReporter) {
    self.reporter = reporter
    space = reporter.space
    check = PropertyCheck(reporter.space, in: reporter.chart, limits: reporter.explorer.options.limits)
  }

  func all() throws(PropertyError) -> [ExploreFinding] {
    let properties = reporter.explorer.options.properties
    var found: [ExploreFinding] = []
    for expression in properties.never { found += try never(expression) }
    for expression in properties.reach { found.append(try reach(expression)) }
    for expression in properties.inevitable {
      let holds = try check.states(where: expression)
      found += avoidable(
        .avoidable, from: Array(space.starts.indices), goals: holds, message: "\(expression.text) can be avoided",
        isFair: properties.isFair)
    }
    for (from, to) in properties.leadsTo {
      let begins = try check.states(where: from)
      let ends = try check.states(where: to)
      found += avoidable(
        .noResponse, from: begins.indices.filter { begins[$0] }, goals: ends,
        message: "\(from.text) need not lead to \(to.text)",
        isFair: properties.isFair)
    }
    for expression in properties.home { found += try home(expression) }
    for expression in properties.settles { found += try settles(expression) }
    return found
  }

  private func finding(
    _ code: DiagnosticCode, severity: Diagnostic.Severity, message: String, at state: Int?, then more: [Int] = []
  ) -> ExploreFinding {
    var finding = ExploreFinding(code, severity: severity, message: message)
    if let state {
      reporter.locate(&finding, leaves: space.leaves(of: state))
      finding.script = space.script(to: state, then: more)
    }
    return finding
  }

  private func never(_ expression: Expression) throws(PropertyError) -> [ExploreFinding] {
    guard let state = try check.states(where: expression, atMost: 1).firstIndex(of: true) else { return [] }
    return [finding(.never, severity: .error, message: "\(expression.text) is true, and must never be", at: state)]
  }

  private func reach(_ expression: Expression) throws(PropertyError) -> ExploreFinding {
    if let state = try check.states(where: expression, atMost: 1).firstIndex(of: true) {
      return finding(.reached, severity: .info, message: "\(expression.text) is true", at: state)
    }
    var absent = finding(
      .notReached, severity: .error,
      message: space.isComplete
        ? "\(expression.text) is never true" : "\(expression.text) is not true\(reporter.bound)", at: nil
    )
    absent.isBounded = !space.isComplete
    return absent
  }

  /// A finding for a run that reaches none of `goals`.
  private func avoidable(
    _ code: DiagnosticCode, from starts: [Int], goals: [Bool], message: String, isFair: Bool
  ) -> [ExploreFinding] {
    let admitted = goals.map { !$0 }
    if isFair {
      let reaching = space.statesReaching(withUnexpanded(goals))
      guard let found = space.nearest(from: starts, within: admitted, to: { !reaching[$0] }) else {
        return notDecided(code, message: message)
      }
      return [
        finding(
          code, severity: .error, message: "\(message): from here it cannot be come to any more", at: found.start,
          then: found.way)
      ]
    }
    guard let found = space.avoidance(from: starts, within: admitted) else { return notDecided(code, message: message) }
    let how = found.loop.isEmpty ? "the run ends here" : "what follows can go on again and again"
    var finding = finding(code, severity: .error, message: "\(message): \(how)", at: found.start, then: found.way)
    finding.loop = found.loop.map { space.inputs.all[$0].line }
    return [finding]
  }

  /// A note that a bound left the property undecided.
  private func notDecided(_ code: DiagnosticCode, message: String) -> [ExploreFinding] {
    if space.isComplete { return [] }
    var open = ExploreFinding(code, severity: .error, message: "not decided\(reporter.bound): whether \(message)")
    open.isBounded = true
    return [open]
  }

  /// The goals plus the states that were not expanded, because these might reach the goals.
  private func withUnexpanded(_ goals: [Bool]) -> [Bool] {
    goals.indices.map { goals[$0] || $0 >= space.expanded }
  }

  private func home(_ expression: Expression) throws(PropertyError) -> [ExploreFinding] {
    let reaching = space.statesReaching(withUnexpanded(try check.states(where: expression)))
    let message = "\(expression.text) cannot be reached again"
    guard let state = reaching.firstIndex(of: false) else { return notDecided(.noWayHome, message: message) }
    return [finding(.noWayHome, severity: .error, message: message, at: state)]
  }

  /// Checks that each state settles by clock moves alone.
  private func settles(_ expression: Expression) throws(PropertyError) -> [ExploreFinding] {
    let holds = try check.states(where: expression)
    let message = "left alone, \(expression.text) is not come to"
    guard let next = space.inputs.all.firstIndex(where: { if case .advance(.next) = $0.kind { true } else { false } })
    else { return [] }
    // 0: unknown; 1: it settles; 2: it does not; 3: on the current path.
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
          if let arc = space.arcs(from: state).first(where: { Int($0.input) == next }) {
            state = Int(arc.target)
          } else {
            verdict = 2
          }
        }
      }
      for state in path { verdicts[state] = verdict }
    }
    guard let state = verdicts.firstIndex(of: 2) else { return notDecided(.unsettled, message: message) }
    return [finding(.unsettled, severity: .error, message: message, at: state)]
  }
}
