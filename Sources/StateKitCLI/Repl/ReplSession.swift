import CEL
import StateKitCore
import StateKitFormat
import StateKitSearch
import StateKitTest

/// A conversation with a chart: script lines, and commands that look around, go back and keep what was found.
struct ReplSession {
  let streams: Tool.Streams
  let chartPath: String
  /// Whether a person types: messages come at once, and to the same place as the trace.
  let isInteractive: Bool
  var source: SourceText
  var machine: Machine
  var trace: TraceText
  var timeline = Timeline()
  var watches: [(text: String, expression: Expression)] = []
  /// Some line was wrong.
  private(set) var hasFailed = false
  var isOver = false
  var messenger: Messenger
  /// What the last item did wrong, unless an expectation right below excuses it; only where nobody types.
  private var pending: [(diagnostic: Diagnostic, source: SourceText)] = []
  private var lineNumber = 0
  let record: ItemRecord
  let debugger: Debugger

  init(
    _ chart: Chart, _ source: SourceText, path: String, _ streams: Tool.Streams, _ messenger: Messenger,
    isInteractive: Bool
  ) {
    self.streams = streams
    self.source = source
    self.messenger = messenger
    self.isInteractive = isInteractive
    chartPath = path
    trace = TraceText(chart, source: source, output: streams.output)
    record = ItemRecord(chart)
    debugger = Debugger(chart, source, trace, streams)
    machine = Machine(chart, sink: TraceSplitter([trace, record, debugger]))
    machine.observer = debugger
  }

  var chart: Chart { machine.chart }

  /// Enters the chart.
  mutating func start() {
    machine.start()
    trace.flush()
    timeline.begin(machine.snapshot)
    judge(nil)
  }

  /// Takes a line.
  mutating func take(_ bytes: [UInt8]) {
    lineNumber += 1
    let line = ScriptLine(file: SourceFile.standardInputName, number: lineNumber, bytes: bytes)
    let text = bytes[line.body.range]
    if text.first == UInt8(ascii: ":"), !text.elementsEqual(":".utf8) {
      command(line)
    } else {
      run(line)
    }
    trace.flush()
  }

  /// What is left to say at the end; the status of the session.
  mutating func finish() -> ExitStatus {
    reportPending()
    messenger.finish()
    return hasFailed && !isInteractive ? .inputAtFault : .ok
  }

  // MARK: Script lines

  /// Runs a line that a script could have.
  mutating func run(_ line: ScriptLine) {
    do throws(ScriptParser.Mistake) {
      let item = try ScriptParser(chart).parse(line)
      switch item {
      case .nothing, .chart: return
      case .expect(let expectation):
        pending.removeAll { expectation.excuses($0.diagnostic.code) }
        if let failure = expectation.failure(in: &machine, after: record) {
          fail([Diagnostic(.expectationFailed, at: line.body, failure)], line.source)
        } else if isInteractive {
          say("it holds")
        }
        return
      case .test:
        reportPending()
        reset()
        return
      case .event(let event):
        reportPending()
        if !chart.isKnown(event), isInteractive, chart.rejection(of: event) == nil { warn(event) }
      case .advance, .set: reportPending()
      }
      machine.take(item)
      timeline.add(line.bytes, machine.snapshot)
      judge(line)
      showWatches()
    } catch {
      fail(error.diagnostics, line.source)
    }
  }

  private mutating func judge(_ line: ScriptLine?) {
    for fault in machine.faults {
      if let span = fault.span {
        let file = chart.source(of: fault.chart, first: source)
        pending.append((Diagnostic(fault.code, at: span, fault.message), file))
      } else {
        let span = line?.body ?? SourceSpan(0, 0)
        pending.append((Diagnostic(fault.code, at: span, fault.message), line?.source ?? source))
      }
    }
    if let why = machine.rejection, let line {
      pending.append((Diagnostic(.rejected, at: line.body, "the event was rejected: \(why)"), line.source))
    }
    // A person has seen it in the trace.
    if isInteractive { pending.removeAll() }
  }

  private mutating func reportPending() {
    for (diagnostic, source) in pending { fail([diagnostic], source) }
    pending.removeAll()
  }

  private mutating func fail(_ diagnostics: [Diagnostic], _ source: SourceText) {
    trace.flush()
    hasFailed = true
    messenger.show(diagnostics, in: source)
  }

  /// A mistake in a command.
  mutating func complain(_ message: String) {
    trace.flush()
    hasFailed = true
    messenger.say("statekit: " + message)
  }

  private mutating func warn(_ event: Event) {
    let name = chart.text(of: event.label)
    let help = Suggestion.help(for: name, among: chart.handledEventNames).map { ", \($0)" } ?? ""
    messenger.say("no state handles \(DisplayText.quoted(name))\(help)")
  }

  mutating func reset() {
    machine = Machine(chart, sink: TraceSplitter([trace, record, debugger]))
    machine.observer = debugger
    start()
  }

  // MARK: Output

  /// A line on the output, behind the trace so far.
  func say(_ text: String) {
    write(DisplayText.raw(text) + "\n")
  }

  /// Several lines, each escaped already.
  func write(_ text: String) {
    trace.flush()
    streams.output.write(text.utf8.span)
  }

  func showWatches() {
    for watch in watches {
      var copy = machine
      do throws(DataModel.Failure) {
        say("  watch \(watch.text) = \(try copy.evaluate(watch.expression).json)")
      } catch {
        say("  watch \(watch.text): \(error.message)")
      }
    }
  }

  /// The deepest active states, as the prompt shows them.
  var shownConfiguration: String {
    let leaves = machine.configuration.leaves
    let shown = leaves.prefix(3).map { chart.shownReference($0) }.joined(separator: ", ")
    return leaves.count > 3 ? shown + ", …" : shown
  }
}
