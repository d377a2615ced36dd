import CEL
import StateKitCore
import StateKitFormat
import StateKitPictures

/// `statekit show CHART`: draws a chart, with a run of it or the coverage of tests (Pictures.md).
final class ShowCommand: ToolCommand {
  let streams: Streams
  let arguments: Arguments
  private var asked: ShowArguments { arguments.show }

  init(streams: Streams, arguments: Arguments) {
    self.streams = streams
    self.arguments = arguments
  }

  func run(_ messenger: inout Messenger) throws(CommandEnd) -> ExitStatus {
    if arguments.operands.count > 1, asked.coverage.isEmpty { throw .tooManyOperands(arguments.operands[1]) }
    if arguments.operands[0] == "-", asked.script == "-" { throw .standardInputTwice }
    if arguments.editing.showsDiff, file == nil {
      throw CommandEnd(usage: "--check needs --output FILE: the file to compare")
    }
    let format = try format()
    let needs: [(isGiven: Bool, option: String, format: PictureFormat)] = [
      (asked.hasLegend, "legend", .svg), (asked.isASCII, "ascii", .tree),
    ]
    for (isGiven, option, needed) in needs where isGiven && format != needed {
      throw CommandEnd(usage: "--\(option) needs --format \(needed.rawValue)")
    }
    let loaded = try load(
      &messenger, script: asked.script,
      widenedKeys: ScriptFile.widenedKeys(by: asked.script.map { [$0] } ?? [], streams: streams))
    let chart = loaded.chart
    let saveGuard = saveGuard(chart)
    let rule = file.map { self.rule($0, format: format) } ?? .nothing
    if let output = file, !arguments.editing.showsDiff { try saveGuard.check(output, rule: rule) }
    let options = try options(for: chart, format: format)
    // A picture that would be too large is refused before anything runs.
    try drawn { () throws(PictureError) in try Picture.check(chart, options: options) }
    var drawing = Drawing(options: options)
    let status = max(
      try run(loaded, format: format, drawing: &drawing, messenger: &messenger),
      try cover(chart, drawing: &drawing, messenger: &messenger))
    guard status != .unable || drawing.options.marks.coverage != nil,
      let picture = try? Picture(chart, options: drawing.options)
    else { return status }
    let text = try drawn { () throws(PictureError) in
      try self.text(of: picture, format: format, content: drawing.content)
    }
    if format == .mermaid { warn(ofLength: text.utf16.count, messenger: messenger) }
    if format == .html, text.utf8.count > InputLimits.pageBytes {
      let limit = MemoryPool(limit: InputLimits.pageBytes).shownLimit
      throw refused("the page takes more than \(limit), the limit of a page")
    }
    guard let output = file else {
      streams.output.write(text)
      return status
    }
    if arguments.editing.showsDiff { return max(status, try compare(text, with: output, messenger: messenger)) }
    try saveGuard.save(Array(text.utf8), as: output, rule: rule)
    return status
  }

  private func refused(_ reason: String) -> CommandEnd {
    CommandEnd("\(SourceFile.name(of: path)): \(reason)", status: .inputAtFault)
  }

  /// The result of `body`. Throws the reason why the chart is not drawn.
  private func drawn<Result>(_ body: () throws(PictureError) -> Result) throws(CommandEnd) -> Result {
    do throws(PictureError) {
      return try body()
    } catch {
      throw refused(error.message)
    }
  }

  /// Shows how a file differs from the picture. A missing file counts as empty.
  private func compare(_ text: String, with output: String, messenger: Messenger) throws(CommandEnd) -> ExitStatus {
    var old: [UInt8] = []
    do throws(InputError) {
      old = try streams.bytes(of: output, limit: SaveGuard.mostBytes)
    } catch {
      if !error.isMissing { throw .cannotRead(output, reason: error.reason) }
    }
    var edits = FileEdits(streams, arguments: arguments.editing)
    edits.add(FileEdits.Edit(path: output, name: FilePath.shown(output), old: old, new: Array(text.utf8)))
    return edits.write(messenger)
  }

  /// Warns of a text that is longer than what Mermaid draws.
  private func warn(ofLength length: Int, messenger: Messenger) {
    if length <= MermaidWriter.longestText || messenger.isQuiet { return }
    messenger.write(
      "statekit: warning: the text has \(DisplayText.grouped(length)) characters, but Mermaid draws at most "
        + "\(DisplayText.grouped(MermaidWriter.longestText)): --depth N folds what is deeper, --state S shows a part")
  }

