import StateKitCore
import StateKitFormat
import StateKitSearch
import StateKitTest

/// A script with its chart, ready to run on any thread.
struct TestFile: Sendable {
  /// The path of the script.
  let script: String
  /// The name of the script in messages and reports.
  var name: String { SourceFile.name(of: script) }
  let chartPath: String
  let content: Content
  var bytes: [UInt8] = []
  /// The chart; nil if it is not known, or not valid.
  var chart: LoadedChart?

  enum Content: Sendable {
    case tests(TestScript, LoadedChart, trace: Result<RecordedTrace, TestFiles.Failure>?)
    case broken(BrokenInput)
    /// The script or its chart cannot be read.
    case unreadable(TestFiles.Failure)
  }

  /// The reason why the script or its recorded trace cannot be read.
  var failure: TestFiles.Failure? {
    switch content {
    case .unreadable(let failure), .tests(_, _, trace: .failure(let failure)?): failure
    case .tests, .broken: nil
    }
  }
}

/// The trace in a file beside a script.
struct RecordedTrace: Sendable {
  let bytes: [UInt8]
  /// The version of the file; nil if it is not known.
  let version: FileVersion?
}

/// Finds the scripts that are tests, and reads them and their charts, each chart once.
struct TestFiles {
  private let streams: Streams
  private let report: TextReport
  /// The chart of all scripts, in place of the charts that they name.
  private let chartPath: String?
  /// The options for reading charts.
  private let reading: ChartReading
  private var charts: [[UInt8]: Entry] = [:]
  /// The probable mistakes of charts without errors, each chart once, in order.
  private var checks: [ChartCheck] = []
  private var checkOfChart: [[UInt8]: Int] = [:]

  private enum Entry {
    case chart(LoadedChart)
    case broken(BrokenInput)
    case unreadable(UnreadableChart)
  }

  /// The error for an unreadable script, chart or recorded trace.
  struct Failure: Error {
    let path: String
    let reason: String
    /// True if there is no file.
    var isMissing = false
    /// The role of the file, such as `the chart of a.events.txt`; nil for a file of the command line.
    var role: String?

    var message: String {
      "cannot read \(FilePath.shown(path))\(role.map { ", \($0)" } ?? ""): \(reason)"
    }
  }

  /// The limit in bytes of a script, which is held in memory.
  static let scriptBytes = 64 << 20
  /// The suffix of a script that is not a test: it only runs if it is named, not if it is in a folder.
  private static let otherSuffix = ".script.txt"

  /// `chart` is the chart of all scripts; nil if each has its own.
  init(_ streams: Streams, report: TextReport, chart: String? = nil, as reading: ChartReading = ChartReading()) {
    self.reading = reading
    self.streams = streams
    self.report = report
    chartPath = chart
  }

  /// Reads a script and its chart.
  mutating func read(_ test: TestPath) throws(Failure) -> TestFile {
    let script = test.path
    let bytes = try bytes(of: script, limit: Self.scriptBytes) { () throws(InputError) in
      test.isFound ? try streams.openNamed(script, test.reach) : try streams.read(script)
    }
    if !test.isFound, FolderFiles.isChart(script, bytes: bytes) {
      return TestFile(script: script, chartPath: "", content: .broken(BrokenInput(message: ScriptFile.isChart)))
    }
    guard let chartPath = self.chartPath(of: script, bytes: bytes) else {
      return TestFile(script: script, chartPath: "", content: .broken(BrokenInput(message: Self.unknownChart)))
    }
    let chart: LoadedChart
    let entry: Entry
    do throws(Failure) {
      entry = try self.chart(chartPath, within: self.chartPath == nil ? test.reach : nil, for: bytes)
    } catch {
      throw Failure(path: error.path, reason: error.reason, role: "the chart of \(SourceFile.name(of: script))")
    }
    switch entry {
    case .broken(var broken):
      let errors = TestScript.errorsWithAnyChart(in: bytes, of: SourceFile.name(of: script))
      broken.append(BrokenInput(errors, report: report))
      return TestFile(script: script, chartPath: chartPath, content: .broken(broken))
    case .unreadable(let chart):
      let broken = chart.broken(namedBy: script, bytes: bytes, report: report)
      return TestFile(script: script, chartPath: chartPath, content: .broken(broken))
    case .chart(let loaded): chart = loaded
    }
    let index = checkOfChart[Reach.key(of: chartPath)]
    let trace = recordedTrace(of: test)
    do throws(LineErrors) {
      let tests = try TestScript(file: SourceFile.name(of: script), bytes: bytes, chart: chart.chart)
      if let index { checks[index].slotsRead.formUnion(tests.slotsRead(in: chart.chart)) }
      let content = TestFile.Content.tests(tests, chart, trace: trace)
      return TestFile(script: script, chartPath: chartPath, content: content, bytes: bytes, chart: chart)
    } catch {
      if let index { checks[index].readAll() }
      let broken = TestFile.Content.broken(BrokenInput(error, report: report))
      return TestFile(script: script, chartPath: chartPath, content: broken, chart: chart)
    }
  }

