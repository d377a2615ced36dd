import CEL
import StateKitCore
import StateKitFormat
import StateKitPictures
import StateKitSearch
import StateKitTest

/// A conversation with a chart: script lines, and commands that look around, go back and keep what was found.
struct ReplSession {
  let streams: Streams
  let chartPath: String
  /// How the chart is read again.
  var reading = ChartReading()
  /// Whether a person types: messages come at once, and to the same stream as the trace.
  let isInteractive: Bool
  let options: Options
  var source: SourceText
  /// Runs the lines, as `run` does.
  var runner: ScriptRunner
  var trace: TraceText
  var timeline: Timeline
  var watches: [(text: String, expression: Expression)] = []
  /// Some line was wrong.
  private(set) var hasFailed = false
  var isOver = false
  /// Lines before the start that stand in for the host.
  var leading: [[UInt8]] = []
  /// The lines that lead to this moment are not those that were taken.
  var hasGoneBack = false
  var messenger: Messenger
  /// The events that were warned of already; only where nobody types.
  private var survey = ScriptSurvey()
  private var lineNumber = 0
  let debugger: Debugger
  /// Where the states stand in the file.
  var stateSpans: [SourceSpan] = []
  /// The deepest states that were active before they changed last.
  private(set) var standing: [StateID] = []

  init(
    _ chart: Chart, in source: SourceText, path: String, streams: Streams, messenger: Messenger,
    isInteractive: Bool, options: Options
  ) {
    self.options = options
    timeline = Timeline(limit: options.limits.memory.limit)
    self.streams = streams
    self.source = source
    self.messenger = messenger
    self.isInteractive = isInteractive
    chartPath = path
    let output: any ByteOutput = options.hasColor ? ColoredTrace(streams.output) : streams.output
    trace = TraceText(chart, source: source, output: output, isFull: options.showsAllRounds)
    debugger = Debugger(chart, in: source, trace: trace, streams: streams)
    debugger.picture = options.picture
    var runs = ScriptRunner.Options()
    runs.machine.replays = false
    runs.tellsUnhandled = true
    runs.machine.limits = options.limits
    // A chart that was read again may have lost what is set.
    runs.machine.context = try? Setting.apply(options.settings, to: chart)
    runs.host = options.host
    runner = ScriptRunner(
      chart, options: runs, trace: trace, listener: debugger, hasTests: true, keepsRecord: true)
    runner.observer = debugger
  }

  /// What the command line says of a session.
  struct Options {
    var settings: [Setting] = []
    /// A macrostep that the limit of steps ends is shown whole.
    var showsAllRounds = false
    var hasColor = false
    var limits = Limits()
    /// What options say for the host.
    var host: HostLines
    /// How a picture of the chart is written.
    var picture = TreeStyle()
  }

  /// The first values of the context, where the command line replaces some.
  var context: [Value]? { options.settings.isEmpty ? nil : try? Setting.apply(options.settings, to: chart) }

  var machine: Machine { runner.machine }
  var chart: Chart { machine.chart }
  /// Reads lines that come now: the types of context keys are those of what they hold.
  var parser: ScriptParser { ScriptParser(chart, holding: machine.data.slots) }

  /// Goes on with another chart, from before its start; nothing but what was said so far is kept.
  mutating func exchange(_ loaded: LoadedChart) {
    show(runner.finish())
    let (nextLine, goesOn, number, hasFailed) = (debugger.nextLine, debugger.goesOn, lineNumber, hasFailed)
    self = ReplSession(
      loaded.chart, in: loaded.source, path: chartPath, streams: streams, messenger: messenger,
      isInteractive: isInteractive, options: options)
    stateSpans = loaded.located.spans.states
    (debugger.nextLine, debugger.goesOn) = (nextLine, goesOn)
    (lineNumber, self.hasFailed) = (number, hasFailed)
  }

  /// From here on a new way begins, after lines that a test begins with.
  mutating func begin(after setUp: [[UInt8]] = []) {
    trace.flush()
    timeline.begin(machine.snapshot, after: setUp)
    forgiveIfSeen()
  }

