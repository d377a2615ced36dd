import StateKitCore
import StateKitFormat

/// A run of a script on a chart. The script is checked before the run if it can be read twice, else each line is
/// checked as it is read.
struct ScriptRun {
  let chart: Chart
  let source: SourceText
  let script: ScriptFile?
  let options: ScriptRunner.Options
  let streams: Streams
  let isQuiet: Bool
  /// The wall clock of the run; nil for the virtual clock.
  let pace: Pace?
  var isRealtime: Bool { pace != nil }
  let format: TraceFormat
  /// Shows a macrostep whole if the step limit ends it.
  let showsAllRounds: Bool
  /// Writes the trace in colour.
  let hasColor: Bool
  /// Records the run as a script.
  var recorder: ScriptRecorder?
  /// The state to resume from; nil for a start.
  var beginning: StateFiles.Loaded?
  /// Stores the lines before their trace is written.
  var journal: Journal?
  /// The process that does the work of the host.
  var host: HostRun?

  /// The number of lines between two checks for a request to end.
  private static let chunk = 4_096

  /// Runs the script; `end` can get the state of the machine after the last line.
  func run(_ messenger: inout Messenger, end: (() -> StateFile) -> Void) -> ExitStatus {
    var plan = ScriptPlan(chart)
    if let script, journal == nil ? !script.isStream : !script.isNewToJournal {
      do throws(InputError) {
        let isGood = try plan.lookThrough(
          script, in: chart, holding: options.machine.context ?? [], messenger: &messenger)
        if !isGood { return .inputAtFault }
      } catch {
        messenger.write("statekit: cannot read \(script.name): \(error.reason)")
        return .unable
      }
      if isRealtime || host != nil { plan.readAgain() }
      if let rest = plan.rest, !script.input.rewind(to: rest.offset) {
        messenger.write("statekit: cannot read \(script.name) again")
        return .unable
      }
    } else if script != nil {
      plan.expectStream()
    }
    if let journal { return run(with: journal, hasTests: plan.survey.hasTests, messenger: &messenger, end: end) }
    let trace = writer(to: streams.output)
    var options = options
    (options.hasTests, options.keepsRecord) = (plan.survey.hasTests, plan.survey.needsRecord)
    var runner = ScriptRunner(chart, options: options, trace: trace, listener: recorder)
    if let host {
      runner.attach(host.link)
      recorder?.popAnswers = { host.link.popAnswers() }
    }
    if let beginning {
      runner.begin(from: beginning.snapshot, lines: beginning.hostLines)
      trace.steps = beginning.steps
    } else {
      show(runner.start(), messenger: &messenger)
    }
    if !runner.isWaiting {
      let parser = ScriptParser(chart, holding: options.machine.context ?? [])
      follow(host, parser: parser, trace: trace, runner: &runner, messenger: &messenger)
    }
    var status = ExitStatus.ok
    if let script {
      do throws(InputError) {
        try run(script, runner: &runner, trace: trace, plan: &plan, messenger: &messenger)
      } catch {
        trace.flush()
        messenger.write("statekit: cannot read \(script.name): \(error.reason)")
        status = .unable
      }
    }
    if let host, status == .ok { finish(host, trace: trace, runner: &runner, messenger: &messenger) }
    let rest = runner.finish()
    showAtOnce(rest, trace: trace, messenger: &messenger)
    if status != .unable, streams.output.failure == nil {
      end { StateFile(runner.machine.snapshot, chart: chart, source: source, steps: trace.steps) }
    }
    return status
  }

  func writer(to target: any ByteOutput) -> any TraceWriter {
    if isQuiet { return NoTrace() }
    if format == .jsonl { return TraceJSONLines(chart, source: source, output: target) }
    let output: any ByteOutput = hasColor ? ColoredTrace(target) : target
    return TraceText(chart, source: source, output: output, isFull: showsAllRounds)
  }

