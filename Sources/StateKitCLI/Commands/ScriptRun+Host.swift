import StateKitCore
import StateKitFormat

/// A run whose host is a process: its lines are run as lines of the script (Programs.md).
extension ScriptRun {
  /// The process of the host, and its connection with the machine.
  struct HostRun {
    let process: HostProcess
    let link: HostLink
  }

  /// The name of the host's lines in messages.
  static let hostFile = "<host>"

  /// A line of the host as a step.
  func step(ofHost line: [UInt8], parser: ScriptParser, messenger: inout Messenger) -> (ScriptStep, ScriptLine)? {
    guard let text = HostProcess.script(line) else {
      let shown = DisplayText.cut(DisplayText.raw(String(decoding: line, as: UTF8.self)))
      messenger.reportError("the line of the host is not an event: \(shown)")
      return nil
    }
    let source = ScriptLine(file: Self.hostFile, number: 2, bytes: Array(text.utf8))
    do throws(ScriptParser.LineError) {
      return (try parser.parse(source), source)
    } catch {
      messenger.show(error.diagnostics, in: source.source)
      return nil
    }
  }

  /// Runs lines of the host.
  func run(
    hostLines lines: [[UInt8]], parser: ScriptParser, runner: inout ScriptRunner, messenger: inout Messenger
  ) -> [ScriptRunner.Report] {
    var reports: [ScriptRunner.Report] = []
    for line in lines {
      guard let (step, source) = step(ofHost: line, parser: parser, messenger: &messenger) else { continue }
      reports += runner.run(step, at: source)
    }
    return reports
  }

  /// Runs the lines of the host that belong to the last step, and those that follow from them.
  func follow(
    _ host: HostRun?, parser: ScriptParser, runner: inout ScriptRunner, messenger: inout Messenger
  ) -> [ScriptRunner.Report] {
    guard let host else { return [] }
    var reports: [ScriptRunner.Report] = []
    while !isOver, !Interrupts.isWished {
      let lines = isRealtime ? host.process.popLines() : host.process.popLinesAfterStep()
      if lines.isEmpty { break }
      reports += run(hostLines: lines, parser: parser, runner: &runner, messenger: &messenger)
    }
    reportProblem(of: host, messenger: &messenger)
    return reports
  }

  func reportProblem(of host: HostRun, messenger: inout Messenger) {
    guard let problem = host.process.popProblem() else { return }
    messenger.reportError(DisplayText.raw(problem))
  }

  /// After the last line: waits for work of the host that is still running; with `--realtime`, for timers, too.
  func finish(
    _ host: HostRun, trace: any TraceWriter, runner: inout ScriptRunner, messenger: inout Messenger
  ) -> [ScriptRunner.Report] {
    let parser = ScriptParser(chart, holding: options.machine.context ?? [])
    var reports = runner.begin() + follow(host, parser: parser, runner: &runner, messenger: &messenger)
    while !isOver {
      if let pace {
        reports += pace.wait(for: nil, host: host.process, runner: &runner, flush: trace.flush) {
          isOver ? nil : follow(host, parser: parser, runner: &$0, messenger: &messenger)
        }
      }
      trace.flush()
      let lines = lastLines(of: host, runner: runner)
      if lines.isEmpty { break }
      reports += pace?.catchUp(&runner, flush: trace.flush) ?? []
      reports += run(hostLines: lines, parser: parser, runner: &runner, messenger: &messenger)
      reports += follow(host, parser: parser, runner: &runner, messenger: &messenger)
    }
    reportProblem(of: host, messenger: &messenger)
    return reports
  }
}

extension ScriptRun {
  /// The lines of the host after the script: what it still owes is waited for.
  func lastLines(of host: HostRun, runner: ScriptRunner) -> [[UInt8]] {
    let machine = runner.machine
    if machine.isFinished { return [] }
    return machine.runningWork.isEmpty ? host.process.popLateLines() : host.process.wait()
  }
}

extension Pace {
  /// Waits for input, and meanwhile fires timers and runs the lines of the host. Without input, until neither a timer
  /// nor work of the host is left. `follow` returns nil if the run is over.
  func wait(
    for input: (any ByteInput)?, host: HostProcess, runner: inout ScriptRunner, flush: () -> Void,
    follow: (inout ScriptRunner) -> [ScriptRunner.Report]?
  ) -> [ScriptRunner.Report] {
    var reports: [ScriptRunner.Report] = []
    while true {
      reports += catchUp(&runner, flush: flush)
      guard let more = follow(&runner) else { return reports }
      reports += more
      flush()
      let hasWork = !runner.machine.runningWork.isEmpty
      if !pause(for: input, host: host, until: runner.nextTimer(), hasWork: hasWork) { return reports }
    }
  }
}
