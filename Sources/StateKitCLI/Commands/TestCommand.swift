// Longer than others: all that one command does with the tests that it has run.
import CEL
import StateKitCore
import StateKitFormat
import StateKitSearch
import StateKitTest

/// `statekit test PATH...`: scripts with expectations as tests.
final class TestCommand: ToolCommand {
  let streams: Streams
  let arguments: Arguments
  private let messenger: Messenger
  private let hasColor: Bool
  /// The limits for all tests together, on all threads.
  private let limits: Limits
  /// The time limit in seconds for the search of one chart, and for shortening one test.
  private static let secondsOfSearching: Int64 = 30
  private static let secondsOfShrinking: Int64 = 60

  init(streams: Streams, arguments: Arguments) {
    self.streams = streams
    self.arguments = arguments
    limits = arguments.limits
    hasColor = streams.hasColor(arguments.color, on: streams.output) && arguments.resultsFormat == .text
    messenger = Messenger(streams, arguments: arguments)
  }

  func run(_ messenger: inout Messenger) throws(CommandEnd) -> ExitStatus {
    let found = TestFiles.scripts(of: arguments.operands)
    found.skipped.report(arguments, messenger: messenger)
    return try run(found)
  }

  func run(_ found: TestFiles.Search) throws(CommandEnd) -> ExitStatus {
    let files = read(found)
    var unreadable = files.compactMap(\.failure)
    let charts = files.compactMap { if case .tests(_, let loaded, _) = $0.content { loaded.chart } else { nil } }
    if !charts.isEmpty { _ = try arguments.host(for: charts) }
    let known: Set<[UInt8]>
    do throws(TestFiles.Failure) {
      known = try KnownFailures.read(arguments.known, streams: streams)
    } catch {
      known = []
      unreadable.append(error)
    }
    for failure in unreadable {
      messenger.write("statekit: \(failure.message)")
    }
    UnhandledEvents.warn(of: files, messenger: messenger) { TestJob.admits(arguments.filter, script: $0, name: $1) }
    let programs = try ProgramPool.load(arguments, charts: charts, streams: streams)
    defer { programs?.end() }
    let results = run(files, programs: programs)
    var outcomes = results.flatMap(\.outcomes)
    if outcomes.isEmpty, unreadable.isEmpty {
      let reason = files.isEmpty ? nil : arguments.filter.map { "no test matches \(DisplayText.quoted($0))" }
      messenger.write("statekit: test: \(reason ?? "no test was found")")
    }
    if outcomes.isEmpty { return .unable }
    for index in outcomes.indices { KnownFailures.judge(&outcomes[index], known: known) }
    var status = unreadable.isEmpty ? ExitStatus.ok : .unable
    if arguments.blesses {
      status = max(status, Platform.holdingSignals { bless(files, results: results, outcomes: &outcomes) })
    }
    let scripts = results.count { !$0.outcomes.isEmpty }
    let counts = TestCounts(outcomes, scripts: scripts)
    let report = format.text(of: outcomes, counts: counts)
    (coverageIsAlone ? streams.errors : streams.output).write(report)
    if arguments.shrinks { status = max(status, shrink(files, results: results, programs: programs)) }
    if arguments.mutates { status = max(status, mutate(files, counts: counts)) }
    if countsCoverage, !writeCoverage(files, results: results) { status = max(status, .inputAtFault) }
    if counts.failed > 0 { status = max(status, .inputAtFault) }
    if programs?.hasFailed == true { status = .unable }
    // Standard error then has results, which must not be lost.
    let hasResults = arguments.resultsFormat != .text && (countsCoverage || arguments.mutates) || coverageIsAlone
    if hasResults, streams.errors.failure != nil { status = .unable }
    return status
  }

  /// Reads the scripts. A script that cannot be read becomes a file without tests.
  private func read(_ found: TestFiles.Search) -> [TestFile] {
    var files: [TestFile] = []
    var reader = TestFiles(
      streams, report: TextReport(hasColor: hasColor, columns: streams.output.columns), chart: arguments.chart,
      as: arguments.reading)
    func add(_ failure: TestFiles.Failure, path: String) {
      files.append(TestFile(script: path, chartPath: "", content: .unreadable(failure)))
    }
    for failure in found.failures { add(failure, path: failure.path) }
    for script in found.scripts {
      do throws(TestFiles.Failure) {
        files.append(try reader.read(script))
      } catch {
        add(error, path: script.path)
      }
    }
    reader.showWarnings(messenger)
    return files
  }

  private var format: any TestReport {
    switch arguments.resultsFormat {
    case .tap: TAPTestReport()
    case .junit: JUnitTestReport()
    case .jsonl: JSONLinesTestReport()
    case .github: GitHubTestReport()
    case .text: TextTestReport(isVerbose: arguments.isVerbose, isQuiet: arguments.isQuiet, hasColor: hasColor)
    }
  }

