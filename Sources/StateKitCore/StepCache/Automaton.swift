import CEL

/// Macrosteps that were made before, replayed without the machine: a lazily built automaton of (situation, event) → what is
/// written, what is set, the next situation.
///
/// What an event does follows from the configuration, the history and the event, together with the conditions and values that
/// are evaluated on the way; those are evaluated again, timers of states are started and stopped again. A step in which
/// anything else has a part (a timer that fires, an error, data that is put together) is made by the machine. Bounded, and dropped where it does not pay.
struct Automaton: Sendable {
  let chart: Chart
  private let keepsEntries: Bool
  private let refusesUnhandled: Bool
  private let isTellable: Bool
  private var steps = KnownSteps()
  private var situations = SituationTable()
  var cursor = StepCursor()
  /// Since this was last put to false, context has been set.
  var hasChangedData: Bool {
    get { cursor.hasChangedData }
    set { cursor.hasChangedData = newValue }
  }

  private var misses = 0
  private var pairMisses = 0
  private var sends = 0

  private let patience: Int
  /// After how many misses it is asked whether there were as many hits.
  private static let trial = 4_096

  /// `keepsEntries`: somebody may ask what a step did. `refusesUnhandled`: a step with an event that was ignored or declined
  /// is made by the machine. `patience`: how many events are made before any is kept.
  init(_ chart: Chart, keepsEntries: Bool, refusesUnhandled: Bool, patience: Int) {
    self.patience = patience
    self.chart = chart
    self.keepsEntries = keepsEntries
    self.refusesUnhandled = refusesUnhandled
    isTellable = PlainStep.canTell(chart)
  }

  /// More is looked up in vain than found: looking costs more than it saves.
  var isUseless: Bool { misses > Self.trial && cursor.hits < misses }

  /// The machine is not where the last step has led.
  var isAhead: Bool { cursor.ending >= 0 }

  // MARK: Making steps again

  /// Takes lines as long as they are events whose steps are known; the index of the first that is not.
  mutating func run(
    _ lines: borrowing [Int32], in range: Range<Int>, symbols: borrowing [Int32], _ machine: inout Machine,
    _ out: inout OutputBuffer
  ) -> Int {
    var index = range.lowerBound
    unsafe lines.withUnsafeBufferPointer { lines in
      unsafe symbols.withUnsafeBufferPointer { symbols in
        unsafe run(lines, &index, range.upperBound, symbols, &machine, &out)
      }
    }
    return index
  }

  /// Takes one event; false where its step is not known.
  mutating func take(_ symbol: Int32, _ machine: inout Machine, _ out: inout OutputBuffer) -> Bool {
    var index = 0
    unsafe withUnsafePointer(to: 0 as Int32) { line in
      unsafe withUnsafePointer(to: symbol) { symbol in
        let (lines, symbols) = unsafe (
          UnsafeBufferPointer(start: line, count: 1), UnsafeBufferPointer(start: symbol, count: 1)
        )
        unsafe run(lines, &index, 1, symbols, &machine, &out)
      }
    }
    return index == 1
  }

  @unsafe private mutating func run(
    _ lines: UnsafeBufferPointer<Int32>, _ index: inout Int, _ end: Int, _ symbols: UnsafeBufferPointer<Int32>,
    _ machine: inout Machine, _ out: inout OutputBuffer
  ) {
    guard cursor.now >= 0 else { return }
    cursor.clock = machine.time
    machine.data.meter.beginLine()
    while true {
      var cursor = self.cursor
      let composed: StepTables.Composed? = unsafe withTables(&out) { tables, out in
        unsafe tables.run(lines, &index, end, symbols, &cursor, &machine.data, &machine.timers, &out)
      }
      self.cursor = cursor
      // A step that was put together from its parts is found as a whole the next time.
      guard let composed else { return }
      missPair()
      unsafe steps.add(composed, symbols[Int(lines[index - 1])], next: cursor.now, ending: cursor.ending)
      out.flushIfFull()
    }
  }

  /// What the dearest step cost.
  var highestCost: Int { steps.programs.highestCost }

  /// Lets `body` use what is known of steps (`KnownSteps.withTables`).
  @unsafe func withTables<Result>(
    _ out: inout OutputBuffer, _ body: (StepTables, inout OutputBuffer) -> Result
  ) -> Result {
    unsafe steps.withTables(composes: !keepsEntries, &out, body)
  }

  /// A pair of situation and event was not known. Where few of them come twice, steps are put together from their parts.
  private mutating func missPair() {
    pairMisses += 1
    if pairMisses > Self.trial, cursor.hits < 2 * pairMisses { cursor.usesPartsFirst = true }
  }

  /// Makes ready for a step that can be replayed without the machine; false where it has to be learned.
  mutating func prepare(_ symbol: Int32, _ writer: any StepWriter) -> Bool {
    guard symbol >= 0, cursor.now >= 0, sends > patience else { return false }
    return steps.parts.prepare(cursor.now, symbol, writer, &steps.programs, chart) || tell(symbol, writer)
  }