  /// The content of a picture besides the chart.
  private struct Drawing {
    var options: PictureOptions
    var content = PageContent()
  }

  /// Runs the script; without a script, a page gets the explored states.
  private func run(
    _ loaded: LoadedChart, format: PictureFormat, drawing: inout Drawing, messenger: inout Messenger
  ) throws(CommandEnd) -> ExitStatus {
    let chart = loaded.chart
    var options = ScriptRunner.Options()
    options.machine.limits = arguments.limits
    options.host = try arguments.host(for: [chart])
    guard let script = asked.script else {
      if format == .html { drawing.content.graph = PageGraph.exploring(chart, run: options) }
      return .ok
    }
    let recorder =
      format == .html
      ? RunRecorder(chart, in: loaded.source, most: min(arguments.maxOutput, InputLimits.pageBytes)) : nil
    let finished: ShownRun?
    do throws(InputError) {
      finished = try ShownRun.run(
        ScriptFile(script, streams: streams), on: loaded, options: options, recorder: recorder, messenger: &messenger)
    } catch {
      throw .cannotRead(script, reason: error.reason)
    }
    guard let run = finished else { throw CommandEnd(.inputAtFault) }
    drawing.options.marks.configuration = run.configuration
    drawing.options.marks.run = run.counts
    if recorder?.isFull == true {
      if arguments.maxOutput <= InputLimits.pageBytes {
        streams.limit?.reach()
        throw CommandEnd(.inputAtFault)
      }
      let limit = MemoryPool(limit: InputLimits.pageBytes).shownLimit
      throw CommandEnd("the steps of the run take more than \(limit), the limit of a page", status: .inputAtFault)
    }
    drawing.content.steps = recorder?.steps
    return run.status
  }

  /// Runs the tests whose coverage is shown.
  private func cover(
    _ chart: Chart, drawing: inout Drawing, messenger: inout Messenger
  ) throws(CommandEnd) -> ExitStatus {
    if tests.isEmpty { return .ok }
    let coverage = ShownCoverage(
      chartPath: path, chart: chart, streams: streams, arguments: arguments,
      host: try arguments.host(for: [chart]))
    let (counts, status) = coverage.counts(tests, messenger: &messenger)
    drawing.options.marks.coverage = counts
    return status
  }

  // MARK: Options of the command line

  private var tests: [String] { asked.coverage + arguments.operands.dropFirst() }

  /// The file to write; nil for standard output.
  private var file: String? { arguments.output == "-" ? nil : arguments.output }

  /// The files that may be replaced: earlier output of this command, or any with `--force`.
  private func rule(_ output: String, format: PictureFormat) -> FileSave.Rule {
    if arguments.isForced { return .anyFile }
    let beginning: String
    switch format {
    case .svg: beginning = SVGWriter.beginning
    case .html: beginning = PageWriter.beginning
    case .tree, .mermaid, .dot, .plantuml: return .nothing
    }
    return SaveGuard.content(of: output)?.starts(with: beginning.utf8) == true ? .ownFile : .nothing
  }

  private func format() throws(CommandEnd) -> PictureFormat {
    if let format = asked.format { return format }
    guard let file else { return asked.isASCII || streams.output.isTerminal ? .tree : .mermaid }
    return try PictureFormat(ofFile: file, help: ", or --format FORMAT")
  }

  private func options(for chart: Chart, format: PictureFormat) throws(CommandEnd) -> PictureOptions {
    var options = PictureOptions()
    if format == .svg || format == .html { options.limits = .drawn }
    options.depth = asked.depth
    options.showsActions = !asked.hidesActions
    options.showsGuards = !asked.hidesGuards
    options.showsNotes = asked.showsNotes
    if let name = asked.state { options.part = try chart.state(named: name, by: "state") }
    return options
  }

  // MARK: Output

  private func text(of picture: Picture, format: PictureFormat, content: PageContent) throws(PictureError) -> String {
    switch format {
    case .tree:
      TreeWriter.text(picture, style: streams.treeStyle(arguments, isFile: file != nil), displayWidth: DisplayWidth.of)
    case .mermaid: MermaidWriter.text(picture)
    case .dot: DOTWriter.text(picture)
    case .plantuml: PlantUMLWriter.text(picture)
    case .svg: try SVGWriter.text(picture, hasLegend: asked.hasLegend)
    case .html: try PageWriter.text(picture, content: content)
    }
  }
}
