import StateKitCore
import StateKitAnalysis
import StateKitFormat

/// `statekit validate CHART|FOLDER...`: every error in the files, and what looks like one.
final class ValidateCommand {
  private let streams: Streams
  private let arguments: Arguments

  init(_ streams: Streams, _ arguments: Arguments) {
    self.streams = streams
    self.arguments = arguments
  }

  func run() throws(UsageError) -> ExitStatus {
    let isEditing = arguments.editing.fixes
    if arguments.editing.showsDiff, !isEditing { throw UsageError(message: "--diff shows what --fix would write") }
    if isEditing, !arguments.editing.showsDiff, (arguments.operands + arguments.scripts).contains("-") {
      throw UsageError(message: "standard input cannot be changed: name a file, or ask for --diff")
    }
    return run(nil)
  }

  /// Validates files that were found elsewhere; nil: those that the command line names.
  func run(_ files: [InputFile]?) -> ExitStatus {
    let isQuiet = arguments.isQuiet
    let messenger = Messenger(streams, arguments)
    let files = files ?? arguments.operands.map { InputFile(path: $0, reach: nil) }
    // The output is a difference where one is asked for.
    let findings = arguments.editing.showsDiff ? streams.errors : streams.output
    var writer = FindingsWriter(report(), to: findings, showsAll: !isQuiet)
    var fixing = FixRun(streams, arguments)
    var fixed = ExitStatus.ok
    if arguments.editing.fixes, !arguments.editing.showsDiff {
      for file in files { fix(file, &fixing) }
      // What is validated is what is written.
      fixed = fixing.write(messenger)
    }
    for file in files {
      if isFolder(file) {
        validate(folder: file.path, &fixing, &writer, messenger)
      } else {
        validate(file.path, within: file.reach, &fixing, &writer, messenger)
      }
    }
    if arguments.editing.showsDiff { fixed = fixing.write(messenger) }
    writer.end()
    let counts = writer.counts
    counts.skipped.list(arguments, messenger)
    if counts.files + counts.unreadable == 0 { messenger.say("statekit: validate: no chart was found") }
    if !isQuiet { messenger.say("statekit: " + counts.summary) }
    if counts.unreadable > 0 || counts.files == 0 { return .unable }
    if fixed != .ok { return fixed }
    let isBad = counts.errors > 0 || arguments.isStrict && counts.warnings > 0
    return isBad ? .inputAtFault : .ok
  }

  private func isFolder(_ file: InputFile) -> Bool {
    file.reach == nil && file.path != "-" && (try? Folder.kind(file.path)) == .folder
  }

  // MARK: Fixing

  /// Fixes a chart, or those in a folder, with the scripts.
  private func fix(_ file: InputFile, _ fixing: inout FixRun) {
    guard isFolder(file) else { return fix(file.path, within: file.reach, &fixing) }
    let files = FolderFiles(below: file.path)
    for path in files.charts { fix(path, within: files.reach, isFound: true, &fixing) }
  }

  private func fix(_ path: String, within reach: Reach?, isFound: Bool = false, _ fixing: inout FixRun) {
    guard case .text(let given) = ChartLoading.open(path, streams, within: reach),
      !isFound || FolderFiles.skip(path, given) == nil
    else { return }
    let file = fixing.fix(given, at: path, within: reach)
    if arguments.scripts.isEmpty { return }
    let findings = Findings()
    let (located, _) = ChartLoading.locate(
      file, at: path, as: arguments.reading, streams, within: reach, findings, widenedKeys: widenedKeys)
    if let located, !findings.hasErrors { fix(scriptsFor: located.chart, &fixing) }
  }

  private func fix(scriptsFor chart: Chart, _ fixing: inout FixRun) {
    for path in arguments.scripts {
      if case .text(let text) = ChartLoading.open(path, streams) { fixing.fix(script: text, at: path, for: chart) }
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

  private func validate(
    folder: String, _ fixing: inout FixRun, _ writer: inout FindingsWriter, _ messenger: Messenger
  ) {
    var files = FolderFiles(below: folder)
    for path in files.charts {
      if let reason = validate(path, within: files.reach, isFound: true, &fixing, &writer, messenger) {
        files.skipped.add(path, reason)
      }
    }
    for (path, reason) in files.unreadable { unreadable(FilePath.shown(path), reason, &writer, messenger) }
    writer.add(files.skipped)
  }

  private func unreadable(
    _ name: String, _ reason: String, _ writer: inout FindingsWriter, _ messenger: Messenger
  ) {
    messenger.say("statekit: cannot read \(name): \(reason)")
    writer.add(unreadable: name, reason)
  }

  /// `reach` is where a chart must lie; nil for one that was typed. Returns why a file that was found in a folder is passed over.
  @discardableResult private func validate(
    _ path: String, within reach: Reach? = nil, isFound: Bool = false, _ fixing: inout FixRun,
    _ writer: inout FindingsWriter, _ messenger: Messenger
  ) -> Folder.Skip? {
    switch ChartLoading.open(path, streams, within: reach) {
    case .unreadable(let name, let reason): unreadable(name, reason, &writer, messenger)
    case .outOfReach(let reason): unreadable(FilePath.shown(path), reason, &writer, messenger)
    case .tooLarge(let diagnostic, let source):
      writer.beginFile()
      writer.add([diagnostic], in: source)
    case .text(let given):
      if isFound, let reason = FolderFiles.skip(path, given) { return reason }
      let isFixing = arguments.editing.showsDiff
      let file = isFixing ? fixing.fix(given, at: path, within: reach) : given
      let findings = Findings()
      let (located, source) = ChartLoading.locate(
        file, at: path, as: arguments.reading, streams, within: reach, findings, widenedKeys: widenedKeys)
      let isSound = !findings.hasErrors
      if let located {
        let read = arguments.scripts.reduce(into: Set<Int>()) { slots, path in
          slots.formUnion((try? ScriptFile(path, streams))?.slotsRead(in: located.chart) ?? [])
        }
        Analyzer.analyze(located, findings, readElsewhere: read)
      }
      writer.add(findings, in: source)
      guard let located, isSound else { return nil }
      if isFixing { fix(scriptsFor: located.chart, &fixing) }
      for script in arguments.scripts { validate(script: script, located, source, &writer, messenger) }
    }
    return nil
  }

  /// The context keys that the scripts set to values of other types.
  private func widenedKeys(of chart: Chart) -> [String] {
    let parser = ScriptParser(chart)
    for path in arguments.scripts { (try? ScriptFile(path, streams))?.lookForSettings(parser) }
    return parser.dynamicKeys
  }

  private func validate(
    script path: String, _ located: LocatedChart, _ source: SourceText, _ writer: inout FindingsWriter,
    _ messenger: Messenger
  ) {
    do {
      let script = try ScriptFile(path, streams)
      writer.beginFile()
      try ScriptCheck.check(script, located, source, arguments.host, &writer)
    } catch {
      unreadable(SourceFile.name(of: path), error.reason, &writer, messenger)
    }
  }
}