  /// Takes a line.
  mutating func take(_ bytes: [UInt8]) {
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
    trace.flush()
    if machine.configuration.leaves != before { standing = before }
  }

  /// Runs a line that was typed; a person sees it on the terminal, so that the trace does not repeat it.
  mutating func runTyped(_ line: ScriptLine) {
    trace.omitsHeader = isInteractive
    run(line)
    trace.omitsHeader = false
  }

  /// What is left to say at the end; the status of the session.
  mutating func finish() -> ExitStatus {
    show(runner.finish())
    trace.flush()
    messenger.finish()
    return hasFailed && !isInteractive ? .inputAtFault : .ok
  }

  // MARK: Script lines

  /// Runs a line that a script could have.
  mutating func run(_ line: ScriptLine) {
    do throws(ScriptParser.LineError) {
      let step = try parser.parse(line)
      warn(step, line: line)
      if runner.isWaiting {
        switch step {
        case .host: leading.append(line.bytes)
        case .chart: break
        case .nothing: if isInteractive { startWaiting() }
        case .event, .end, .advance, .set, .show, .expect, .test: startWaiting()
        }
      }
      if case .test = step { prepareTest() }
      let reports = runner.run(step, at: line)
      show(reports)
      switch step {
      case .nothing, .chart: return
      case .show: return forgiveIfSeen()
      case .host where runner.isWaiting: return
      case .expect:
        if isInteractive, reports.isEmpty { say("it holds") }
        return
      case .test:
        leading = runner.setUpLines.map(\.bytes)
        if runner.isWaiting { return }
        begin(after: leading)
        leading = []
      case .event, .end, .advance, .set, .host: timeline.add(line.bytes, snapshot: machine.snapshot)
      }
      forgiveIfSeen()
      showWatches()
    } catch {
      trace.flush()
      hasFailed = true
      messenger.show(error.diagnostics, in: line.source)
    }
  }

  /// The lines before the first test are those that lead here, also where the session went back and on otherwise.
  private mutating func prepareTest() {
    if runner.hasBegunTest || !hasGoneBack { return }
    let parser = ScriptParser(chart)
    var lines: [(step: ScriptStep, line: ScriptLine)] = []
    for (index, bytes) in timeline.lines(to: timeline.current).enumerated() {
      let line = ScriptLine(file: SourceFile.standardInputName, number: index + 2, bytes: bytes)
      if let step = try? parser.parse(line) { lines.append((step, line)) }
    }
    runner.replaceSetUp(lines)
  }

  /// What went wrong stands in the trace; a person has seen it there, and is shown why.
  private mutating func forgiveIfSeen() {
    guard isInteractive else { return }
    for report in runner.finish() {
      if let help = report.diagnostic.help { say("  " + help) }
      for reason in report.diagnostic.reasons { say("    " + reason) }
    }
  }

  mutating func show(_ reports: [ScriptRunner.Report]) {
    if reports.isEmpty { return }
    trace.flush()
    if reports.contains(where: { $0.diagnostic.severity == .error }) { hasFailed = true }
    messenger.show(reports, of: chart, in: source)
  }

  /// An error in a command.
  mutating func complain(_ message: String) {
    trace.flush()
    hasFailed = true
    messenger.say("statekit: " + message)
  }

  /// Says that no state handles an event.
  private mutating func warn(_ step: ScriptStep, line: ScriptLine) {
    guard isInteractive else {
      if let warning = survey.look(at: step, line: line, in: chart) { messenger.show([warning], in: line.source) }
      return
    }
    guard case .event(let event) = step, !chart.isKnown(event), chart.rejection(of: event) == nil else { return }
    let name = chart.text(of: event.label)
    let help = chart.helpForUnhandled(name).map { ", \($0)" } ?? ""
    messenger.say("no state handles \(DisplayText.quoted(name))\(help)")
  }

  /// A new beginning; the old ways can still be gone to.
  mutating func reset() {
    show(runner.finish())
    runner.replaceSetUp([])
    let answers = runner.answers
    show(runner.restart(keeping: answers))
    hasGoneBack = false
    begin(after: answers?.lines.map { Array($0.text.utf8) } ?? [])
  }
}
