import StateKitCore
import StateKitFormat

/// A run with a journal: the trace of a line is written after the journal has stored the line.
final class JournaledRun {
  let base: ScriptRun
  let journal: Journal
  let parser: ScriptParser
  let held: DeferredOutput
  let trace: any TraceWriter
  var runner: ScriptRunner
  var messenger: Messenger
  /// The lines that ran and are not stored yet, and the errors that are not shown yet.
  var records: [JournalRecord] = []
  private var reports: [ScriptRunner.Report] = []
  /// The wall clock, which shows the time of the machine; nil for the virtual clock.
  var pace: Pace?

  /// The number of lines that are stored together, and the bytes of their trace.
  private static let mostTogether = 4_096
  private static let mostBytes = 1 << 20
  /// The name of the lines that move the machine's clock to the wall clock's time.
  static let clockFile = "<clock>"

  var host: ScriptRun.HostRun? { base.host }

  init(_ base: ScriptRun, journal: Journal, hasTests: Bool, messenger: Messenger) {
    self.base = base
    self.journal = journal
    self.messenger = messenger
    pace = base.pace
    parser = ScriptParser(base.chart, holding: base.options.machine.context ?? [])
    held = DeferredOutput(base.streams.output)
    trace = base.writer(to: held)
    var options = base.options
    options.hasTests = hasTests
    runner = ScriptRunner(base.chart, options: options, trace: trace, listener: base.recorder)
    if let host { runner.attach(host.link) }
  }

  /// The state of the machine after the last line.
  var state: StateFile {
    StateFile(runner.machine.snapshot, chart: base.chart, source: base.source, steps: trace.steps)
  }

  /// Runs the script, which was already checked.
  func run() throws {
    let past = try journal.check(try expectedLines())
    try begin(past)
    pace?.resume(at: runner.time)
    try run(after: past.count - past.otherLines)
    try finish()
    startAtEnd()
    let rest = runner.finish()
    try commit()
    show(rest)
  }

  func show(_ reports: [ScriptRunner.Report]) { base.show(reports, messenger: &messenger) }

  // MARK: New lines

  /// Runs the lines after those that the journal has.
  private func run(after known: Int) throws {
    guard let script = base.script else { return }
    if !script.isNewToJournal, !script.input.rewind(to: 0) {
      throw InputError(reason: "the script cannot be read again")
    }
    var known = script.isNewToJournal ? 0 : known
    var reader = LineReader(script.input)
    while !base.isOver {
      var failure: (any Error)?
      let next = try reader.next(willWait: {
        do {
          try commit()
          try wait(for: script.input)
        } catch { failure = error }
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
        do {
          try run(step, line: ScriptLine(file: line.file, number: line.number, bytes: recorded(line.bytes)))
          try follow()
        } catch { failure = error }
      } catch {
        messenger.show(error.diagnostics, in: line.source)
      }
      if let failure { throw failure }
      if journal.syncsEachLine || pace != nil || records.count >= Self.mostTogether { try commit() }
    }
    try commit()
  }

  /// The stored form of a line of the script: without blanks at its start, because a tab there marks lines of the host and the
  /// clock.
  func recorded(_ line: [UInt8]) -> [UInt8] {
    journal.marksLines ? Array(line.drop { ScriptParser.isSpace($0) }) : line
  }

  /// Starts a machine that still waits for lines that replace the host. Its record keeps a resumed run from starting it
  /// again.
  private func startAtEnd() {
    guard runner.isWaiting else { return }
    reports += runner.begin()
    records.append(JournalRecord(step: trace.steps, time: runner.time, line: JournalRecord.start))
  }

  /// Writes a state file if it is time for one. Only before a line that begins a step: a resumed run repeats that line,
  /// so that expectations after it find what it did.
  private func saveState(before step: ScriptStep) throws {
    guard step.beginsStep, !runner.isWaiting, journal.wantsState(after: records.count) else { return }
    try commit()
    if let failure = journal.saveState({ state }) {
      messenger.write("statekit: warning: no state file beside \(FilePath.shown(journal.path)): \(failure)")
    }
  }

  /// Runs a line, and adds its records: first the answers of the host.
  func make(_ step: ScriptStep, line: ScriptLine) throws {
    try saveState(before: step)
    let (steps, time) = (trace.steps, runner.time)
    reports += runner.run(step, at: line)
    if let answers = host?.link.popAnswers() {
      records.append(JournalRecord(step: steps, time: time, line: JournalRecord.hostMark + Array(answers.text.utf8)))
    }
    let mark = line.file == ScriptRun.hostFile || line.file == Self.clockFile ? JournalRecord.hostMark : []
    records.append(JournalRecord(step: trace.steps, time: runner.time, line: mark + line.bytes))
    if held.count >= Self.mostBytes { try store() }
  }

  /// Runs the lines of the host that belong to the last step, and those that follow from them; by the wall clock, those
  /// that are there.
  func follow() throws {
    while let host, !base.isOver {
      let lines = pace == nil ? host.process.popLinesAfterStep() : host.process.popLines()
      if lines.isEmpty { break }
      try run(hostLines: lines)
      if pace != nil { break }
    }
  }

  private func run(hostLines lines: [[UInt8]]) throws {
    for line in lines {
      guard let (step, source) = base.step(ofHost: line, parser: parser, messenger: &messenger) else { continue }
      try make(step, line: source)
      reports += base.problem(ofHost: line, outcome: runner.lastOutcome)
    }
  }

  /// Waits for work of the host that is still running; by the wall clock, for timers, too.
  private func finish() throws {
    guard let host else { return }
    while !base.isOver {
      try wait(for: nil)
      let lines = base.lastLines(of: host, runner: runner)
      if lines.isEmpty { break }
      try catchUp()
      try run(hostLines: lines)
      try commit()
    }
    base.reportProblem(of: host, messenger: &messenger)
  }

  // MARK: Storing

  /// Stores the lines that ran, then shows their trace and their errors.
  func commit() throws {
    try store()
    show(reports)
    reports.removeAll(keepingCapacity: true)
  }

  private func store() throws {
    trace.flush()
    try journal.add(records)
    held.release()
    records.removeAll(keepingCapacity: true)
  }
}

extension ScriptStep {
  /// False for blank lines and remarks.
  var doesSomething: Bool {
    if case .nothing = self { false } else { true }
  }

  /// True for events and moves of the clock, whose effects replace those of the last step.
  fileprivate var beginsStep: Bool {
    switch self {
    case .event, .advance, .end: true
    case .nothing, .expect, .set, .show, .test, .chart, .host: false
    }
  }
}
