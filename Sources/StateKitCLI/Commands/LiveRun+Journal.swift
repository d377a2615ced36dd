import StateKitCore
import StateKitFormat

/// The start of a run, and the lines that its journal has already.
extension LiveRun {
  /// Starts the machine, or resumes it. Returns the number of lines of the script that the journal has.
  func begin() throws -> Int {
    guard let journal = base.journal else {
      if let beginning = base.beginning {
        runner.begin(from: beginning.snapshot, lines: beginning.hostLines)
        trace.steps = beginning.steps
        host?.link.resume(runner.machine)
      } else {
        show(runner.start())
      }
      return 0
    }
    let past = try journal.check(try expectedLines())
    try begin(past, of: journal)
    return base.script?.isNewToJournal == false ? past.count - past.otherLines : 0
  }

  private func begin(_ past: Journal.Past, of journal: Journal) throws {
    host?.link.isMuted = !past.isNew
    // What the journal has was shown by another run.
    held?.isDropping = !past.isNew
    if let beginning = past.beginning {
      runner.resume(from: beginning.snapshot, lines: beginning.hostLines)
      trace.steps = beginning.steps
    } else {
      let reports = runner.start()
      trace.flush()
      if past.isNew {
        try storing {
          try journal.begin(past)
          held?.release()
          show(reports)
        }
      }
    }
    try journal.replay(past, earlier: { remember($0, of: journal) }, body: { repeats($0, of: journal) })
    try journal.checkScript(past)
    if let warning = past.warning { messenger.write("statekit: warning: \(warning)") }
    if !past.isNew {
      trace.flush()
      held?.isDropping = false
      try journal.begin(past)
      host?.link.resume(runner.machine)
    }
    if past.isTorn {
      messenger.write(
        "statekit: warning: \(FilePath.shown(journal.path)): the line at byte \(past.end) is incomplete and was removed"
      )
    }
  }

  /// Keeps a line that is not repeated if it belongs to the set-up of the tests.
  private func remember(_ record: JournalRecord, of journal: Journal) {
    guard runner.isSetUp, !record.isStart else { return }
    let line = ScriptLine(file: journal.path, number: 1, bytes: record.line)
    if let step = try? parser.parse(line) { runner.remember(step, line: line) }
  }

  /// Repeats a line of the journal. Returns false if it leads to another step or time than that of the record.
  private func repeats(_ record: JournalRecord, of journal: Journal) -> Bool {
    let line = ScriptLine(file: journal.path, number: 1, bytes: record.line)
    guard let step = try? parser.parse(line) else { return false }
    if record.isStart {
      _ = runner.begin()
    } else if pace == nil {
      _ = runner.run(step, at: line)
    } else if case .advance(_, let shown) = step {
      // Timers that fire in a line come before it, as lines of their own.
      if trace.steps < record.step, runner.time <= record.time {
        _ = runner.run(.advance(.by(record.time - runner.time), shown: shown), at: line)
      } else {
        // Time passed before it, and no timer fired.
        runner.passTime(to: record.time)
      }
    } else {
      // Time passed before it.
      runner.passTime(to: record.time)
      _ = runner.run(step, at: line)
    }
    return trace.steps == record.step && runner.time == record.time
  }

  /// A function that returns the effective lines of a script, one by one; nil if all lines are new to the journal.
  private func expectedLines() throws -> (() throws -> [UInt8]?)? {
    guard let script = base.script, !script.isNewToJournal else { return nil }
    guard script.input.rewind(to: 0) else { throw InputError(reason: "the script cannot be read again") }
    var reader = LineReader(script.input)
    return { [self] in
      while let next = try reader.next(willWait: {}) {
        let line = script.line(next, lines: reader)
        if let step = try? script.parse(next, line: line, parser: parser), step.doesSomething {
          return recorded(line.bytes)
        }
      }
      return nil
    }
  }

  /// The stored form of a line: without blanks at its start, because a tab there marks lines of the host and the clock.
  func recorded(_ line: [UInt8]) -> [UInt8] {
    base.journal?.marksLines == true ? Array(line.drop { ScriptParser.isSpace($0) }) : line
  }
}

extension ScriptStep {
  /// False for blank lines and remarks.
  var doesSomething: Bool {
    if case .nothing = self { false } else { true }
  }
}