  /// Runs the scripts in parallel; the results are in the order of the scripts.
  private func run(_ files: [TestFile], programs: ProgramPool?) -> [TestJob.Result] {
    let filter = arguments.filter
    let report = TextReport(hasColor: hasColor, columns: streams.output.columns)
    let countsCoverage = countsCoverage
    let (limits, host) = (limits, arguments.host)
    let threads = threads
    let progress = ProgressLine(streams.errors, interval: 0, isShown: !arguments.isQuiet)
    defer { progress.clear() }
    // A few at a time, so that the progress on the terminal moves.
    var results: [TestJob.Result] = []
    let block = max(threads * 64, 64)
    while results.count < files.count {
      let part = Array(files[results.count..<min(files.count, results.count + block)])
      results += Workers.map(part.count, threads: threads) { index in
        TestJob(
          file: part[index], filter: filter, countsCoverage: countsCoverage, report: report, limits: limits, host: host,
          programs: programs
        )
        .run()
      }
      progress.show { _ in "\(results.count) of \(files.count)" }
    }
    return results
  }

  /// Writes the recorded traces that differ, all or none: none if a file cannot be read.
  private func bless(_ files: [TestFile], results: [TestJob.Result], outcomes: inout [TestOutcome]) -> ExitStatus {
    if results.contains(where: \.hasNewTrace), files.contains(where: { $0.failure != nil }) {
      messenger.write("statekit: no trace was recorded, because not all files can be read")
      return .unable
    }
    let hasTrace = files.contains { TestFiles.tracePath(of: $0.script).flatMap { FileVersion($0) } != nil }
    if !hasTrace, !arguments.isQuiet {
      messenger.write(
        "statekit: warning: there is no recorded trace to update: make an empty NAME.trace.txt beside NAME.events.txt")
    }
    var edits = FileEdits(streams, arguments: arguments.editing)
    var blessed: [(script: String, name: String)] = []
    var status = ExitStatus.ok
    for (file, result) in zip(files, results) {
      guard result.hasNewTrace, let path = TestFiles.tracePath(of: file.script) else { continue }
      let name = FilePath.shown(path)
      do throws(FileSave.Failure) {
        if let edit = try edit(file, path: path) { edits.add(edit) }
        blessed.append((file.name, name))
      } catch {
        messenger.write("statekit: cannot write \(name): \(error.reason)")
        status = .unable
      }
    }
    if status == .ok { status = edits.write(messenger) }
    if status != .ok { return status }
    for (script, name) in blessed {
      for index in outcomes.indices
      where outcomes[index].name == "trace" && outcomes[index].script.utf8.elementsEqual(script.utf8) {
        outcomes[index].status = .passed
        messenger.write("statekit: recorded \(name)")
        for line in outcomes[index].text.split(separator: "\n").dropFirst() { messenger.write(String(line)) }
      }
    }
    return .ok
  }

  /// The new recorded trace of a script.
  private func edit(_ file: TestFile, path: String) throws(FileSave.Failure) -> FileEdits.Edit? {
    guard case .tests(let script, let loaded, .success(let recorded)?) = file.content else { return nil }
    let saveGuard = SaveGuard(
      streams: streams, chart: loaded.chart, chartPath: file.chartPath, inputs: [(file.script, "the script")])
    let rule = recorded.version.map { FileSave.Rule.unchanged($0) } ?? .anyFile
    if let reason = saveGuard.refusal(path, rule: rule, howToReplace: "") { throw FileSave.Failure(reason) }
    let most = min(InputLimits.traceBytes, streams.limit?.bytes ?? .max)
    let trace = MemoryOutput(most: most)
    let options = TestJob.options(limits, host: arguments.host)
    TestJob.trace(script, chart: loaded.chart, source: loaded.source, options: options, to: trace)
    if trace.failure != nil {
      if most < InputLimits.traceBytes, let limit = streams.limit { throw limit.refuse() }
      throw FileSave.Failure("it would be larger than \(InputLimits.traceBytes >> 20) MiB, the limit of a trace")
    }
    return FileEdits.Edit(path: path, name: FilePath.shown(path), old: recorded.bytes, new: trace.bytes)
  }

  // MARK: Shorter tests