  /// Shows the probable mistakes of the charts without errors.
  func showWarnings(_ messenger: Messenger) {
    var messenger = messenger
    for check in checks { check.show(&messenger) }
    messenger.finish()
  }

  /// `NAME.json` beside a script, the chart of a script that names none.
  static func chartPath(of script: String) -> String? {
    base(of: script).map { FilePath.path($0, ending: ".json") }
  }

  /// `NAME.trace.txt` beside a script.
  static func tracePath(of script: String) -> String? {
    base(of: script).map { FilePath.path($0, ending: ".trace.txt") }
  }

  /// The path of a script without its suffix; nil for another suffix.
  static func base(of script: String) -> String? {
    (ArgumentKind.testEndings + [otherSuffix]).first { FilePath.ends(script, in: [$0]) }
      .map { String(script.dropLast($0.count)) }
  }

  /// nil without a recorded trace.
  private func recordedTrace(of test: TestPath) -> Result<RecordedTrace, Failure>? {
    guard let path = Self.tracePath(of: test.path) else { return nil }
    let version = FileVersion(path)
    do throws(Failure) {
      let bytes = try bytes(of: path, limit: InputLimits.traceBytes) { () throws(InputError) in
        try streams.openNamed(path, test.reach)
      }
      return .success(RecordedTrace(bytes: bytes, version: version))
    } catch {
      if error.isMissing { return nil }
      return .failure(
        Failure(path: path, reason: error.reason, role: "the recorded trace of \(SourceFile.name(of: test.path))"))
    }
  }

  private static let unknownChart =
    "the chart is not known: name it in a line \":chart FILE\" or with --chart FILE, or call the script NAME.events.txt"

  /// The path of a script's chart; nil if it is not known.
  private func chartPath(of script: String, bytes: [UInt8]) -> String? {
    if let chartPath { return chartPath }
    if let file = TestScript.chartFile(in: bytes) { return FilePath.path(to: file, from: Reach.home(of: script)) }
    return Self.chartPath(of: script)
  }

  /// Reads a chart once. A chart with errors is read again for a script that sets context keys to values of other
  /// types. `reach` limits where it may be; nil for a path from the command line.
  private mutating func chart(_ path: String, within reach: Reach?, for script: [UInt8]) throws(Failure) -> Entry {
    // One script may name a file that another may not.
    let key = FilePath.bytes(of: reach?.name ?? "") + [0] + FilePath.bytes(of: path)
    if let known = charts[key] {
      guard case .broken = known, TestScript.setsContext(script) else { return known }
    }
    let entry: Entry
    switch ChartLoading.open(path, streams: streams, within: reach) {
    case .unreadable(_, let reason, true):
      return .unreadable(UnreadableChart(path: path, reason: reason, help: "use --chart \(FilePath.shown(path))"))
    case .unreadable(_, let reason, false):
      // A wrong `:chart` line is an error of its script alone.
      if chartPath == nil, TestScript.chartFile(in: script) != nil {
        return .unreadable(UnreadableChart(path: path, reason: reason))
      }
      throw Failure(path: path, reason: reason)
    case .tooLarge(let diagnostic, let source): entry = broken([diagnostic], in: source)
    case .text(let file):
      var isWidened = false
      let loading = ChartLoading(streams: streams, reading: reading) { chart in
        let keys = TestScript.widenedKeys(in: script, chart: chart)
        isWidened = !keys.isEmpty
        return keys
      }
      var check = loading.locate(file, at: path, within: reach)
      if let loaded = check.loaded {
        entry = .chart(loaded)
        note(check, of: path)
      } else {
        check.readAll()
        entry = broken(check.diagnostics(), in: check.source)
      }
      // For another script the result may differ.
      if isWidened { return entry }
    }
    charts[key] = entry
    return entry
  }

  private mutating func note(_ check: ChartCheck, of chart: String) {
    let key = Reach.key(of: chart)
    if checkOfChart[key] != nil { return }
    checkOfChart[key] = checks.count
    checks.append(check)
  }

  private func broken(_ diagnostics: [Diagnostic], in source: SourceText) -> Entry {
    let lines = LineIndex(source)
    var broken = BrokenInput(diagnostics.map { ($0, lines) }, report: report)
    broken.message = "the chart is not valid: \(broken.message)"
    return .broken(broken)
  }

  private func bytes(
    of path: String, limit: Int, open: () throws(InputError) -> any ByteInput
  ) throws(Failure) -> [UInt8] {
    do throws(InputError) {
      return try SourceFile.read(try open(), limit: limit)
    } catch {
      throw Failure(path: path, reason: error.reason, isMissing: error.isMissing)
    }
  }
}