  /// Adds a step that the chart alone tells.
  private mutating func tell(_ symbol: Int32, _ writer: any StepWriter) -> Bool {
    let from = cursor.now
    guard isTellable, symbol < chart.eventCount, steps.table.program(from: from, symbol) == StepTable.missing,
      let leaf = steps.parts.leaf(from), let step = PlainStep(chart, from: leaf, EventID(rawValue: symbol)),
      let next = situations.id(of: step.end)
    else { return false }
    if situations.count > steps.parts.count { steps.parts.add([step.end], isFinished: false, chart) }
    let label = EventLabel.known(chart.eventNames[Int(symbol)])
    let record = step.record(of: label)
    let seen = SeenEvent(label: label, data: nil, type: Event.Origin.external.typeName, sendID: nil)
    let source = StepPrograms.Source(
      record: record, text: writer.layOut(record.trace), next: next, seen: seen, keepsEntries: keepsEntries)
    return steps.parts.add(source, from: from, symbol, &steps.programs, chart)
  }

  // MARK: Telling the machine

  /// Brings the machine to where the steps have led.
  mutating func catchUp(_ machine: inout Machine) {
    guard cursor.ending >= 0, cursor.now >= 0 else { return }
    let last = steps.programs.endings[Int(cursor.ending)]
    machine.resume(in: situations.situation(cursor.now), last.outcome, last.seen)
    cursor.ending = -1
  }

  /// What the last step did, as long as the machine has not taken it over.
  var lastEntries: [TraceEntry] {
    guard cursor.ending >= 0 else { return [] }
    return steps.exited(cursor, chart) + steps.programs.endings[Int(cursor.ending)].entries
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
    guard !machine.timers.mayBeDue(at: machine.time), let id = situations.id(of: machine) else { return nil }
    if situations.count > steps.parts.count {
      steps.parts.add(machine.configuration.leaves, isFinished: machine.isFinished, chart)
    }
    return id
  }

  /// Puts the machine in a situation, with an event for expressions to see.
  func put(_ machine: inout Machine, in situation: Int32, seeing seen: SeenEvent) {
    machine.resume(in: situations.situation(situation), nil, seen)
  }

  /// A situation by its id, and the event that was seen last at an ending.
  func situation(_ id: Int32) -> Situation { situations.situation(id) }
  func seen(_ ending: Int32) -> SeenEvent { steps.programs.endings[Int(ending)].seen }

  // MARK: Learning steps

  /// Adds a child's step that was recorded; not where it changes timers, which are not at hand where children are replayed.
  mutating func learn(
    _ record: MacrostepRecord, _ text: StepText, from before: Int32, _ symbol: Int32, to after: Int32, _ seen: SeenEvent
  ) {
    sends += 1
    guard sends > patience, !steps.table.isFull else { return }
    let known = steps.table.program(from: before, symbol)
    if known == StepTable.unknowable { return }
    guard record.isReplayable else { return markUnknowable(known, from: before, symbol) }
    let source = StepPrograms.Source(record: record, text: text, next: after, seen: seen, keepsEntries: keepsEntries)
    keep(source, known, from: before, symbol)
  }

  /// A step that more has a part in than can be remembered.
  private mutating func markUnknowable(_ known: Int32, from before: Int32, _ symbol: Int32) {
    misses += 1
    if known == StepTable.missing { steps.table.set(StepTable.unknowable, from: before, symbol) }
  }

  /// Adds a step as a whole, or another way that one that is known can go; not where its parts are enough.
  private mutating func keep(_ source: StepPrograms.Source, _ known: Int32, from before: Int32, _ symbol: Int32) {
    if known >= 0 {
      steps.programs.extend(known, source, chart)
    } else if !cursor.usesPartsFirst || !steps.parts.isSplittable(before, source.record, chart),
      let program = steps.programs.add(source, chart)
    {
      steps.table.set(program, from: before, symbol)
    }
  }

  /// Lets `body` make the machine take an event, and keeps how. Whether nothing but its situation, its context and its timers
  /// can have changed.
  mutating func make(
    _ symbol: Int32?, on machine: inout Machine, _ writer: any StepWriter, _ body: (inout Machine) -> Void
  ) -> Bool {
    sends += 1
    guard let symbol, sends > patience, !steps.table.isFull else {
      body(&machine)
      forget()
      return false
    }
    let before = cursor.now >= 0 ? cursor.now : id(of: machine) ?? -1
    let known = before < 0 ? StepTable.missing : steps.table.program(from: before, symbol)
    if known == StepTable.unknowable {
      misses += 1
      body(&machine)
      forget()
      return false
    }
    if known == StepTable.missing { missPair() }
    let record = machine.recording(body)
    goOn(from: id(of: machine))
    guard before >= 0, cursor.now >= 0 else { return false }
    guard record.isReplayableWithTimers, !(refusesUnhandled && record.hasUnhandled) else {
      markUnknowable(known, from: before, symbol)
      return false
    }
    let source = StepPrograms.Source(
      record: record, text: writer.layOut(record.trace), next: cursor.now, seen: machine.data.seen,
      keepsEntries: keepsEntries
    )
    keep(source, known, from: before, symbol)
    if !steps.parts.add(source, from: before, symbol, &steps.programs, chart) { misses += 1 }
    if record.setsData { cursor.hasChangedData = true }
    return true
  }
}
