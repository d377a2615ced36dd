import StateKitCore
import StateKitEditor
import StateKitFormat
import StateKitInterchange

/// Reads the files of a rename: the chart, all charts that it invokes, and the scripts.
struct RenameLoading {
  let streams: Streams
  private(set) var files = RenameFiles(charts: [])
  /// The paths under which the files are opened.
  private(set) var chartPaths: [String] = []
  private(set) var scriptPaths: [String] = []
  private(set) var status = ExitStatus.ok
  /// The files that were opened, by their paths and identities.
  private var opened: Set<[UInt8]> = []
  private var identities: Set<FileIdentity> = []

  init(streams: Streams) {
    self.streams = streams
  }

  /// Reads a chart with the charts that it invokes, and shows their errors.
  mutating func read(chart path: String, as reading: ChartReading, messenger: inout Messenger) {
    switch ChartLoading.open(path, streams: streams) {
    case .unreadable(let name, let reason, _): fail(name, reason: reason, messenger: messenger)
    case .tooLarge(let diagnostic, let source):
      messenger.show([diagnostic], in: source)
      status = .inputAtFault
    case .text(let file):
      guard ChartKind.of(file) == .statekit, reading.kind == nil || reading.kind == .statekit else {
        messenger.write("statekit: cannot rename in \(file.name): it is not a statekit chart; convert it first")
        status = .inputAtFault
        return
      }
      let check = ChartLoading(streams: streams, reading: reading).locate(file, at: path)
      if check.findings.hasErrors {
        let errors = check.findings.sorted(in: check.source).filter { $0.severity == .error }
        messenger.show(errors, in: check.source)
        status = .inputAtFault
        return
      }
      add(file, at: path)
      readChildren(messenger)
    }
  }

  private mutating func add(_ source: SourceText, at path: String) {
    files.charts.append(RenameFiles.ChartFile(ChartDocument(source)))
    chartPaths.append(path)
    noteFile(path)
  }

  /// Notes a file that is opened. Returns false if it was noted before, under this name or another.
  @discardableResult
  private mutating func noteFile(_ path: String) -> Bool {
    let isNew = FileIdentity(path).map { identities.insert($0).inserted } ?? true
    return opened.insert(FilePath.bytes(of: path)).inserted && isNew
  }

  private mutating func readChildren(_ messenger: Messenger) {
    let folder = FilePath.folder(of: chartPaths[0])
    let reach = Reach(folder: folder)
    // Paths are relative to the folder of the first chart.
    var paths = [FilePath.name(of: chartPaths[0])]
    var known = [Array(paths[0].utf8): 0]
    var next = 0
    while next < files.charts.count {
      for child in files.charts[next].document.charts.flatMap(\.children) {
        guard let file = child.file, let path = ChartFolder.path(from: paths[next], to: file) else { continue }
        if let index = known[Array(path.utf8)] {
          files.charts[next].children[child.span] = index
          continue
        }
        let source: SourceText
        switch ChartLoading.open(folder + path, streams: streams, within: reach) {
        case .text(let text): source = text
        // The chart was read a moment ago. Without it, only a part of the uses would be renamed.
        case .unreadable(let name, let reason, _): return fail(name, reason: reason, messenger: messenger)
        case .tooLarge: return fail(FilePath.shown(folder + path), reason: "it is too large", messenger: messenger)
        }
        guard ChartKind.of(source) == .statekit else { continue }
        files.charts[next].children[child.span] = files.charts.count
        known[Array(path.utf8)] = files.charts.count
        add(source, at: folder + path)
        paths.append(path)
      }
      next += 1
    }
  }

  /// Reads a script of the first chart, or of a chart that it invokes. A file with several names counts once.
  /// `owner`: the chart of a script that names none.
  mutating func read(script path: String, of owner: Int = 0, messenger: Messenger) {
    if !noteFile(path) {
      let isChart = chartPaths.contains { FilePath.key(of: $0) == FilePath.key(of: path) }
      return isChart ? refuse(SourceFile.name(of: path), reason: ScriptFile.isChart, messenger: messenger) : ()
    }
    switch ChartLoading.open(path, streams: streams) {
    case .unreadable(let name, let reason, _): fail(name, reason: reason, messenger: messenger)
    case .tooLarge: fail(SourceFile.name(of: path), reason: "it is too large", messenger: messenger)
    case .text(let source):
      let isChart = FolderFiles.isChart(path, bytes: source.bytes)
      if isChart || !Self.isScript(source) {
        let reason = isChart ? ScriptFile.isChart : "none of its lines is a line of a script"
        return refuse(source.name, reason: reason, messenger: messenger)
      }
      let document = ScriptDocument(source)
      var chart = owner
      let folder = FilePath.folder(of: path)
      if let file = document.chartFile, let named = FileIdentity(FilePath.path(to: file, from: folder)) {
        guard let found = chartPaths.firstIndex(where: { FileIdentity($0) == named }) else {
          messenger.write(
            "statekit: \(source.name) is a script for \(DisplayText.quoted(file)), not for \(FilePath.shown(chartPaths[0]))"
          )
          status = max(status, .inputAtFault)
          return
        }
        chart = found
      }
      files.scripts.append(RenameFiles.ScriptFile(document, chart: chart))
      scriptPaths.append(path)
    }
  }

  /// True if a line is one of a script, or no line is anything.
  private static func isScript(_ source: SourceText) -> Bool {
    guard let parser = ScriptParser.forAnyChart else { return true }
    var (start, number, hasErrors) = (0, 0, false)
    while let range = ScriptLines.next(in: source.bytes.span, from: &start) {
      number += 1
      let line = ScriptLine(file: source.name, number: number, bytes: Array(source.bytes[range]))
      if !parser.errors(of: line).isEmpty {
        hasErrors = true
      } else if let first = line.bytes[line.body.range].first, first != UInt8(ascii: "#") {
        return true
      }
    }
    return !hasErrors
  }

  private mutating func refuse(_ name: String, reason: String, messenger: Messenger) {
    messenger.write("statekit: cannot rename in \(name): \(reason)")
    status = max(status, .inputAtFault)
  }

  private mutating func fail(_ name: String, reason: String, messenger: Messenger) {
    messenger.write("statekit: cannot read \(name): \(reason)")
    status = .unable
  }
}
