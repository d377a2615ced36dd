import StateKitCore
import StateKitFormat

/// Runs a script line by line, with the lines of the host and of the wall clock. With a journal, the trace of a line is
/// written after the journal has stored the line.
final class LiveRun {
  let base: ScriptRun
  let parser: ScriptParser
  let trace: any TraceWriter
  /// The trace that waits for the journal; nil without one.
  let held: DeferredOutput?
  var runner: ScriptRunner
  var messenger: Messenger
  /// The wall clock, which shows the time of the machine; nil for the virtual clock.
  var pace: Pace?
  private var plan: ScriptPlan
  /// The lines that ran and are not stored yet, and the errors that are not shown yet.
  private var records: [JournalRecord] = []
  var reports: [ScriptRunner.Report] = []

  /// The number of lines between two checks for a request to end, or that are stored together.
  private static let chunk = 4_096
  /// The bytes of a trace that wait for the journal.
  private static let mostBytes = 1 << 20
  /// The names of lines that a host sends, and that move the machine's clock to the wall clock's time.
  static let hostFile = "<host>"
  static let clockFile = "<clock>"

  var host: ScriptRun.HostRun? { base.host }

  init(_ base: ScriptRun, plan: ScriptPlan, messenger: Messenger) {
    self.base = base
    self.plan = plan
    self.messenger = messenger
    pace = base.pace
    parser = ScriptParser(base.chart, holding: base.options.machine.context ?? [])
    held = base.journal.map { _ in DeferredOutput(base.streams.output) }
    trace = base.writer(to: held ?? base.streams.output)
    var options = base.options
    options.hasTests = plan.survey.hasTests
    // The lines of a journal may ask for more than the script.
    if base.journal == nil { options.keepsRecord = plan.survey.needsRecord }
    runner = ScriptRunner(base.chart, options: options, trace: trace, listener: base.recorder)
    guard let host = base.host else { return }
    host.link.isJournaled = base.journal != nil
    runner.attach(host.link)
    if base.journal == nil { base.recorder?.popAnswers = { host.link.popAnswers() } }
  }

  /// The state of the machine after the last line.
  var state: StateFile {
    StateFile(runner.machine.snapshot, chart: base.chart, source: base.source, steps: trace.steps)
  }

  /// Runs the script. Throws an error of the journal; the status says if the script could not be read.
  func run() throws -> ExitStatus {
    let known = try begin()
    pace?.resume(at: runner.time)
    // With a journal, the lines of the host come after the first line of the script.
    if base.journal == nil, !runner.isWaiting { try follow() }
    var status = ExitStatus.ok
    if let script = base.script {
      do {
        try run(script, after: known)
      } catch let error as InputError where base.journal == nil {
        trace.flush()
        messenger.write("statekit: cannot read \(script.name): \(error.reason)")
        status = .unable
      }
    }
    // The record of a start keeps a resumed run from starting the machine again.
    if runner.isWaiting {
      reports += runner.begin()
      record(JournalRecord.start)
    }
    if let host, status == .ok { try finish(host) }
    let rest = runner.finish()
    try commit()
    show(rest)
    return status
  }

  /// Shows errors of the run, but not that an output stopped it: the output says itself that it is too long.
  func show(_ reports: [ScriptRunner.Report]) {
    let isCut = base.streams.limit?.isReached == true
    let shown = isCut ? reports.filter { !$0.isInterruption } : reports
    messenger.show(shown, of: base.chart, in: base.source)
  }

  // MARK: Lines

