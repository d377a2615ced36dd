import StateKit
import StateKitFormat

/// A script on a chart, from its first line to its last: looked through before anything runs where it can be, else taken
/// as it comes.
struct ScriptRun {
  let chart: Chart
  let source: SourceText
  let script: ScriptFile?
  let options: ScriptRunner.Options
  let streams: Tool.Streams
  let isQuiet: Bool
  let isRealtime: Bool
  let format: String
  /// Writes the run down as a script.
  var recorder: ScriptRecorder?

  func run(_ messenger: inout Messenger) -> ExitStatus {
    var survey = ScriptSurvey()
    var known = KnownLines()
    if let script, !script.isStream {
      do {
        let isGood = try lookThrough(script, &survey, &known, &messenger)
        if !isGood { return .inputAtFault }
      } catch {
        messenger.say("statekit: cannot read \(script.name): \(error.reason)")
        return .unable
      }
      if !script.input.rewind() {
        messenger.say("statekit: cannot read \(script.name) again from its beginning")
        return .unable
      }
    } else if script != nil {
      survey.hasTests = true
      survey.needsRecord = true
    }
    let trace = writer()
    let sink: any TraceSink = recorder.map { TraceSplitter([trace, $0]) } ?? trace
    var runner = ScriptRunner(
      chart, options: options, trace: sink, hasTests: survey.hasTests, keepsRecord: survey.needsRecord)
    show(runner.start(), &messenger)
    var status = ExitStatus.ok
    if let script {
      do {
        try run(script, &runner, trace, &survey, &known, &messenger)
      } catch {
        trace.flush()
        messenger.say("statekit: cannot read \(script.name): \(error.reason)")
        status = .unable
      }
    }
    let rest = runner.finish()
    trace.flush()
    show(rest, &messenger)
    return status
  }

  private func writer() -> any TraceWriter {
    if isQuiet { return NoTrace() }
    if format == "jsonl" { return TraceJSONLines(chart, source: source, output: streams.output) }
    return TraceText(chart, source: source, output: streams.output)
  }

  /// Reads the script once and shows its mistakes; false when there are any.
  private func lookThrough(
    _ script: ScriptFile, _ survey: inout ScriptSurvey, _ known: inout KnownLines, _ messenger: inout Messenger
  ) throws(InputError) -> Bool {
    let parser = ScriptParser(chart)
    var lines = LineReader(script.input)
    var isGood = true
    while let next = try lines.next(willWait: {}) {
      if lines.event(next, in: known) != nil { continue }
      let line = script.line(next, lines)
      do throws(ScriptParser.Mistake) {
        let item = try script.parse(next, line, parser)
        if case .event(let event) = item, line.number > 1 { known.add(line.bytes.span, event) }
        if let warning = survey.look(at: item, line, chart) { messenger.show([warning], in: line.source) }
      } catch {
        isGood = false
        messenger.show(error.diagnostics, in: line.source)
      }
    }
    return isGood
  }

  private func run(
    _ script: ScriptFile, _ runner: inout ScriptRunner, _ trace: any TraceWriter, _ survey: inout ScriptSurvey,
    _ known: inout KnownLines, _ messenger: inout Messenger
  ) throws(InputError) {
    let parser = ScriptParser(chart)
    var lines = LineReader(script.input)
    let isWatched = streams.output.isTerminal
    if isWatched { trace.flush() }
    let pace = isRealtime ? Pace() : nil
    // What timers did wrong while the next line was waited for.
    var late: [ScriptRunner.Report] = []
    // While something runs, a signal waits for the end of the line, so that the trace is whole; a read it ends at once.
    Interrupts.watch(Platform.endings)
    var isWaiting = false
    defer { Interrupts.unwatch(Platform.endings) }
    while let next = try lines.next(willWait: {
      trace.flush()
      Interrupts.unwatch(Platform.endings)
      isWaiting = true
      endIfWished(trace)
      late += pace?.wait(for: script.input, &runner, trace.flush) ?? []
    }) {
      if isWaiting {
        Interrupts.watch(Platform.endings)
        isWaiting = false
      }
      endIfWished(trace)
      var reports: [ScriptRunner.Report] = []
      if pace == nil, let event = lines.event(next, in: known) {
        reports = runner.run(.event(event), at: script.line(next, lines))
      } else {
        let line = script.line(next, lines)
        do throws(ScriptParser.Mistake) {
          let item = try script.parse(next, line, parser)
          if case .event(let event) = item, line.number > 1 { known.add(line.bytes.span, event) }
          if script.isStream, let warning = survey.look(at: item, line, chart) {
            messenger.show([warning], in: line.source)
          }
          reports = late + (pace?.run(item, at: line, &runner, trace.flush) ?? runner.run(item, at: line))
          late.removeAll()
        } catch {
          trace.flush()
          messenger.show(error.diagnostics, in: line.source)
        }
      }
      if !reports.isEmpty {
        trace.flush()
        show(reports, &messenger)
      }
      if isWatched { trace.flush() }
      if streams.output.failure != nil { return }
    }
    show(late, &messenger)
  }

  /// Ends the program by the signal that came, with everything written that had happened.
  private func endIfWished(_ trace: any TraceWriter) {
    guard let number = Interrupts.take() else { return }
    trace.flush()
    Platform.die(by: number)
  }

  private func show(_ reports: [ScriptRunner.Report], _ messenger: inout Messenger) {
    for report in reports {
      switch report.place {
      case .chart: messenger.show([report.diagnostic], in: source)
      case .script(let line): messenger.show([report.diagnostic], in: line.source)
      case .none: messenger.show(report.diagnostic)
      }
    }
  }
}

extension LineReader {
  /// The event that a line is, if it was read before.
  fileprivate func event(_ line: Line, in known: borrowing KnownLines) -> Event? {
    guard case .line(let range) = line else { return nil }
    return known.event(buffer.span.extracting(range))
  }
}
