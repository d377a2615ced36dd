import CEL

/// Macrosteps replayed without the machine: a lazily built automaton from (situation, event) to the output, the
/// assignments and the next situation.
///
/// The effect of an event follows from the configuration, the history and the event, together with the conditions and
/// values that are evaluated on the way. A replay evaluates these again, and starts and stops timers of states again.
/// The machine makes every step with another dependence: a timer that fires, an error, or data built from parts. The
/// automaton is bounded, and dropped if it saves no time.
struct Automaton: Sendable {
  let chart: Chart
  let keepsEntries: Bool
  let refusesUnhandled: Bool
  var programs = StepPrograms()
  /// The programs by situation and event.
  var table = StepTable()
  var situations = SituationTable()
  var cursor = StepCursor()
  /// True if the context has been set since this was last set to false.
  var hasChangedData: Bool {
    get { cursor.hasChangedData }
    set { cursor.hasChangedData = newValue }
  }

  var misses = 0
  var sends = 0

  let patience: Int
  /// The number of misses after which they are compared with the hits.
  private static let trial = 4_096

  /// `keepsEntries`: true if entries of steps may be requested. `refusesUnhandled`: true if the machine makes every
  /// step with an ignored or declined event. `patience`: the number of events before any step is memoised.
  init(_ chart: Chart, keepsEntries: Bool, refusesUnhandled: Bool, patience: Int) {
    self.patience = patience
    self.chart = chart
    self.keepsEntries = keepsEntries
    self.refusesUnhandled = refusesUnhandled
  }

  /// True if there are more misses than hits: lookups then cost more than they save.
  var isUseless: Bool { misses > Self.trial && cursor.hits < misses }

  /// True if the machine has not caught up with the last step.
  var isAhead: Bool { cursor.ending >= 0 }

  // MARK: Making steps again

  /// Replays lines while they are events with known steps. Returns the index of the first other line.
  mutating func run(
    _ lines: borrowing [LineID], in range: Range<Int>, symbols: borrowing [Int32], machine: inout Machine,
    to out: inout OutputBuffer
  ) -> Int {
    var index = range.lowerBound
    unsafe lines.withUnsafeBufferPointer { lines in
      unsafe symbols.withUnsafeBufferPointer { symbols in
        var lines = unsafe BorrowedLines(lines: lines, symbols: symbols, next: index, end: range.upperBound)
        unsafe run(&lines, machine: &machine, to: &out)
        index = unsafe lines.next
      }
    }
    return index
  }

  /// Replays one event; returns false if its step is not known.
  mutating func replay(_ symbol: Int32, machine: inout Machine, to out: inout OutputBuffer) -> Bool {
    var isKnown = false
    unsafe BorrowedLines.with(symbol) { line in
      var line = unsafe line
      unsafe run(&line, machine: &machine, to: &out)
      isKnown = unsafe line.next == 1
    }
    return isKnown
  }

  @unsafe private mutating func run(_ lines: inout BorrowedLines, machine: inout Machine, to out: inout OutputBuffer) {
    guard cursor.now >= 0 else { return }
    cursor.clock = machine.time
    machine.data.meter.beginLine()
    var cursor = self.cursor
    unsafe withTables(&out) { tables, out in
      unsafe tables.run(&lines, cursor: &cursor, data: &machine.data, timers: &machine.timers, to: &out)
    }
    self.cursor = cursor
  }

  var highestCost: Int { programs.highestCost }

  /// Calls `body` with the tables of known steps, which write to `out`. The borrowing ends here: `body` must not keep
  /// the tables. Bytes that `out` has not copied are written before this returns.
  @unsafe func withTables<Result>(
    _ out: inout OutputBuffer, body: (StepTables, inout OutputBuffer) -> Result
  ) -> Result {
    unsafe programs.operations.withUnsafeBufferPointer { operations in
      unsafe programs.bytes.bytes.withUnsafeBufferPointer { bytes in
        unsafe table.slots.withUnsafeBufferPointer { slots in
          unsafe programs.costs.withUnsafeBufferPointer { costs in
            unsafe programs.inputs.withUnsafeBufferPointer { inputs in
              unsafe programs.scalars.withUnsafeBufferPointer { scalars in
                defer { out.returnBorrowed() }
                return unsafe body(
                  StepTables(
                    operations: operations, bytes: bytes, slots: slots, literals: programs.literals,
                    endings: programs.endings, inputs: inputs, scalars: scalars, costs: costs), &out)
              }
            }
          }
        }
      }
    }
  }

  // MARK: Telling the machine

  /// Brings the machine to the state after the replayed steps.
  func place(_ machine: inout Machine) {
    guard cursor.ending >= 0, cursor.now >= 0 else { return }
    let last = programs.endings[Int(cursor.ending)]
    machine.resume(in: situations.situation(cursor.now), outcome: last.outcome, seen: last.seen)
  }

  /// The entries of the last step, until the machine has caught up.
  var lastEntries: [TraceEntry] {
    guard cursor.ending >= 0 else { return [] }
    return programs.endings[Int(cursor.ending)].entries
  }

  /// Forgets the position, because the machine was used directly.
  mutating func forget() {
    resume(from: nil)
  }

  /// Continues from a situation that `id(of:)` returned.
  mutating func resume(from situation: Int32?) {
    cursor.now = situation ?? -1
    cursor.ending = -1
  }

  /// The id of the machine's situation; nil if timers are overdue because of a limit: they fire with the next step.
  mutating func id(of machine: borrowing Machine) -> Int32? {
    machine.timers.mayBeDue(at: machine.time) ? nil : situations.id(of: machine)
  }

  /// Sets the machine to a situation, with an event that expressions see.
  func put(_ machine: inout Machine, in situation: Int32, seeing seen: SeenEvent) {
    machine.resume(in: situations.situation(situation), outcome: nil, seen: seen)
  }

  /// A situation by its id, and the last event seen at an ending.
  func situation(_ id: Int32) -> Situation { situations.situation(id) }
  func seen(_ ending: Int32) -> SeenEvent { programs.endings[Int(ending)].seen }
}