  /// Runs the lines of the script after those that the journal has.
  private func run(_ script: ScriptFile, after known: Int) throws {
    if base.streams.output.isTerminal { trace.flush() }
    watch()
    defer {
      // A signal during the last line is handled here.
      endIfWished()
      unwatch()
    }
    try run(plan.lines, of: script, after: 0)
    guard let rest = plan.rest else { return }
    if !base.readsOnce(script), !script.input.rewind(to: rest.offset) {
      throw InputError(reason: "the script cannot be read again")
    }
    let isPlain = pace == nil && host == nil && base.journal == nil
    var reader = LineReader(script.input, offset: rest.offset, after: rest.lines)
    var known = known
    var lines: [LineID] = []
    while !base.isOver {
      if isPlain {
        let before = reader.number
        lines.removeAll(keepingCapacity: true)
        reader.readKnown(plan.known, into: &lines, atMost: Self.chunk)
        try run(lines, of: script, after: before)
        if lines.count == Self.chunk { continue }
      }
      guard let next = try next(&reader, of: script) else { break }
      let line = script.line(next, lines: reader)
      let step: ScriptStep
      do throws(ScriptParser.LineError) {
        step = try script.parse(next, line: line, parser: parser)
      } catch {
        trace.flush()
        messenger.show(error.diagnostics, in: line.source)
        continue
      }
      if base.journal == nil {
        if isPlain { _ = plan.known.add(line, step: step) }
        if script.isStream, let warning = plan.survey.look(at: step, line: line, in: base.chart) {
          messenger.show([warning], in: line.source)
        }
      } else {
        guard step.doesSomething else { continue }
        if known > 0 {
          known -= 1
          continue
        }
      }
      try run(step, line: line)
      try follow()
    }
    try commit()
  }

  /// Runs lines with known ids; `before` lines of the script come before them.
  private func run(_ lines: [LineID], of script: ScriptFile, after before: Int) throws {
    let known = plan.known
    var index = 0
    while index < lines.count, !base.isOver {
      endIfWished()
      let end = min(index + Self.chunk, lines.count)
      reports += runner.run(lines, at: &index, upTo: end, known: known) { index in
        ScriptLine(file: script.name, number: before + index + 1, bytes: Array(known.bytes(of: lines[index])))
      }
      if isDue { try commit() }
    }
  }

  /// The next line. While it is awaited, timers fire, the host is heard, and signals end the program.
  private func next(_ reader: inout LineReader, of script: ScriptFile) throws -> LineReader.Line? {
    var hasWaited = false
    var failure: (any Error)?
    let next = try reader.next(willWait: {
      hasWaited = true
      do {
        try commit()
        unwatch()
        endIfWished()
        try wait(for: script.input)
      } catch { failure = error }
    })
    if let failure { throw failure }
    if hasWaited { watch() }
    endIfWished()
    return next
  }

  /// Runs a line, and adds its records: first the answers of the host.
  func make(_ step: ScriptStep, line: ScriptLine) throws {
    try saveState(before: step)
    let (steps, time) = (trace.steps, runner.time)
    reports += runner.run(step, at: line)
    if base.journal != nil {
      if let answers = host?.link.popAnswers() {
        records.append(JournalRecord(step: steps, time: time, line: JournalRecord.hostMark + Array(answers.text.utf8)))
      }
      let isMarked = line.file == Self.hostFile || line.file == Self.clockFile
      record((isMarked ? JournalRecord.hostMark : []) + recorded(line.bytes))
    }
    if isDue { try commit() }
  }

  // MARK: Storing

  /// True if it is time to store and show what has run.
  private var isDue: Bool {
    if pace != nil { return true }
    guard let journal = base.journal else { return !reports.isEmpty || base.streams.output.isTerminal }
    return journal.syncsEachLine || records.count >= Self.chunk || held?.count ?? 0 >= Self.mostBytes
  }

  /// Stores the lines that ran, then shows their trace and their errors.
  func commit() throws {
    trace.flush()
    guard let journal = base.journal else { return showStored() }
    try storing {
      try journal.add(records)
      showStored()
    }
  }

  /// Shows the trace and the errors of lines that are stored.
  private func showStored() {
    held?.release()
    records.removeAll(keepingCapacity: true)
    show(reports)
    reports.removeAll(keepingCapacity: true)
  }

  /// Adds a record to the journal; without a journal, does nothing.
  func record(_ line: [UInt8]) {
    if base.journal == nil || base.isOver { return }
    records.append(JournalRecord(step: trace.steps, time: runner.time, line: line))
  }

  /// Writes a state file if it is time for one. Only before a line that begins a step: a resumed run repeats that line,
  /// so that expectations after it find what it did.
  private func saveState(before step: ScriptStep) throws {
    guard let journal = base.journal, step.isEventOrClock, !runner.isWaiting, journal.wantsState(after: records.count)
    else { return }
    try commit()
    if let failure = journal.saveState({ state }) {
      messenger.write("statekit: warning: no state file beside \(FilePath.shown(journal.path)): \(failure)")
    }
  }
}
