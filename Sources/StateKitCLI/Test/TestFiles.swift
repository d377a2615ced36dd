import StateKitCore
import StateKitFormat
import StateKitSearch
import StateKitTest

/// A script with its chart, read and ready to be run on any thread.
struct TestFile: Sendable {
  let script: String
  let chartPath: String
  let content: Content
  /// The script as it was read.
  var bytes: [UInt8] = []

  enum Content: Sendable {
    case tests(TestScript, LoadedChart, trace: String?)
    /// What is wrong with the chart or the script, as it is shown.
    case broken(message: String, text: String)
  }
}

/// A chart of tests, with its text.
struct LoadedChart: Sendable {
  let located: LocatedChart
  let source: SourceText

  var chart: Chart { located.chart }

  /// A chart of the family by its number, with its path; `path` is that of this one.
  func relative(_ number: Int, path: String) -> (path: String, chart: LoadedChart) {
    guard number > 0, let member = chart.family?.members[number - 1] else { return (path, self) }
    return (
      FilePath.folder(of: path) + member.path, LoadedChart(located: member.located, source: member.source)
    )
  }
}

/// Finds the scripts that are tests, and reads them and their charts, each chart once.
struct TestFiles {
  private let streams: Streams
  private let report: TextReport
  private var charts: [String: Entry] = [:]

  private enum Entry {
    case chart(LoadedChart)
    case broken(message: String, text: String)
  }

  /// A script or its chart cannot be read.
  struct Failure: Error {
    let path: String
    let reason: String
  }

  /// A whole script is held in memory.
  private static let scriptBytes = 64 << 20
  private static let suffixes = [".events.txt", ".events"]
  /// A script that is no test, and is not found in folders: it is run where it is named.
  private static let otherSuffix = ".script.txt"

  init(_ streams: Streams, _ report: TextReport) {
    self.streams = streams
    self.report = report
  }

  /// The scripts that are named or lie in the folders that are named, each once.
  static func scripts(of operands: [String]) throws(Failure) -> [String] {
    var found: [String] = []
    var known: Set<[UInt8]> = []
    for path in operands {
      do throws(InputError) {
        let paths =
          switch try Folder.kind(path) {
          case .file: [path]
          case .folder: try Folder.files(below: path, ending: suffixes)
          }
        for path in paths where known.insert(Array(path.utf8)).inserted { found.append(path) }
      } catch {
        throw Failure(path: path, reason: error.reason)
      }
    }
    return found
  }

  /// Reads a script and its chart.
  mutating func read(_ script: String) throws(Failure) -> TestFile {
    let bytes = try bytes(script, limit: Self.scriptBytes)
    let chartPath: String
    switch self.chartPath(of: script, bytes) {
    case .success(let path): chartPath = path
    case .failure(let mistake):
      return TestFile(
        script: script, chartPath: "", content: .broken(message: mistake.message, text: "  \(mistake.message)\n"))
    }
    let chart: LoadedChart
    switch try self.chart(chartPath) {
    case .broken(let message, let text):
      return TestFile(script: script, chartPath: chartPath, content: .broken(message: message, text: text))
    case .chart(let loaded): chart = loaded
    }
    let trace = try recordedTrace(of: script)
    do throws(TestScript.Mistakes) {
      let tests = try TestScript(file: script, bytes: bytes, chart: chart.chart)
      let content = TestFile.Content.tests(tests, chart, trace: trace)
      return TestFile(script: script, chartPath: chartPath, content: content, bytes: bytes)
    } catch {
      var out = ByteBuffer()
      for (diagnostic, line) in error.all { report.append(diagnostic, in: LineIndex(line.source), to: &out) }
      let text = String(decoding: out.bytes, as: UTF8.self)
      let message = error.all.first?.diagnostic.message ?? ""
      return TestFile(script: script, chartPath: chartPath, content: .broken(message: message, text: text))
    }
  }

  /// `NAME.trace.txt` beside a script.
  static func tracePath(of script: String) -> String? {
    base(of: script).map { $0 + ".trace.txt" }
  }

  /// The path of a script without its suffix; nil where it has another one.
  static func base(of script: String) -> String? {
    (suffixes + [otherSuffix]).first { script.hasSuffix($0) }.map { String(script.dropLast($0.count)) }
  }

  /// nil where none is recorded; one that is there and cannot be read is not passed over.
  private func recordedTrace(of script: String) throws(Failure) -> String? {
    guard let path = Self.tracePath(of: script) else { return nil }
    let input: any ByteInput
    do throws(InputError) {
      input = try streams.openNamed(path)
    } catch {
      if error.isMissing { return nil }
      throw Failure(path: path, reason: error.reason)
    }
    return String(decoding: try bytes(of: input, path, limit: .max), as: UTF8.self)
  }

  /// No chart is known for a script.
  private struct ChartMistake: Error {
    let message: String
  }

  private func chartPath(of script: String, _ bytes: [UInt8]) -> Result<String, ChartMistake> {
    if let file = TestScript.chartFile(in: bytes) {
      guard ChartFolder.path(from: "", to: file) != nil else {
        let shown = DisplayText.quoted(file)
        return .failure(ChartMistake(message: "the chart \(shown) must lie at or below the folder of the script"))
      }
      return .success(FilePath.folder(of: script) + file)
    }
    if let base = Self.base(of: script) { return .success(base + ".json") }
    let message = "no chart is known: a line \":chart FILE\" names it, or the script is called NAME.events.txt"
    return .failure(ChartMistake(message: message))
  }

  private mutating func chart(_ path: String) throws(Failure) -> Entry {
    if let known = charts[path] { return known }
    let entry: Entry
    switch ChartLoading.open(path, streams, isNamed: true) {
    case .unreadable(let name, let reason): throw Failure(path: name, reason: reason)
    case .tooLarge(let diagnostic, let source): entry = broken([diagnostic], source)
    case .text(let source):
      let findings = Findings()
      let located = ChartReader.locate(source, findings, in: ChartLoading.folder(of: path, streams))
      if let located, !findings.hasErrors {
        entry = .chart(LoadedChart(located: located, source: source))
      } else {
        entry = broken(findings.sortedByPlace.filter { $0.severity == .error }, source)
      }
    }
    charts[path] = entry
    return entry
  }

  private func broken(_ diagnostics: [Diagnostic], _ source: SourceText) -> Entry {
    let lines = LineIndex(source)
    var out = ByteBuffer()
    for diagnostic in diagnostics { report.append(diagnostic, in: lines, to: &out) }
    let message = diagnostics.first.map { "the chart is not valid: \($0.message)" } ?? "the chart is not valid"
    return .broken(message: message, text: String(decoding: out.bytes, as: UTF8.self))
  }

  private func bytes(_ path: String, limit: Int) throws(Failure) -> [UInt8] {
    let input: any ByteInput
    do throws(InputError) {
      input = try streams.open(path)
    } catch {
      throw Failure(path: path, reason: error.reason)
    }
    return try bytes(of: input, path, limit: limit)
  }

  private func bytes(of input: any ByteInput, _ path: String, limit: Int) throws(Failure) -> [UInt8] {
    do throws(SourceFile.Failure) {
      return try SourceFile.read(input, limit: limit)
    } catch {
      switch error {
      case .unreadable(let reason): throw Failure(path: path, reason: reason)
      case .tooLarge: throw Failure(path: path, reason: "it is larger than \(limit >> 20) MiB")
      }
    }
  }
}
