import StateKitCore
import StateKitAnalysis
import StateKitFormat

/// `statekit validate CHART|FOLDER...`: reports all errors in the files, and probable mistakes.
struct ValidateCommand: ToolCommand {
  let streams: Streams
  let arguments: Arguments

  func run(_ messenger: inout Messenger) throws(CommandEnd) -> ExitStatus {
    let isEditing = arguments.editing.fixes
    if arguments.editing.showsDiff, !isEditing { throw CommandEnd(usage: "--diff shows what --fix would write") }
    if isEditing, !arguments.editing.showsDiff, (arguments.operands + arguments.scripts).contains("-") {
      throw CommandEnd(usage: "standard input cannot be changed: name a file, or use --diff")
    }
    return run(arguments.operands.map { InputFile(path: $0, reach: nil) })
  }

  /// Validates files.
  func run(_ files: [InputFile]) -> ExitStatus {
    let isQuiet = arguments.isQuiet
    let messenger = Messenger(streams, arguments: arguments)
    // With a requested diff, the output is the diff.
    let findings = arguments.editing.showsDiff ? streams.errors : streams.output
    var writer = FindingsWriter(report(), to: findings, showsAll: !isQuiet)
    var fixing = FixRun(streams, arguments: arguments)
    var fixed = ExitStatus.ok
    if arguments.editing.fixes, !arguments.editing.showsDiff {
      for file in files { fix(file, fixing: &fixing) }
      // Validates the text that is written.
      fixed = fixing.write(messenger)
    }
    for file in files {
      if isFolder(file) {
        validate(folder: file.path, fixing: &fixing, writer: &writer, messenger: messenger)
      } else {
        validate(file.path, within: file.reach, fixing: &fixing, writer: &writer, messenger: messenger)
      }
    }
    if arguments.editing.showsDiff { fixed = fixing.write(messenger) }
    writer.end()
    let counts = writer.counts
    counts.skipped.list(arguments, messenger: messenger)
    if counts.files + counts.unreadable == 0 { messenger.write("statekit: validate: no chart was found") }
    if !isQuiet { messenger.write("statekit: " + counts.summary) }
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
  private func fix(_ file: InputFile, fixing: inout FixRun) {
    guard isFolder(file) else { return fix(file.path, within: file.reach, fixing: &fixing) }
    let files = FolderFiles(below: file.path)
    for path in files.charts { fix(path, within: files.reach, isFound: true, fixing: &fixing) }
  }

  private func fix(_ path: String, within reach: Reach?, isFound: Bool = false, fixing: inout FixRun) {
    guard case .text(let given) = ChartLoading.open(path, streams: streams, within: reach),
      !isFound || FolderFiles.skip(path, in: given) == nil
    else { return }
    let file = fixing.fix(given, at: path, within: reach)
    if arguments.scripts.isEmpty { return }
    let findings = Findings()
    let (located, _) = ChartLoading.locate(
      file, at: path, as: arguments.reading, streams: streams, within: reach, findings: findings,
      widenedKeys: widenedKeys)
    if let located, !findings.hasErrors { fix(scriptsFor: located.chart, fixing: &fixing) }
  }

  private func fix(scriptsFor chart: Chart, fixing: inout FixRun) {
    for path in arguments.scripts {
      if case .text(let text) = ChartLoading.open(path, streams: streams) {
        fixing.fix(script: text, at: path, for: chart)
      }
    }
  }

  // MARK: Validating

  private func report() -> any FindingsReport {
    switch arguments.findingsFormat {
    case .json: JSONReport()
    case .github: GitHubReport()
    case .sarif: SARIFReport()
    case .text: TextReport(hasColor: streams.hasColor(arguments.color, on: streams.output))
    }
  }

  private func validate(folder: String, fixing: inout FixRun, writer: inout FindingsWriter, messenger: Messenger) {
    var files = FolderFiles(below: folder)
    for path in files.charts {
      if let reason = validate(
        path, within: files.reach, isFound: true, fixing: &fixing, writer: &writer, messenger: messenger)
      {
        files.skipped.add(path, reason: reason)
      }
    }
    for (path, reason) in files.unreadable {
      unreadable(FilePath.shown(path), reason: reason, writer: &writer, messenger: messenger)
    }
    writer.add(files.skipped)
  }

  private func unreadable(_ name: String, reason: String, writer: inout FindingsWriter, messenger: Messenger) {
    messenger.write("statekit: cannot read \(name): \(reason)")
    writer.add(unreadable: name, reason: reason)
  }

  /// `reach` limits where a chart may be; nil for a path from the command line. Returns the reason if a file in a
  /// folder is skipped.
  @discardableResult private func validate(
    _ path: String, within reach: Reach? = nil, isFound: Bool = false, fixing: inout FixRun,
    writer: inout FindingsWriter, messenger: Messenger
  ) -> Folder.Skip? {
    switch ChartLoading.open(path, streams: streams, within: reach) {
    case .unreadable(let name, let reason, _): unreadable(name, reason: reason, writer: &writer, messenger: messenger)
    case .tooLarge(let diagnostic, let source):
      writer.beginFile()
      writer.add([diagnostic], in: source)
    case .text(let given):
      if isFound, let reason = FolderFiles.skip(path, in: given) { return reason }
      let isFixing = arguments.editing.showsDiff
      let file = isFixing ? fixing.fix(given, at: path, within: reach) : given
      let findings = Findings()
      let (located, source) = ChartLoading.locate(
        file, at: path, as: arguments.reading, streams: streams, within: reach, findings: findings,
        widenedKeys: widenedKeys)
      let isSound = !findings.hasErrors
      if let located {
        let read = arguments.scripts.reduce(into: Set<Int>()) { slots, path in
          slots.formUnion((try? ScriptFile(path, streams: streams))?.slotsRead(in: located.chart) ?? [])
        }
        Analyzer.analyze(located, findings: findings, readElsewhere: read)
      }
      writer.add(findings, in: source)
      guard let located, isSound else { return nil }
      if isFixing { fix(scriptsFor: located.chart, fixing: &fixing) }
      for script in arguments.scripts {
        validate(script: script, located: located, in: source, writer: &writer, messenger: messenger)
      }
    }
    return nil
  }

  /// The context keys that the scripts set to values of other types.
  private var widenedKeys: ChartLoading.WidenedKeys {
    ScriptFile.widenedKeys(by: arguments.scripts, streams: streams)
  }

  private func validate(
    script path: String, located: LocatedChart, in source: SourceText, writer: inout FindingsWriter,
    messenger: Messenger
  ) {
    do {
      let script = try ScriptFile(path, streams: streams)
      writer.beginFile()
      try ScriptCheck.check(script, located: located, in: source, host: arguments.host, writer: &writer)
    } catch {
      unreadable(SourceFile.name(of: path), reason: error.reason, writer: &writer, messenger: messenger)
    }
  }
}
