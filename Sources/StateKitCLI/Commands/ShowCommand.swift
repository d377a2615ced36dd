import CEL
import StateKitCore
import StateKitFormat
import StateKitPictures

/// `statekit show CHART`: draws a chart, with a run of it or the coverage of tests (Pictures.md).
struct ShowCommand: ChartCommand {
  let streams: Streams
  let arguments: Arguments
  private var asked: ShowArguments { arguments.show }

  func checkOptions() throws(UsageError) {
    if arguments.operands.count > 1, asked.coverage.isEmpty { throw .tooManyOperands(arguments.operands[1]) }
    if arguments.operands[0] == "-", asked.script == "-" { throw .standardInputTwice }
    if arguments.editing.showsDiff, file == nil {
      throw UsageError(message: "--check needs --output FILE: the file to compare")
    }
    _ = try format()
  }

  func load(_ messenger: inout Messenger) -> ChartLoading.Result {
    ChartLoading.load(
      path, script: asked.script, as: arguments.reading, streams: streams, messenger: &messenger,
      widenedKeys: widenedKeys)
  }

  func run(_ loaded: LoadedChart, messenger: inout Messenger) throws(UsageError) -> ExitStatus {
    let format = try format()
    let chart = loaded.chart
    let saveGuard = SaveGuard(streams: streams, chart: chart, chartPath: path, inputs: arguments.inputs)
    let rule = file.map { self.rule($0, format: format) } ?? .nothing
    if let output = file, !arguments.editing.showsDiff,
      let reason = saveGuard.refusal(output, rule: rule, howToReplace: SaveGuard.force)
    {
      messenger.write("statekit: cannot write \(FilePath.shown(output)): \(reason)")
      return .unable
    }
    let options = try options(for: chart, format: format)
    // A picture that would be too large is refused before anything runs.
    do throws(PictureError) {
      try Picture.check(chart, options: options)
    } catch {
      messenger.write("statekit: \(SourceFile.name(of: path)): \(error.message)")
      return .inputAtFault
    }
    var drawing = Drawing(options: options)
    let status = max(
      try run(loaded, format: format, drawing: &drawing, messenger: &messenger),
      try cover(chart, drawing: &drawing, messenger: &messenger))
    guard status != .unable, !drawing.isRefused, let picture = try? Picture(chart, options: drawing.options) else {
      return status
    }
    let text: String
    do throws(PictureError) {
      text = try self.text(of: picture, format: format, content: drawing.content)
    } catch {
      messenger.write("statekit: \(SourceFile.name(of: path)): \(error.message)")
      return .inputAtFault
    }
    if format == .mermaid { warn(ofLength: text.utf16.count, messenger: messenger) }
    if format == .html, text.utf8.count > InputLimits.pageBytes {
      let limit = MemoryPool(limit: InputLimits.pageBytes).shownLimit
      messenger.write("statekit: \(SourceFile.name(of: path)): the page takes more than \(limit), the limit of a page")
      return .inputAtFault
    }
    guard let output = file else {
      streams.output.write(text.utf8Bytes.span)
      return status
    }
    if arguments.editing.showsDiff { return max(status, compare(text, with: output, messenger: messenger)) }
    return saveGuard.save(Array(text.utf8), as: output, rule: rule, messenger: &messenger) ? status : .unable
  }

  /// Shows how a file differs from the picture. A missing file counts as empty.
  private func compare(_ text: String, with output: String, messenger: Messenger) -> ExitStatus {
    var old: [UInt8] = []
    do {
      old = try SourceFile.read(try streams.open(output), limit: SaveGuard.mostBytes)
    } catch let error as InputError where error.isMissing {
      old = []
    } catch {
      let reason = SourceFile.reason(of: error, limit: SaveGuard.mostBytes)
      messenger.write("statekit: cannot read \(FilePath.shown(output)): \(reason)")
      return .unable
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
    /// True if the script cannot be run at all.
    var isRefused = false
  }

  /// Runs the script; without a script, a page gets the explored states.
  private func run(
    _ loaded: LoadedChart, format: PictureFormat, drawing: inout Drawing, messenger: inout Messenger
  ) throws(UsageError) -> ExitStatus {
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
    switch ShownRun.run(
      script, on: chart, in: loaded.source, options: options, streams: streams, recorder: recorder,
      messenger: &messenger)
    {
    case .failed(let status):
      drawing.isRefused = true
      return status
    case .run(let run):
      drawing.options.marks.configuration = run.configuration
      drawing.options.marks.run = run.counts
      if recorder?.isFull == true {
        if arguments.maxOutput <= InputLimits.pageBytes {
          streams.limit?.reach()
        } else {
          let limit = MemoryPool(limit: InputLimits.pageBytes).shownLimit
          messenger.write("statekit: the steps of the run take more than \(limit), the limit of a page")
        }
        drawing.isRefused = true
        return .inputAtFault
      }
      drawing.content.steps = recorder?.finish()
      return run.status
    }
  }

  /// Runs the tests whose coverage is shown.
  private func cover(
    _ chart: Chart, drawing: inout Drawing, messenger: inout Messenger
  ) throws(UsageError) -> ExitStatus {
    if tests.isEmpty || drawing.isRefused { return .ok }
    let coverage = ShownCoverage(
      chartPath: path, chart: chart, streams: streams, reading: arguments.reading,
      limits: arguments.limits, host: try arguments.host(for: [chart]))
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
    guard let input = Reach.regularFile(output),
      let bytes = try? SourceFile.read(input, limit: SaveGuard.mostBytes)
    else { return .nothing }
    return bytes.starts(with: beginning.utf8) ? .ownFile : .nothing
  }

  private func format() throws(UsageError) -> PictureFormat {
    if let format = asked.format { return format }
    guard let file else { return streams.output.isTerminal ? .tree : .mermaid }
    if let format = PictureFormat(file: file) { return format }
    let endings = PictureFormat.allCases.map { "\($0.ending) \($0.rawValue)" }.joined(separator: ", ")
    throw UsageError(
      message:
        "the ending of \(DisplayText.quoted(FilePath.shown(file))) is not a known format: use \(endings), or --format FORMAT"
    )
  }

  private func options(for chart: Chart, format: PictureFormat) throws(UsageError) -> PictureOptions {
    var options = PictureOptions()
    if format == .svg || format == .html { options.limits = .drawn }
    options.depth = asked.depth
    options.showsActions = !asked.hidesActions
    options.showsGuards = !asked.hidesGuards
    options.showsNotes = asked.showsNotes
    if let name = asked.state { options.part = try chart.state(named: name, by: "state") }
    return options
  }

  /// The context keys that the script sets to values of other types.
  private func widenedKeys(of chart: Chart) -> [String] {
    guard let path = asked.script else { return [] }
    let parser = ScriptParser(chart)
    (try? ScriptFile(path, streams: streams))?.lookForSettings(parser)
    return parser.dynamicKeys
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
