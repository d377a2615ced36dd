import CEL

/// Learning steps from how the machine makes them.
extension Automaton {
  /// Adds a recorded step of a child, unless it changes timers, which a child's replay does not have.
  mutating func learn(_ source: StepPrograms.Source, from before: Int32, symbol: Int32) {
    sends += 1
    guard sends > patience, !table.isFull else { return }
    let known = table.program(from: before, symbol: symbol)
    if known == StepTable.unknowable { return }
    guard source.record.isReplayable, !(keepsEntries && source.record.logsValues) else {
      return markUnknowable(known, from: before, symbol: symbol)
    }
    keep(source, known: known, from: before, symbol: symbol)
  }

  /// Marks a step that cannot be memoised, because it depends on too much.
  private mutating func markUnknowable(_ known: Int32, from before: Int32, symbol: Int32) {
    misses += 1
    if known == StepTable.missing { table.set(StepTable.unknowable, from: before, symbol: symbol) }
  }

  /// Adds a step, or another branch of a known step.
  private mutating func keep(_ source: StepPrograms.Source, known: Int32, from before: Int32, symbol: Int32) {
    misses += 1
    if known >= 0 {
      programs.extend(known, source: source, chart: chart)
    } else if let program = programs.add(source, in: chart) {
      table.set(program, from: before, symbol: symbol)
    }
  }

  /// Calls `body` to make the machine handle an event, and memoises the step. Returns true if only the machine's
  /// situation, context and timers can have changed.
  mutating func make(
    _ symbol: Int32?, on machine: inout Machine, writer: any TraceWriter, body: (inout Machine) -> Void
  ) -> Bool {
    sends += 1
    guard let symbol, sends > patience, !table.isFull else {
      body(&machine)
      forget()
      return false
    }
    let before = cursor.now >= 0 ? cursor.now : id(of: machine) ?? -1
    let known = before < 0 ? StepTable.missing : table.program(from: before, symbol: symbol)
    if known == StepTable.unknowable {
      misses += 1
      body(&machine)
      forget()
      return false
    }
    let record = machine.recording(body)
    resume(from: id(of: machine))
    guard before >= 0, cursor.now >= 0 else { return false }
    guard record.isReplayableWithTimers, !(refusesUnhandled && record.hasUnhandled),
      // With kept entries, logged values would have to be kept, too.
      !(keepsEntries && record.logsValues)
    else {
      markUnknowable(known, from: before, symbol: symbol)
      return false
    }
    let source = StepPrograms.Source(
      record: record, text: writer.layOut(record.trace), next: cursor.now, seen: machine.data.seen,
      keepsEntries: keepsEntries
    )
    keep(source, known: known, from: before, symbol: symbol)
    if record.setsData { cursor.hasChangedData = true }
    return true
  }
}