  private func run(
    _ script: ScriptFile, runner: inout ScriptRunner, trace: any TraceWriter, plan: inout ScriptPlan,
    messenger: inout Messenger
  ) throws(InputError) {
    if streams.output.isTerminal { trace.flush() }
    // During a step, a signal waits for the end of the line, so that the trace is whole. A signal ends a read at
    // once.
    Interrupts.watch(Platform.endings)
    defer {
      // A signal during the last line is handled here.
      endIfWished(trace)
      Interrupts.unwatch(Platform.endings)
    }
    // Runs lines with known ids; `before` lines of the script come before them.
    func runKnown(_ lines: [LineID], after before: Int) {
      let known = plan.known
      var index = 0
      while index < lines.count, !isOver {
        endIfWished(trace)
        let end = min(index + Self.chunk, lines.count)
        let reports = runner.run(lines, at: &index, upTo: end, known: known) { index in
          ScriptLine(file: script.name, number: before + index + 1, bytes: Array(known.bytes(of: lines[index])))
        }
        report(reports, trace: trace, messenger: &messenger)
      }
    }
    runKnown(plan.lines, after: 0)
    guard let rest = plan.rest else { return }
    let parser = ScriptParser(chart, holding: options.machine.context ?? [])
    var reader = LineReader(script.input, offset: rest.offset, after: rest.lines)
    var isWaiting = false
    var lines: [LineID] = []
    while !isOver {
      if pace == nil, host == nil {
        let before = reader.number
        lines.removeAll(keepingCapacity: true)
        reader.readKnown(plan.known, into: &lines, atMost: Self.chunk)
        runKnown(lines, after: before)
        if lines.count == Self.chunk { continue }
      }
      let next = try reader.next(willWait: {
        trace.flush()
        Interrupts.unwatch(Platform.endings)
        isWaiting = true
        endIfWished(trace)
        func showAtOnce(_ reports: [ScriptRunner.Report]) {
          self.showAtOnce(reports, trace: trace, messenger: &messenger)
        }
        if let pace, let host {
          pace.wait(for: script.input, host: host.process, runner: &runner, report: showAtOnce) {
            if isOver { return false }
            follow(host, parser: parser, trace: trace, runner: &$0, messenger: &messenger)
            return true
          }
        } else {
          pace?.wait(for: script.input, runner: &runner, report: showAtOnce)
        }
      })
      guard let next else { break }
      if isWaiting {
        Interrupts.watch(Platform.endings)
        isWaiting = false
      }
      endIfWished(trace)
      let line = script.line(next, lines: reader)
      do throws(ScriptParser.LineError) {
        let step = try script.parse(next, line: line, parser: parser)
        _ = plan.known.add(line, step: step)
        if script.isStream, let warning = plan.survey.look(at: step, line: line, in: chart) {
          messenger.show([warning], in: line.source)
        }
        if let pace {
          pace.run(step, at: line, runner: &runner) { showAtOnce($0, trace: trace, messenger: &messenger) }
        } else {
          report(runner.run(step, at: line), trace: trace, messenger: &messenger)
        }
        follow(host, parser: parser, trace: trace, runner: &runner, messenger: &messenger)
      } catch {
        trace.flush()
        messenger.show(error.diagnostics, in: line.source)
      }
    }
  }

  /// True if nothing more can be written.
  var isOver: Bool { streams.isOver }

  func report(_ reports: [ScriptRunner.Report], trace: any TraceWriter, messenger: inout Messenger) {
    if !reports.isEmpty || streams.output.isTerminal {
      showAtOnce(reports, trace: trace, messenger: &messenger)
    }
  }

  /// Ends the program by the pending signal, after all output is written.
  private func endIfWished(_ trace: any TraceWriter) {
    guard let number = Interrupts.pop() else { return }
    // If nobody reads the output, another signal ends the program.
    Interrupts.unwatch(Platform.endings)
    trace.flush()
    Platform.die(by: number)
  }

  /// Writes the trace until now, then shows reports.
  func showAtOnce(_ reports: [ScriptRunner.Report], trace: any TraceWriter, messenger: inout Messenger) {
    trace.flush()
    show(reports, messenger: &messenger)
  }

  func show(_ reports: [ScriptRunner.Report], messenger: inout Messenger) {
    messenger.show(reports, of: chart, in: source)
  }
}

extension Messenger {
  /// Shows the errors of a run: in the file of a chart, in a line of the script, or without a position.
  mutating func show(_ reports: [ScriptRunner.Report], of chart: Chart, in source: SourceText) {
    for report in reports {
      switch report.origin {
      case .chart(let index): show([report.diagnostic], in: chart.source(of: index, first: source))
      case .script(let line): show([report.diagnostic], in: line.source)
      case .none: show(report.diagnostic)
      }
    }
  }
}
