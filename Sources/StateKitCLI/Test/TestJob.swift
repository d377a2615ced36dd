import StateKitCore
import StateKitFormat
import StateKitSearch
import StateKitTest

/// Runs the tests of one script on any thread; it shares no mutable data.
struct TestJob: Sendable {
  let file: TestFile
  let filter: String?
  let countsCoverage: Bool
  let report: TextReport
  let limits: Limits
  /// The host answers.
  let host: HostLines
  /// The program that must do what the chart does; nil for none.
  var programs: ProgramPool?

  struct Result: Sendable {
    var outcomes: [TestOutcome] = []
    /// The coverage of the chart, and of its children by index; empty without counting.
    var coverage: [CoverageCounts] = []
    /// The failed tests, for further use.
    var failures: [(test: TestCase, failure: TestFailure)] = []
    /// True if the trace differs from the recorded trace.
    var hasNewTrace = false
  }

  func run() -> Result {
    var result = Result()
    switch file.content {
    case .broken(let broken):
      guard admits(nil) else { return result }
      result.outcomes = [TestOutcome(script: file.name, broken: broken)]
    case .unreadable(let failure):
      guard admits(nil) else { return result }
      result.outcomes = [TestOutcome(script: file.name, name: nil, failure: failure)]
    case .tests(let script, let loaded, let trace):
      let coverage = countsCoverage ? Coverage(loaded.chart) : nil
      var runner = TestRunner(
        loaded.chart, needsRecord: script.needsRecord, options: options, coverage: coverage,
        companion: programs.map { $0.program(for: file) })
      for test in script.cases where admits(test.name) {
        if let failure = runner.failure(of: test, in: script) {
          result.outcomes.append(outcome(test, failure: failure, loaded: loaded))
          if test.errors.isEmpty { result.failures.append((test, failure)) }
        } else {
          let reason = runner.whyNotFollowed
          result.outcomes.append(
            TestOutcome(
              script: file.name, name: test.name, status: reason == nil ? .passed : .skipped, message: reason ?? ""))
        }
      }
      // A script with a bad line is not run.
      switch trace {
      case .success(let trace)?:
        if admits("trace"), script.cases.allSatisfy(\.errors.isEmpty) {
          compare(trace, script: script, loaded: loaded, result: &result)
        }
      case .failure(let failure)? where admits("trace"):
        result.outcomes.append(TestOutcome(script: file.name, name: "trace", failure: failure))
      case .failure?, nil: break
      }
      result.coverage = coverage.map { [$0.counts] + $0.relatives.map(\.counts) } ?? []
    }
    return result
  }

  private var options: ScriptRunner.Options { Self.options(limits, host: host) }

  static func options(_ limits: Limits, host: HostLines) -> ScriptRunner.Options {
    var options = ScriptRunner.Options()
    options.machine.limits = limits
    options.host = host
    return options
  }

  private func admits(_ name: String?) -> Bool {
    Self.admits(filter, script: file.name, name: name)
  }

  /// True if a test is to be run; without a filter, all are.
  static func admits(_ filter: String?, script: String, name: String?) -> Bool {
    guard let filter else { return true }
    return TestOutcome(script: script, name: name).title.utf8.includes(filter.utf8)
  }

  // MARK: Traces

  private func compare(_ recorded: RecordedTrace, script: TestScript, loaded: LoadedChart, result: inout Result) {
    let comparison = TraceComparison(recorded.bytes)
    TestJob.trace(script, chart: loaded.chart, source: loaded.source, options: options, to: comparison)
    var outcome = TestOutcome(script: file.name, name: "trace")
    if !comparison.isSame {
      let (diff, isCut) = comparison.difference()
      outcome.status = .failed
      outcome.message = "the trace differs from the recorded trace"
      outcome.position = FailurePosition(file: TestFiles.tracePath(of: file.script).map(FilePath.shown) ?? file.name)
      outcome.text =
        "the trace differs from the recorded trace (- recorded, + now)\n"
        + Self.text(of: diff, isCut: isCut)
      result.hasNewTrace = true
    }
    result.outcomes.append(outcome)
  }

