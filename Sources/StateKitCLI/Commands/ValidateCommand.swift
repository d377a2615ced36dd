import StateKitCore
import StateKitAnalysis
import StateKitFormat

/// `statekit validate CHART|FOLDER...`: reports all errors in the files, and probable mistakes.
final class ValidateCommand: ToolCommand {
  let streams: Streams
  let arguments: Arguments
  private lazy var messenger = Messenger(streams, arguments: arguments)
  // With a requested diff, the output is the diff.
  private lazy var writer = FindingsWriter(
    report, to: arguments.editing.showsDiff ? streams.errors : streams.output, showsAll: !arguments.isQuiet)
  private lazy var fixing = FixRun(streams, arguments: arguments)
  /// The charts that the host answers are checked with.
  private var charts: [Chart] = []

  init(streams: Streams, arguments: Arguments) {
    self.streams = streams
    self.arguments = arguments
  }

  func run(_ messenger: inout Messenger) throws(CommandEnd) -> ExitStatus {
    let isEditing = arguments.editing.fixes
    if isEditing, !arguments.editing.showsDiff, (arguments.operands + arguments.scripts).contains("-") {
      throw CommandEnd(usage: "standard input cannot be changed: name a file, or use --diff")
    }
    let status = run(arguments.operands.map { InputFile(path: $0) })
    // The chart that has the guard or the delay may be one with errors.
    if status == .ok, !charts.isEmpty { _ = try arguments.host(for: charts) }
    return status
  }

  /// Validates files.
  func run(_ files: [InputFile]) -> ExitStatus {
    var fixed = ExitStatus.ok
    if arguments.editing.fixes, !arguments.editing.showsDiff {
      for file in files { fix(file) }
      // Validates the text that is written.
      fixed = fixing.write(messenger)
    }
    for file in files {
      if isFolder(file) { validate(folder: file.path) } else { validate(file) }
    }
    if arguments.editing.showsDiff { fixed = fixing.write(messenger) }
    writer.end()
    let counts = writer.counts
    counts.skipped.list(arguments, messenger: messenger)
    if counts.files + counts.unreadable == 0 { messenger.write("statekit: validate: no chart was found") }
    if !arguments.isQuiet { messenger.write("statekit: " + counts.summary) }
    if counts.unreadable > 0 || counts.files == 0 { return .unable }
    if fixed != .ok { return fixed }
    let isBad = counts.errors > 0 || arguments.isStrict && counts.warnings > 0
    return isBad ? .inputAtFault : .ok
  }

  private func isFolder(_ file: InputFile) -> Bool {
    file.reach == nil && file.path != "-" && (try? Folder.kind(file.path)) == .folder
  }

  // MARK: Fixing

  /// Fixes a chart, or the charts of a folder, with the scripts.
  private func fix(_ file: InputFile) {
    if isFolder(file) {
      for found in FolderFiles(below: file.path).inputs { fix(found) }
      return
    }
    guard case .text(let given) = ChartLoading.open(file.path, streams: streams, within: file.reach),
      !file.isFound || FolderFiles.skip(file.path, in: given) == nil
    else { return }
    let text = fixing.fix(given, at: file.path, within: file.reach)
    if arguments.scripts.isEmpty { return }
    let check = loading.locate(text, at: file.path, within: file.reach)
    if let loaded = check.loaded { fix(scriptsFor: loaded.chart) }
  }

  private func fix(scriptsFor chart: Chart) {
    for path in arguments.scripts {
      if case .text(let text) = ChartLoading.open(path, streams: streams) {
        fixing.fix(script: text, at: path, for: chart)
      }
    }
  }

  // MARK: Validating

  private var report: any FindingsReport {
    switch arguments.findingsFormat {
    case .json: JSONReport()
    case .github: GitHubReport()
    case .sarif: SARIFReport()
    case .text:
      TextReport(hasColor: streams.hasColor(arguments.color, on: streams.output), columns: streams.output.columns)
    }
  }

  private func validate(folder: String) {
    var files = FolderFiles(below: folder)
    for file in files.inputs {
      if let reason = validate(file) { files.skipped.add(file.path, reason: reason) }
    }
    for (path, reason) in files.unreadable { unreadable(FilePath.shown(path), reason: reason) }
    writer.add(files.skipped)
  }

  private func unreadable(_ name: String, reason: String) {
    messenger.write("statekit: cannot read \(name): \(reason)")
    writer.add(unreadable: name, reason: reason)
  }

  /// Returns the reason if a file in a folder is skipped.
  @discardableResult private func validate(_ input: InputFile) -> Folder.Skip? {
    switch ChartLoading.open(input.path, streams: streams, within: input.reach) {
    case .unreadable(let name, let reason, _): unreadable(name, reason: reason)
    case .tooLarge(let diagnostic, let source):
      writer.beginFile()
      writer.add([diagnostic], in: source)
    case .text(let given):
      if input.isFound, let reason = FolderFiles.skip(input.path, in: given) { return reason }
      let isFixing = arguments.editing.showsDiff
      let file = isFixing ? fixing.fix(given, at: input.path, within: input.reach) : given
      let check = loading.locate(file, at: input.path, within: input.reach)
      let loaded = check.loaded
      if let located = check.located {
        let read = arguments.scripts.reduce(into: Set<Int>()) { slots, path in
          slots.formUnion(
            Reach.isReadOnce(path)
              ? Set(located.chart.contextNames.indices)
              : (try? ScriptFile(path, streams: streams))?.slotsRead(in: located.chart) ?? [])
        }
        Analyzer.analyze(located, findings: check.findings, readElsewhere: read)
      }
      writer.add(check.findings, in: check.source)
      guard let loaded else {
        for script in arguments.scripts { skip(script) }
        return nil
      }
      if arguments.guards.count + arguments.delays.count > 0 { charts.append(loaded.chart) }
      if isFixing { fix(scriptsFor: loaded.chart) }
      for script in arguments.scripts { validate(script, of: loaded) }
    }
    return nil
  }

  /// Reads charts, whose context the scripts may set to values of other types.
  private var loading: ChartLoading {
    ChartLoading(
      streams: streams, reading: arguments.reading,
      widenedKeys: ScriptFile.widenedKeys(by: arguments.scripts, streams: streams))
  }

  /// Reports the errors that a script has with any chart, because its own is not valid.
  private func skip(_ path: String) {
    do {
      let script = try ScriptFile(path, streams: streams)
      writer.beginFile()
      try ScriptCheck.checkLines(of: script, writer: &writer)
      messenger.write("statekit: the names in \(script.name) were not checked: the chart is not valid")
    } catch {
      unreadable(SourceFile.name(of: path), reason: error.reason)
    }
  }

  private func validate(_ path: String, of chart: LoadedChart) {
    do {
      let script = try ScriptFile(path, streams: streams)
      writer.beginFile()
      try ScriptCheck.check(script, of: chart, host: arguments.host, writer: &writer)
    } catch {
      unreadable(SourceFile.name(of: path), reason: error.reason)
    }
  }
}