  /// Writes the shortened failing tests of each script to a file beside it.
  private func shrink(_ files: [TestFile], results: [TestJob.Result], programs: ProgramPool?) -> ExitStatus {
    var status = ExitStatus.ok
    var taken: Set<[UInt8]> = []
    for (file, result) in zip(files, results) where !result.failures.isEmpty {
      guard case .tests(let script, let loaded, _) = file.content else { continue }
      // A name that searches of folders ignore: a file for a person must not become a test of the next run.
      var path = (TestFiles.base(of: file.script) ?? file.script) + ".shrunk.txt"
      // Scripts with two endings have one base.
      if !taken.insert(FilePath.bytes(of: Reach.place(of: path))).inserted { path = file.script + ".shrunk.txt" }
      let name = FilePath.shown(path)
      var out = ByteBuffer()
      var said: [String] = []
      ScriptChart.appendLine(of: file.chartPath, for: path, to: &out)
      for (test, failure) in result.failures {
        var shrinker = Shrinker(
          loaded.chart, needsRecord: script.needsRecord,
          limits: WallClock.limits(limits, seconds: Self.secondsOfShrinking), host: arguments.host,
          companion: programs?.program(for: file))
        let lines = shrinker.shrink(failure)
        out.append(":test ")
        DisplayText.appendQuoted(test.name ?? DisplayText.cut(file.name), to: &out)
        out.append("\n")
        for line in lines {
          out.append(line.line.bytes)
          out.append("\n")
        }
        let title = TestOutcome(script: file.name, name: test.name).title
        said.append("statekit: \(title): \(lines.count) of \(failure.steps.count) lines left, in \(name)")
      }
      if let failure = streams.save(path, out.bytes, .ownFile) {
        messenger.write("statekit: cannot write \(name): \(failure.reason)")
        status = .unable
      } else {
        said.forEach(messenger.write)
      }
    }
    return status
  }

  // MARK: Mutants

  private func mutate(_ files: [TestFile], counts: TestCounts) -> ExitStatus {
    if counts.failed + counts.known > 0 {
      messenger.write("statekit: --mutate needs tests that all pass; no mutant was tried")
      return .inputAtFault
    }
    let run = MutationRun(
      threads: threads, seed: UInt64(arguments.seed),
      most: arguments.mutants ?? .max, limits: limits, host: arguments.host,
      filter: arguments.filter)
    // Standard output may be a document for a program.
    let isAlone = arguments.resultsFormat == .text && !coverageIsAlone
    (isAlone ? streams.output : streams.errors).write(MutationRun.text(run.run(files)))
    return .ok
  }

  private var threads: Int { arguments.jobs ?? Workers.processors }

  // MARK: Coverage

  private var countsCoverage: Bool {
    arguments.coverage || arguments.coverageFormat != nil || arguments.leastCoverage != nil
  }

  /// True if standard output is for the coverage, in a format for programs.
  private var coverageIsAlone: Bool { countsCoverage && (arguments.coverageFormat ?? .text) != .text }

  /// Writes the coverage of each chart, in the order of the scripts. Returns true if all charts reach the required
  /// coverage.
  private func writeCoverage(_ files: [TestFile], results: [TestJob.Result]) -> Bool {
    var sums: [(path: String, chart: LoadedChart, counts: CoverageCounts, isTested: Bool)] = []
    var indices: [[UInt8]: Int] = [:]
    for (file, result) in zip(files, results) {
      guard case .tests(_, let chart, _) = file.content else { continue }
      for (member, counts) in result.coverage.enumerated() {
        let (path, chart) = chart.relative(member, path: file.chartPath)
        let key = Reach.key(of: path)
        if let index = indices[key] {
          sums[index].counts.add(counts)
          if member == 0 { sums[index].isTested = true }
        } else {
          indices[key] = sums.count
          sums.append((path, chart, counts, member == 0))
        }
      }
    }
    let charts = sums.map { path, chart, counts, isTested in
      let report = CoverageReport(chart.located, counts: counts)
      // A script for the chart alone does not help if the chart is only invoked.
      let ways =
        isTested
        ? Explorer.ways(
          to: report.missed.compactMap(\.handler), of: chart.chart,
          limits: WallClock.limits(limits, seconds: Self.secondsOfSearching),
          answers: arguments.host.answers(for: chart.chart)) : []
      return ChartCoverage(
        path: FilePath.shown(path), chart: chart, report: report,
        ways: Dictionary(ways.map { ($0.handler, $0.lines) }) { first, _ in first })
    }
    let text =
      switch arguments.coverageFormat ?? .text {
      case .json: CoverageOutput.json(charts)
      case .lcov: CoverageOutput.lcov(charts)
      case .text: CoverageOutput.text(charts)
      }
    (arguments.resultsFormat == .text || coverageIsAlone ? streams.output : streams.errors).write(text)
    guard let least = arguments.leastCoverage else { return true }
    let low = charts.filter { $0.report.percent < least }
    for chart in low {
      messenger.write("statekit: the coverage of \(chart.path) is \(chart.report.percent) %, less than \(least) %")
    }
    return low.isEmpty
  }
}
