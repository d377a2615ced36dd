import CEL
import StateKitCore
import StateKitFormat
import StateKitPictures
import StateKitSearch
import StateKitTest

/// An interactive session with a chart: script lines, and commands that inspect, go back and save.
struct ReplSession {
  let streams: Streams
  let chartPath: String
  /// The scripts that were run, which `:save!` does not replace.
  var scripts: [String] = []
  /// True if a person types: messages are shown at once, in the stream of the trace.
  var isInteractive: Bool { options.isInteractive }
  private(set) var options: Options
  var source: SourceText
  /// Runs the lines, as `run` does.
  var runner: ScriptRunner
  var trace: TraceText
  var timeline: Timeline
  var watches: [(text: String, expression: Expression)] = []
  /// True if a line or a command had an error.
  private(set) var hasFailed = false
  var isOver = false
  /// The lines before a start that waits for host answers.
  var leading: [[UInt8]] = []
  /// True if the lines that lead to this moment differ from the lines typed.
  var hasGoneBack = false
  var messenger: Messenger
  /// The events with a warning so far; only used without a terminal.
  var survey = ScriptSurvey()
  private var lineNumber = 0
  let debugger: Debugger
  /// The spans of the states in the file.
  let stateSpans: [SourceSpan]
  /// The deepest active states before the last change.
  private(set) var standing: [StateID] = []

  init(_ loaded: LoadedChart, path: String, streams: Streams, messenger: Messenger, options: Options) {
    let (chart, source) = (loaded.chart, loaded.source)
    self.options = options
    timeline = Timeline(limit: options.limits.memory.limit)
    self.streams = streams
    self.source = source
    self.messenger = messenger
    (chartPath, names) = (path, ScriptNames(chart))
    stateSpans = loaded.located.spans.states
    let output: any ByteOutput =
      streams.output.isTerminal || options.hasColor
      ? TerminalTrace(streams.output, hasColor: options.hasColor) { streams.output.columns } : streams.output
    trace = TraceText(chart, source: source, output: output, isFull: options.showsAllRounds)
    debugger = Debugger(chart, in: source, trace: trace, streams: streams)
    debugger.picture = options.picture
    var runs = options.runs(of: chart)
    runs.tellsUnhandled = true
    runner = ScriptRunner(chart, options: runs, trace: trace, listener: debugger)
    runner.observer = debugger
    guard let process = options.process else { return }
    let link = HostLink(process)
    runner.attach(link)
    debugger.link = link
  }

  struct Options {
    /// The options for reading the chart again.
    var reading: ChartReading
    var isInteractive: Bool
    var settings: [Setting] = []
    /// Shows a macrostep whole if the step limit ends it.
    var showsAllRounds = false
    var hasColor = false
    var limits = Limits()
    /// The host answers from options.
    var host: HostLines
    /// The process that does the work of the host.
    var process: HostProcess?
    /// The style of a picture of the chart.
    var picture = TreeStyle()

    /// The first values of a chart's context, if the command line replaces some.
    func context(of chart: Chart) -> [Value]? { settings.isEmpty ? nil : try? Setting.apply(settings, to: chart) }

    /// The options of a runner of the session's lines.
    func runs(of chart: Chart) -> ScriptRunner.Options {
      var runs = ScriptRunner.Options()
      runs.machine.replays = false
      (runs.machine.limits, runs.machine.context, runs.host) = (limits, context(of: chart), host)
      return runs
    }
  }

  var machine: Machine { runner.machine }
  var chart: Chart { machine.chart }
  /// A parser for the current moment: context keys have the types of their current values.
  var parser: ScriptParser { ScriptParser(chart, holding: machine.data.slots, names: names) }
  /// Collected once for all lines.
  private let names: ScriptNames

  /// Continues with another chart, before its start; keeps only the input, a promised step, the line number, the status,
  /// the scripts, and the settings of keys that the chart has.
  mutating func exchange(_ loaded: LoadedChart) {
    show(runner.finish())
    let (before, number, hasFailed, scripts) = (debugger, lineNumber, hasFailed, scripts)
    var options = options
    options.settings.removeAll()
    for setting in self.options.settings {
      guard (try? Setting.apply(options.settings + [setting], to: loaded.chart)) != nil else { continue }
      options.settings.append(setting)
    }
    self = ReplSession(loaded, path: chartPath, streams: streams, messenger: messenger, options: options)
    (debugger.nextLine, debugger.goesOn, debugger.isStepping) = (before.nextLine, before.goesOn, before.isStepping)
    (lineNumber, self.hasFailed, self.scripts) = (number, hasFailed, scripts)
  }

