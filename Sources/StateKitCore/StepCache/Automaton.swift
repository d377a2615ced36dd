import CEL

/// Macrosteps that were made before, replayed without the machine: a lazily built automaton of (situation, event) → what is
/// written, what is set, the next situation.
///
/// What an event does follows from the configuration, the history and the event, together with the conditions and values that
/// are evaluated on the way; those are evaluated again, timers of states are started and stopped again. A step in which
/// anything else has a part (a timer that fires, an error, data that is put together) is made by the machine. Bounded, and dropped where it does not pay.
struct Automaton: Sendable {
  let chart: Chart
  let keepsEntries: Bool
  let refusesUnhandled: Bool
  var programs = StepPrograms()
  /// The program of a situation and an event.
  var table = StepTable()
  var situations = SituationTable()
  var cursor = StepCursor()
  /// Since this was last put to false, context has been set.
  var hasChangedData: Bool {
    get { cursor.hasChangedData }
    set { cursor.hasChangedData = newValue }
  }

  var misses = 0
  var sends = 0

  let patience: Int
  /// After how many misses it is asked whether there were as many hits.
  private static let trial = 4_096

  /// `keepsEntries`: somebody may ask what a step did. `refusesUnhandled`: a step with an event that was ignored or declined
  /// is made by the machine. `patience`: how many events are made before any is kept.
  init(_ chart: Chart, keepsEntries: Bool, refusesUnhandled: Bool, patience: Int) {
    self.patience = patience
    self.chart = chart
    self.keepsEntries = keepsEntries
    self.refusesUnhandled = refusesUnhandled
  }

  /// More is looked up in vain than found: looking costs more than it saves.
  var isUseless: Bool { misses > Self.trial && cursor.hits < misses }

  /// The machine is not where the last step has led.
  var isAhead: Bool { cursor.ending >= 0 }

  // MARK: Making steps again

  /// Takes lines as long as they are events whose steps are known; the index of the first that is not.
  mutating func run(
    _ lines: borrowing [LineID], in range: Range<Int>, symbols: borrowing [Int32], machine: inout Machine,
    to out: inout OutputBuffer
  ) -> Int {
    var index = range.lowerBound
    unsafe lines.withUnsafeBufferPointer { lines in
      unsafe symbols.withUnsafeBufferPointer { symbols in
        unsafe run(lines, at: &index, end: range.upperBound, symbols: symbols, machine: &machine, to: &out)
      }
    }
    return index
  }

  /// Takes one event; false where its step is not known.
  mutating func take(_ symbol: Int32, machine: inout Machine, to out: inout OutputBuffer) -> Bool {
    var index = 0
    unsafe withUnsafePointer(to: 0 as LineID) { line in
      unsafe withUnsafePointer(to: symbol) { symbol in
        let (lines, symbols) = unsafe (
          UnsafeBufferPointer(start: line, count: 1), UnsafeBufferPointer(start: symbol, count: 1)
        )
        unsafe run(lines, at: &index, end: 1, symbols: symbols, machine: &machine, to: &out)
      }
    }
    return index == 1
  }

  @unsafe private mutating func run(
    _ lines: UnsafeBufferPointer<LineID>, at index: inout Int, end: Int, symbols: UnsafeBufferPointer<Int32>,
    machine: inout Machine, to out: inout OutputBuffer
  ) {
    guard cursor.now >= 0 else { return }
    cursor.clock = machine.time
    machine.data.meter.beginLine()
    var cursor = self.cursor
    unsafe withTables(&out) { tables, out in
      unsafe tables.run(
        lines, at: &index, end: end, symbols: symbols, cursor: &cursor, data: &machine.data, timers: &machine.timers,
        to: &out)
    }
    self.cursor = cursor
  }

  /// What the dearest step cost.
  var highestCost: Int { programs.highestCost }

  /// Lets `body` use what is known of steps, and write it to `out`. What it borrows ends here: the tables must not be kept,
  /// and bytes that `out` has not copied are written before this returns.
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

  /// Brings the machine to where the steps have led.
  mutating func catchUp(_ machine: inout Machine) {
    guard cursor.ending >= 0, cursor.now >= 0 else { return }
    let last = programs.endings[Int(cursor.ending)]
    machine.resume(in: situations.situation(cursor.now), outcome: last.outcome, seen: last.seen)
    cursor.ending = -1
  }

  /// What the last step did, as long as the machine has not taken it over.
  var lastEntries: [TraceEntry] {
    guard cursor.ending >= 0 else { return [] }
    return programs.endings[Int(cursor.ending)].entries
  }

  /// Somebody else has made the machine do something.
  mutating func forget() {
    goOn(from: nil)
  }

  /// Goes on from a situation that `id(of:)` gave.
  mutating func goOn(from situation: Int32?) {
    cursor.now = situation ?? -1
    cursor.ending = -1
  }

  /// The id of the situation of the machine; nil where timers are due that a limit has left over: whatever comes next,
  /// they fire with it.
  mutating func id(of machine: borrowing Machine) -> Int32? {
    machine.timers.mayBeDue(at: machine.time) ? nil : situations.id(of: machine)
  }

  /// Puts the machine in a situation, with an event for expressions to see.
  func put(_ machine: inout Machine, in situation: Int32, seeing seen: SeenEvent) {
    machine.resume(in: situations.situation(situation), outcome: nil, seen: seen)
  }

  /// A situation by its id, and the event that was seen last at an ending.
  func situation(_ id: Int32) -> Situation { situations.situation(id) }
  func seen(_ ending: Int32) -> SeenEvent { programs.endings[Int(ending)].seen }
}
