package import StateKitCore
package import StateKitFormat
package import StateKitTest

/// Runs the scripts of a chart on its mutants.
package struct MutationTrial: Sendable {
  /// A script with its recorded trace.
  package struct Script: Sendable {
    let file: String
    let bytes: [UInt8]
    let trace: [UInt8]?
    /// True if a test of this name is run.
    let isWanted: @Sendable (String?) -> Bool

    package init(
      file: String, bytes: [UInt8], trace: [UInt8]?, isWanted: @escaping @Sendable (String?) -> Bool = { _ in true }
    ) {
      self.file = file
      self.bytes = bytes
      self.trace = trace
      self.isWanted = isWanted
    }
  }

  private let chart: Chart
  private let source: SourceText
  private let scripts: [Script]
  /// The host answers.
  private let host: HostLines
  /// True if a script has a recorded trace on a chart, apart from positions in the chart.
  private let hasTrace: HasTrace

  package typealias HasTrace = @Sendable (TestScript, [UInt8], Chart, SourceText, Limits) -> Bool

  package init(
    _ chart: Chart, in source: SourceText, scripts: [Script], host: HostLines = HostLines(),
    hasTrace: @escaping HasTrace
  ) {
    self.chart = chart
    self.source = source
    self.scripts = scripts
    self.host = host
    self.hasTrace = hasTrace
  }

  /// The result of testing a mutant. After an interrupt that `limits` report, the result is `caught` by the unfinished
  /// run, or `undecided`.
  package func fate(of mutant: Mutant, limits: Limits = Limits()) -> MutantFate {
    let text = mutant.applied(to: source)
    guard let other = ChartReader.read(text, findings: Findings(), in: ChartFolder(of: chart, first: source)) else {
      return .invalid
    }
    let names = ScriptNames(chart)
    for script in scripts where isCaught(script, other: other, text: text, names: names, limits: limits) {
      return .caught
    }
    return MutantComparison.fate(of: other, original: chart, limits: limits, host: host)
  }

  private func isCaught(
    _ script: Script, other: Chart, text: SourceText, names: ScriptNames, limits: Limits
  ) -> Bool {
    // A name that only the mutant lacks is no error of the script.
    guard let tests = try? TestScript(file: script.file, bytes: script.bytes, chart: other, names: names) else {
      return true
    }
    var options = ScriptRunner.Options()
    // Low limits catch a mutant that never rests.
    options.machine.limits = limits.forSearching(macrosteps: 2_000)
    options.machine.limits.actions = 100_000
    options.host = host
    var runner = TestRunner(other, needsRecord: tests.needsRecord, options: options)
    for test in tests.cases where script.isWanted(test.name) {
      if runner.failure(of: test, in: tests) != nil { return true }
    }
    guard let trace = script.trace else { return false }
    return !hasTrace(tests, trace, other, text, options.machine.limits)
  }
}