  /// Writes the output of `run` for a script.
  static func trace(
    _ script: TestScript, chart: Chart, source: SourceText, options: ScriptRunner.Options, to output: any OutputStream
  ) {
    let trace = TraceText(chart, source: source, output: output)
    var options = options
    options.keepsRecord = false
    var runner = ScriptRunner(chart, options: options, trace: trace)
    _ = runner.start()
    for line in script.lines where output.failure == nil {
      _ = runner.run(script.step(of: line), at: script.source(of: line))
    }
    trace.flush()
  }

  /// The lines of a difference, up to a number of bytes. `isCut`: there is more than these lines.
  static func text(of diff: LineDiff, most: Int = TraceComparison.mostShown, isCut: Bool = false) -> String {
    var out = ByteBuffer()
    var isCut = isCut
    for line in diff.lines {
      if out.count > most {
        isCut = true
        break
      }
      switch line {
      case .same(let text): DisplayText.appendRaw("    " + text, to: &out)
      case .removed(let text): DisplayText.appendRaw("  - " + text, to: &out)
      case .added(let text): DisplayText.appendRaw("  + " + text, to: &out)
      case .skipped(let count): out.append("    … \(count) equal \(count == 1 ? "line" : "lines")")
      }
      out.append("\n")
    }
    if isCut { out.append("    … the rest is not shown\n") }
    return out.text
  }

  // MARK: Failures

  /// Appends the events before the failure, and the lines that were not run.
  private func append(_ failure: TestFailure, on chart: Chart, to out: inout ByteBuffer) {
    out.append("  events so far: ")
    let events = failure.events(on: chart, options: options)
    let shown = events.suffix(20)
    if events.count > shown.count { out.append("… \(events.count - shown.count) more, ") }
    DisplayText.appendLine(shown.isEmpty ? "none" : shown.joined(separator: ", "), to: &out)
    let left = failure.steps.count - failure.index - 1
    if left > 0 { out.append("  \(left) \(left == 1 ? "line" : "lines") of this test skipped\n") }
  }

  private func outcome(_ test: TestCase, failure: TestFailure, loaded: LoadedChart) -> TestOutcome {
    var outcome = TestOutcome(script: file.name, name: test.name, status: .failed)
    var out = ByteBuffer()
    for entry in failure.reports {
      let source =
        switch entry.origin {
        case .chart(let index): loaded.chart.source(of: index, first: loaded.source)
        case .script(let line): line.source
        case .none: SourceText(name: file.name, bytes: [])
        }
      let lines = LineIndex(source)
      if outcome.message.isEmpty {
        outcome.message = entry.diagnostic.message
        outcome.position = FailurePosition(of: entry.diagnostic, in: lines)
      }
      report.append(entry.diagnostic, in: lines, to: &out)
    }
    let details = failure.details
    if !details.expected.isEmpty || !details.found.isEmpty {
      out.append("  expected and found:\n")
      let diff = LineDiff(from: details.expected, to: details.found)
      DisplayText.appendLines(Self.text(of: diff), to: &out)
    }
    if test.errors.isEmpty { append(failure, on: loaded.chart, to: &out) }
    for note in failure.notes { DisplayText.appendLine("  " + note, to: &out) }
    outcome.text = out.text
    return outcome
  }
}

extension DisplayText {
  /// Appends a text of several lines, each escaped.
  fileprivate static func appendLines(_ text: String, to out: inout ByteBuffer) {
    for line in text.split(separator: "\n") { appendLine(String(line), to: &out) }
  }
}

extension ProgramPool {
  func program(for file: TestFile) -> TestedProgram {
    TestedProgram(self, chartPath: file.chartPath, folder: FilePath.folder(of: file.script))
  }
}
