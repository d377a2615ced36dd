package import StateKit
package import StateKitFormat

/// Why a test failed.
package struct TestFailure: Sendable {
  /// What is wrong, each with the line of the script or the place in the chart that it is about.
  package let reports: [ScriptRunner.Report]
  /// What was expected and what is, where an expectation failed.
  package let details: ExpectationDetails
  /// The place in the test's lines where it failed; their number, where it was only seen at the end.
  package let place: Int
  /// The events and moves of the clock up to there, as they stand in the script.
  package let events: [String]
}

/// Runs tests on fresh machines.
package struct TestRunner {
  private let chart: Chart
  private let options: ScriptRunner.Options
  private let coverage: Coverage?

  /// `coverage` adds up what all tests do.
  package init(_ chart: Chart, options: ScriptRunner.Options = ScriptRunner.Options(), coverage: Coverage? = nil) {
    self.chart = chart
    self.options = options
    self.coverage = coverage
  }

  /// Runs a test up to its first mistake; nil when it passes.
  package func failure(of lines: [TestLine], needsRecord: Bool, sink: any TraceSink = NoTrace()) -> TestFailure? {
    var runner = ScriptRunner(
      chart, options: options, trace: sink, hasTests: false, keepsRecord: needsRecord, coverage: coverage)
    var reports = runner.start()
    for (place, entry) in lines.enumerated() {
      reports += runner.run(entry.item, at: entry.line)
      if !reports.isEmpty { return failure(reports, lines, place, &runner) }
    }
    reports += runner.finish()
    return reports.isEmpty ? nil : failure(reports, lines, lines.count, &runner)
  }

  private func failure(
    _ reports: [ScriptRunner.Report], _ lines: [TestLine], _ place: Int, _ runner: inout ScriptRunner
  ) -> TestFailure {
    var details = ExpectationDetails()
    if place < lines.count, case .expect(let expectation) = lines[place].item,
      reports.contains(where: { $0.diagnostic.code == .expectationFailed })
    {
      details = runner.details(of: expectation)
    }
    let events = lines.prefix(place + 1).filter(\.isStep).map {
      String(decoding: $0.line.bytes[$0.line.body.range], as: UTF8.self)
    }
    return TestFailure(reports: reports, details: details, place: place, events: events)
  }
}

extension TestLine {
  /// Whether the line makes something happen.
  package var isStep: Bool {
    switch item {
    case .event, .advance, .set: true
    case .nothing, .expect, .test, .chart: false
    }
  }
}

/// A trace that nobody reads.
package final class NoTrace: TraceSink {
  package init() {}
  package func begin(_ header: TraceHeader) {}
  package func add(_ entries: [TraceEntry]) {}
  package func end(_ summary: TraceSummary) {}
}
