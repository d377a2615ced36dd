import StateKitCore
import StateKitFormat

/// Runs a script with a journal: the trace of a line is written after the journal has stored the line.
extension ScriptRun {
  /// A line that is still to be run.
  private struct Waiting {
    let step: ScriptStep
    let line: ScriptLine
  }

  /// The number of lines that are stored together.
  private static let mostTogether = 4_096
  private static let mostBytes = 1 << 20

  /// Runs `script`, which was already checked; `end` can get the state of the machine after the last line.
  func run(
    with journal: Journal, hasTests: Bool, messenger: inout Messenger, end: (() -> StateFile) -> Void
  ) -> ExitStatus {
    do {
      return try keep(journal, hasTests: hasTests, messenger: &messenger, end: end)
    } catch let refusal as Journal.Refusal {
      if refusal.isDamage {
        messenger.say("statekit: error: \(refusal.message) [\(DiagnosticCode.journalCorrupt.rawValue)]")
      } else {
        messenger.say("statekit: \(refusal.message)")
      }
      return refusal.status
    } catch {
      let reason = FileSave.reason(of: error)
      messenger.say("statekit: the journal \(FilePath.shown(journal.path)): \(reason)")
      return .unable
    }
  }

  private func keep(
    _ journal: Journal, hasTests: Bool, messenger: inout Messenger, end: (() -> StateFile) -> Void
  ) throws -> ExitStatus {
    let parser = ScriptParser(chart, holding: options.machine.context ?? [])
    let past = try journal.check(try expectedLines(parser))
    let held = DeferredOutput(streams.output)
    let trace = writer(to: held)
    var runner = ScriptRunner(
      chart, options: options, trace: trace, listener: recorder, hasTests: hasTests, keepsRecord: true)
    if let host { runner.attach(host.link) }
    host?.link.isMuted = !past.isNew
    // What the journal has was shown by another run.
    held.isDropping = !past.isNew
    if let beginning = past.beginning {
      runner.resume(from: beginning.snapshot, lines: beginning.hostLines)
      trace.steps = beginning.steps
    } else {
      let reports = runner.start()
      trace.flush()
      if past.isNew {
        try journal.begin(past)
        held.release()
        show(reports, messenger: &messenger)
      }
    }
    try journal.replay(past) { record in
      let line = ScriptLine(file: journal.path, number: 1, bytes: record.line)
      guard let step = try? parser.parse(line) else { return false }
      _ = runner.run(step, at: line)
      return trace.steps == record.step && runner.time == record.time
    }
    try journal.checkScript(past)
    if let warning = past.warning { messenger.say("statekit: warning: \(warning)") }
    if !past.isNew {
      trace.flush()
      held.isDropping = false
      try journal.begin(past)
      host?.link.unmute(running: runner.machine.runningWork)
    }
    if past.isTorn {
      messenger.say(
        "statekit: warning: \(FilePath.shown(journal.path)): the line at byte \(past.end) is incomplete and was removed"
      )
    }
    try run(
      past.count - past.hostLines, journal: journal, parser: parser, runner: &runner, trace: trace, held: held,
      messenger: &messenger)
    if let host {
      try finish(host, journal: journal, runner: &runner, trace: trace, messenger: &messenger)
    }
    let rest = runner.finish()
    trace.flush()
    held.release()
    show(rest, messenger: &messenger)
    if streams.output.failure == nil {
      end { StateFile(runner.machine.snapshot, chart: chart, source: source, steps: trace.steps) }
    }
    return .ok
  }

  /// A function that returns the effective lines of a script, one by one; nil if all lines are new to the journal.
  private func expectedLines(_ parser: ScriptParser) throws -> (() throws -> [UInt8]?)? {
    guard let script, !script.isNewToJournal else { return nil }
    guard script.input.rewind(to: 0) else { throw InputError(reason: "the script cannot be read again") }
    var reader = LineReader(script.input)
    return {
      while let next = try reader.next(willWait: {}) {
        let line = script.line(next, lines: reader)
        if let step = try? script.parse(next, line: line, parser: parser), step.doesSomething {
          return recorded(line.bytes)
        }
      }
      return nil
    }
  }