  mutating func handle(_ bytes: [UInt8]) {
    lineNumber += 1
    let before = machine.configuration.leaves
    let line = ScriptLine(file: SourceFile.standardInputName, number: lineNumber, bytes: bytes)
    let text = bytes[line.body.range]
    if text.first == UInt8(ascii: ":"), !text.elementsEqual(":".utf8) {
      command(line)
    } else if isInteractive, let command = plainCommand(text) {
      self.command(ScriptLine(file: line.file, number: lineNumber, bytes: Array(command.utf8)))
    } else {
      runTyped(line)
    }
    followHost()
    trace.flush()
    if machine.configuration.leaves != before { standing = before }
  }

  /// Runs a typed line. The line is already on the terminal, so the trace does not repeat it.
  mutating func runTyped(_ line: ScriptLine) {
    trace.omitsHeader = isInteractive
    run(line, isAwaited: isInteractive)
    trace.omitsHeader = false
  }

  /// Writes the remaining output. Returns the status of the session.
  mutating func finish() -> ExitStatus {
    show(runner.finish())
    options.process?.end()
    if let problem = options.process?.popProblem() { complain(DisplayText.raw(problem)) }
    trace.flush()
    messenger.finish()
    if options.process?.isNotStarted == true { return .unable }
    return hasFailed && !isInteractive ? .inputAtFault : .ok
  }

  // MARK: Script lines

  /// Runs a script line. `isAwaited`: true if a person waits for its result.
  mutating func run(_ line: ScriptLine, isAwaited: Bool = false) {
    do throws(ScriptParser.LineError) {
      let step = try parser.parse(line)
      warn(step, line: line)
      if runner.isWaiting {
        switch step {
        case .host: leading.append(line.bytes)
        case .chart: break
        case .nothing: if isAwaited { startWaiting() }
        // As in a run, such lines wait for those that replace the host.
        case .set, .show, .expect: if isAwaited { startWaiting() } else { leading.append(line.bytes) }
        case .event, .end, .advance, .test: startWaiting()
        }
      }
      let isHeld = runner.isWaiting
      if case .test = step { prepareTest() }
      let reports = runner.run(step, at: line)
      show(reports)
      if isHeld { return runner.isWaiting ? () : beginAfterLeading() }
      switch step {
      case .nothing, .chart: return
      case .show: return forgiveIfSeen()
      case .expect:
        if isInteractive, reports.isEmpty { writeLine("it holds") }
        return
      case .test:
        leading = runner.setUpLines.map(\.bytes)
        if runner.isWaiting { return }
        beginAfterLeading()
      case .event, .end, .advance, .set, .host: timeline.add(hostAnswers + [line.bytes], state: runner.now)
      }
      forgiveIfSeen()
      showWatches()
    } catch {
      trace.flush()
      hasFailed = true
      messenger.show(error.diagnostics, in: line.source)
    }
  }

  /// Removes errors that a person already saw in the trace, and shows their help and reasons.
  mutating func forgiveIfSeen() {
    guard isInteractive else { return }
    for report in runner.finish() {
      if let help = report.diagnostic.help { writeLine("  " + help) }
      for reason in report.diagnostic.reasons { writeLine("    " + reason) }
    }
  }

  mutating func show(_ reports: [ScriptRunner.Report]) {
    if reports.isEmpty { return }
    trace.flush()
    if reports.contains(where: { $0.diagnostic.severity == .error }) { hasFailed = true }
    messenger.show(reports, of: chart, in: source)
  }

  /// Reports an error in a command.
  mutating func complain(_ message: String) { complain(CommandEnd(message)) }

  /// Reports why a command failed, if that was not shown yet.
  mutating func complain(_ end: CommandEnd) {
    trace.flush()
    hasFailed = true
    messenger.write(end)
  }
}
