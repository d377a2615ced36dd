package import StateKitCore
package import StateKitFormat

/// A step of a test, independent of its script.
package struct TestStep: Sendable {
  package let step: ScriptStep
  package let line: ScriptLine

  package init(step: ScriptStep, line: ScriptLine) {
    self.step = step
    self.line = line
  }
}

package struct TestFailure: Sendable {
  /// The failures, each with its script line or its position in the chart.
  package let reports: [ScriptRunner.Report]
  /// The expected and the actual value, if an expectation failed.
  package let details: ExpectationDetails
  /// The index of the line at which the test failed; -1 for the start, the count of lines for the end.
  package let index: Int
  /// The lines of the test up to its end.
  package let steps: [TestStep]
  /// More about the program that followed the test, in lines.
  package var notes: [String] = []

  /// The events and clock changes up to the failure, as written in the script. An event that was not handled has its
  /// outcome: `go {"n": 1} (declined)`. Runs the steps once more on a fresh machine.
  package func events(on chart: Chart, options: ScriptRunner.Options) -> [String] {
    var runner = TestRunner(chart, needsRecord: false, options: options)
    let outcomes = runner.outcomes(of: steps.prefix(index + 1))
    return zip(steps, outcomes).filter(\.0.makesSomethingHappen).map { step, outcome in
      let text = String(decoding: step.line.bytes[step.line.body.range], as: UTF8.self)
      guard case .event = step.step, let outcome, outcome != .handled else { return text }
      return "\(text) (\(outcome.rawValue))"
    }
  }
}

extension TestStep {
  fileprivate var makesSomethingHappen: Bool {
    switch step {
    case .event, .end, .advance, .set: true
    case .nothing, .show, .expect, .host, .test, .chart: false
    }
  }
}

/// Runs tests of one chart, each on a fresh machine.
package struct TestRunner: ~Copyable {
  private var runner: ScriptRunner
  private let companion: (any TestCompanion)?
  /// False if only the companion is judged: what the machine reports does not end a test.
  package var judgesMachine = true
  /// How the companion has followed the last test.
  private var following: Following?

  /// `needsRecord`: true if expectations ask what steps did. `coverage` adds up the coverage of all tests. `companion`
  /// must do what the machine does.
  package init(
    _ chart: Chart, needsRecord: Bool, options: ScriptRunner.Options = ScriptRunner.Options(),
    coverage: Coverage? = nil, companion: (any TestCompanion)? = nil
  ) {
    self.companion = companion
    var options = options
    options.hasTests = false
    options.keepsRecord = needsRecord || companion != nil
    runner = ScriptRunner(chart, options: options, trace: NoTrace(), coverage: coverage)
  }

  /// Why the companion could not follow the last test to its end; nil if it could.
  package var whyNotFollowed: String? { following?.reason }

  /// Runs a test up to the first report. Returns nil if it passes.
  package mutating func failure(of test: TestCase, in script: TestScript) -> TestFailure? {
    if !test.errors.isEmpty {
      return TestFailure(
        reports: test.errors, details: ExpectationDetails(), index: 0, steps: [],
        notes: test.dropped.map { "\($0.count) more of [\($0.code.rawValue)] not shown" })
    }
    let count = script.count(of: test)
    let found = run(count) {
      script.step(of: script.line($0, of: test))
    } line: {
      script.source(of: script.line($0, of: test))
    }
    return found.map { index, reports in
      let steps = (0..<count).map { index in
        let line = script.line(index, of: test)
        return TestStep(step: script.step(of: line), line: script.source(of: line))
      }
      return failure(reports, steps: steps, at: index)
    }
  }

  /// Runs steps that come from no script, up to the first report. Returns nil if all pass.
  package mutating func failure(of steps: [TestStep]) -> TestFailure? {
    run(steps.count) {
      steps[$0].step
    } line: {
      steps[$0].line
    }.map { failure($1, steps: steps, at: $0) }
  }

  private mutating func run(
    _ count: Int, step: (Int) -> ScriptStep, line: (Int) -> ScriptLine
  ) -> (index: Int, reports: [ScriptRunner.Report])? {
    let (first, leading) = restart(count, step: step)
    var reports = first
    following = companion.map { Following($0) }
    following?.start(&runner)
    if following?.difference != nil { return end(at: -1, line: count > 0 ? line(0) : nil, after: reports) }
    for index in 0..<count {
      if index < leading, step(index).standsInForHost { continue }
      let time = runner.time
      reports += runner.run(step(index), at: line(index))
      if !judgesMachine { reports.removeAll() }
      if reports.isEmpty { following?.follow(step(index), from: time, runner: &runner) }
      if !reports.isEmpty || following?.difference != nil { return end(at: index, line: line(index), after: reports) }
    }
    reports += runner.finish()
    if !judgesMachine { reports.removeAll() }
    return end(at: count, line: count > 0 ? line(count - 1) : nil, after: reports)
  }

  /// Ends a test: adds what its companion says. Returns nil if there is nothing to report.
  private mutating func end(
    at index: Int, line: ScriptLine?, after reports: [ScriptRunner.Report]
  ) -> (index: Int, reports: [ScriptRunner.Report])? {
    following?.finish()
    guard reports.isEmpty || !judgesMachine else { return (index, reports) }
    guard let difference = following?.difference else { return nil }
    let span = line?.body ?? SourceSpan(0, end: 0)
    return (
      index,
      [
        ScriptRunner.Report(
          origin: line.map { .script($0) } ?? .none,
          diagnostic: Diagnostic(difference.code, at: span, message: difference.message))
      ]
    )
  }

  /// The outcome of the last event after each step.
  fileprivate mutating func outcomes(of steps: ArraySlice<TestStep>) -> [Outcome?] {
    let (_, leading) = restart(steps.count) { steps[$0].step }
    return steps.indices.map { index in
      let step = steps[index].step
      if index < leading, step.standsInForHost { return nil }
      _ = runner.run(step, at: steps[index].line)
      return runner.lastOutcome
    }
  }

  /// Starts a fresh machine. Host answers in the first `leading` steps, before any event, apply from the start.
  private mutating func restart(
    _ count: Int, step: (Int) -> ScriptStep
  ) -> (reports: [ScriptRunner.Report], leading: Int) {
    var leading = 0
    var answers: [HostAnswers.Line] = []
    while leading < count, !step(leading).isEventOrClock {
      if case .host(let answer) = step(leading) { answers.append(answer) }
      leading += 1
    }
    return (runner.restart(answers), leading)
  }

  private mutating func failure(_ reports: [ScriptRunner.Report], steps: [TestStep], at index: Int) -> TestFailure {
    var details = ExpectationDetails()
    if steps.indices.contains(index), case .expect(let expectation) = steps[index].step,
      reports.contains(where: { $0.diagnostic.code == .expectationFailed })
    {
      details = runner.details(of: expectation)
    }
    var failure = TestFailure(reports: reports, details: details, index: index, steps: steps)
    if let difference = following?.difference, reports.first?.diagnostic.code == difference.code {
      failure = TestFailure(reports: reports, details: difference.details, index: index, steps: steps)
      failure.notes = difference.notes
    }
    return failure
  }
}
