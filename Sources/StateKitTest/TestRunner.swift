package import StateKitCore
package import StateKitFormat

/// A step of a test, apart from its script.
package struct TestStep: Sendable {
  package let item: ScriptItem
  package let line: ScriptLine

  package init(item: ScriptItem, line: ScriptLine) {
    self.item = item
    self.line = line
  }
}

/// Why a test failed.
package struct TestFailure: Sendable {
  /// What is wrong, each with the line of the script or the place in the chart that it is about.
  package let reports: [ScriptRunner.Report]
  /// What was expected and what is, where an expectation failed.
  package let details: ExpectationDetails
  /// The place in the test's lines where it failed; their number, where it was only seen at the end.
  package let place: Int
  /// The lines of the test up to its end.
  package let steps: [TestStep]

  /// The events and moves of the clock up to where it failed, as they stand in the script.
  package var events: [String] {
    steps.prefix(place + 1).filter(\.makesSomethingHappen).map {
      String(decoding: $0.line.bytes[$0.line.body.range], as: UTF8.self)
    }
  }
}

extension TestStep {
  fileprivate var makesSomethingHappen: Bool {
    switch item {
    case .event, .advance, .set: true
    case .nothing, .show, .expect, .test, .chart: false
    }
  }
}

/// Runs tests of one chart, each on a fresh machine.
package struct TestRunner {
  private var runner: ScriptRunner

  /// `needsRecord`: expectations ask what items did. `coverage` adds up what all tests do.
  package init(
    _ chart: Chart, needsRecord: Bool, options: ScriptRunner.Options = ScriptRunner.Options(),
    coverage: Coverage? = nil
  ) {
    runner = ScriptRunner(
      chart, options: options, trace: NoTrace(), hasTests: false, keepsRecord: needsRecord, coverage: coverage)
  }

  /// Runs a test up to its first mistake; nil when it passes.
  package mutating func failure(of test: TestCase, in script: TestScript) -> TestFailure? {
    let count = script.count(of: test)
    let found = run(count) {
      script.item(of: script.line($0, of: test))
    } line: {
      script.source(of: script.line($0, of: test))
    }
    return found.map { place, reports in
      let steps = (0..<count).map { place in
        let line = script.line(place, of: test)
        return TestStep(item: script.item(of: line), line: script.source(of: line))
      }
      return failure(reports, steps, place)
    }
  }

  /// The same for steps that stand in no script.
  package mutating func failure(of steps: [TestStep]) -> TestFailure? {
    run(steps.count) {
      steps[$0].item
    } line: {
      steps[$0].line
    }.map { failure($1, steps, $0) }
  }

  private mutating func run(
    _ count: Int, item: (Int) -> ScriptItem, line: (Int) -> ScriptLine
  ) -> (place: Int, reports: [ScriptRunner.Report])? {
    var reports = runner.restart()
    for place in 0..<count {
      reports += runner.run(item(place), at: line(place))
      if !reports.isEmpty { return (place, reports) }
    }
    reports += runner.finish()
    return reports.isEmpty ? nil : (count, reports)
  }

  private mutating func failure(_ reports: [ScriptRunner.Report], _ steps: [TestStep], _ place: Int) -> TestFailure {
    var details = ExpectationDetails()
    if place < steps.count, case .expect(let expectation) = steps[place].item,
      reports.contains(where: { $0.diagnostic.code == .expectationFailed })
    {
      details = runner.details(of: expectation)
    }
    return TestFailure(reports: reports, details: details, place: place, steps: steps)
  }
}