  /// Runs the lines after those that the journal has.
  private func run(
    _ known: Int, journal: Journal, parser: ScriptParser, runner: inout ScriptRunner, trace: any TraceWriter,
    held: DeferredOutput, messenger: inout Messenger
  ) throws {
    guard let script else { return }
    if !script.isNewToJournal, !script.input.rewind(to: 0) {
      throw InputError(reason: "the script cannot be read again")
    }
    var known = script.isNewToJournal ? 0 : known
    var reader = LineReader(script.input)
    var waiting: [Waiting] = []
    var bytes = 0
    while streams.output.failure == nil {
      var failure: (any Error)?
      let next = try reader.next(willWait: {
        do {
          try commit(&waiting, journal: journal, runner: &runner, trace: trace, held: held, messenger: &messenger)
        } catch { failure = error }
        bytes = 0
      })
      if let failure { throw failure }
      guard let next else { break }
      let line = script.line(next, lines: reader)
      do throws(ScriptParser.LineError) {
        let step = try script.parse(next, line: line, parser: parser)
        guard step.doesSomething else { continue }
        if known > 0 {
          known -= 1
          continue
        }
        waiting.append(
          Waiting(step: step, line: ScriptLine(file: line.file, number: line.number, bytes: recorded(line.bytes))))
        bytes += line.bytes.count
      } catch {
        messenger.show(error.diagnostics, in: line.source)
      }
      if journal.syncsEachLine || waiting.count >= Self.mostTogether || bytes >= Self.mostBytes {
        try commit(&waiting, journal: journal, runner: &runner, trace: trace, held: held, messenger: &messenger)
        bytes = 0
      }
    }
    try commit(&waiting, journal: journal, runner: &runner, trace: trace, held: held, messenger: &messenger)
  }

  /// The stored form of a line. A line of the host begins with a tab, so that it is not taken for a line of the script.
  private func recorded(_ line: [UInt8]) -> [UInt8] {
    host == nil ? line : Array(line.drop { ScriptParser.isSpace($0) })
  }

  /// Runs a line, and adds its records: first the answers of the host.
  private func make(
    _ step: ScriptStep, line: ScriptLine, runner: inout ScriptRunner, trace: any TraceWriter,
    records: inout [JournalRecord]
  ) -> [ScriptRunner.Report] {
    let (steps, time) = (trace.steps, runner.time)
    let reports = runner.run(step, at: line)
    if let answers = host?.link.takeAnswers() {
      records.append(JournalRecord(step: steps, time: time, line: JournalRecord.hostMark + Array(answers.text.utf8)))
    }
    let mark = line.file == Self.hostFile ? JournalRecord.hostMark : []
    records.append(JournalRecord(step: trace.steps, time: runner.time, line: mark + line.bytes))
    return reports
  }

  /// Waits for work of the host that is still running.
  private func finish(
    _ host: HostRun, journal: Journal, runner: inout ScriptRunner, trace: any TraceWriter, messenger: inout Messenger
  ) throws {
    let parser = ScriptParser(chart, holding: options.machine.context ?? [])
    while true {
      let lines = lastLines(of: host, runner: runner)
      if lines.isEmpty { break }
      var records: [JournalRecord] = []
      var reports: [ScriptRunner.Report] = []
      for line in lines {
        guard let (step, line) = step(ofHost: line, parser: parser, messenger: &messenger) else { continue }
        reports += make(step, line: line, runner: &runner, trace: trace, records: &records)
      }
      trace.flush()
      try journal.add(records)
      show(reports, messenger: &messenger)
    }
    tellProblem(of: host, messenger: &messenger)
  }

  /// Runs lines, stores them in the journal, and then shows their trace.
  private func commit(
    _ waiting: inout [Waiting], journal: Journal, runner: inout ScriptRunner, trace: any TraceWriter,
    held: DeferredOutput, messenger: inout Messenger
  ) throws {
    let parser = ScriptParser(chart, holding: options.machine.context ?? [])
    var reports: [ScriptRunner.Report] = []
    var records: [JournalRecord] = []
    for (step, line) in waiting.lazy.map({ ($0.step, $0.line) }) {
      reports += make(step, line: line, runner: &runner, trace: trace, records: &records)
      while let lines = host?.process.takeAfterStep(), !lines.isEmpty {
        for line in lines {
          guard let (step, line) = self.step(ofHost: line, parser: parser, messenger: &messenger) else { continue }
          reports += make(step, line: line, runner: &runner, trace: trace, records: &records)
        }
      }
      if held.count < Self.mostBytes { continue }
      trace.flush()
      try journal.add(records)
      held.release()
      records.removeAll(keepingCapacity: true)
    }
    waiting.removeAll(keepingCapacity: true)
    trace.flush()
    try journal.add(records)
    held.release()
    show(reports, messenger: &messenger)
    let failure = journal.saveState {
      StateFile(runner.machine.snapshot, chart: chart, source: source, steps: trace.steps)
    }
    if let failure {
      messenger.say("statekit: warning: no state file beside \(FilePath.shown(journal.path)): \(failure)")
    }
  }
}

extension ScriptStep {
  /// False for blank lines and remarks.
  fileprivate var doesSomething: Bool {
    if case .nothing = self { false } else { true }
  }
}
