package import CEL
package import StateKitCore

/// Runs the items of a script on a machine, one at a time, and judges them (Semantics.md, rule 7; Scripts.md).
package struct ScriptRunner {
  /// A mistake of the script or the run, and where it lies.
  package struct Report: Sendable {
    package enum Place: Sendable {
      /// The file of a chart, by its number in the family.
      case chart(Int)
      case script(ScriptLine)
      /// Nowhere in a file.
      case none
    }

    package let place: Place
    package let diagnostic: Diagnostic
  }

  package struct Options: Sendable {
    package var limits = Limits()
    /// Ignored and declined events are mistakes.
    package var isStrict = false
    /// What replaces the first values of the chart's context.
    package var context: [Value]?
    /// Steps made before are remembered; what is written is the same either way.
    package var remembers = true
    /// So many events are made before any is remembered: most runs are over before it pays.
    package var patience = 32

    package init() {}
  }

  private let chart: Chart
  private let options: Options
  private let sink: any TraceSink
  private let record: ItemRecord
  private let coverage: Coverage?
  private let keepsRecord: Bool
  /// Where the script is. A runner that remembers steps brings it up to date only when something asks for it.
  package private(set) var machine: Machine
  /// Looks on between microsteps.
  package var observer: (any MachineObserver)? {
    didSet { machine.observer = observer }
  }
  /// Steps made before, where they may be made again, and what they are written to.
  private var automaton: Automaton?
  private let writer: (any TraceWriter)?
  /// The lines before the first `:test`, which every test begins with.
  private var setUp: [(item: ScriptItem, line: ScriptLine)] = []
  private var setUpBytes = 0
  private var isSetUpTooLong = false
  private var isInTest = false
  /// Whether set-up lines are kept; where it is known that no test follows, they are not.
  private let keepsSetUp: Bool
  /// The machine right after its start, for those that start it often.
  private var started: Machine?
  /// Where that was, as the automaton numbers it.
  private var startNumber: Int32?
  private var startReports: [Report] = []
  /// Since its start the machine has changed its place and its context at most.
  private var isPristine = false
  /// The machine is to be put back to its start, and has not been yet.
  private var mustReturn = false
  /// What the last item did wrong, unless an expectation right below excuses it.
  private var pending: [Report] = []

  /// More set-up lines, or more bytes of them, are not kept for tests.
  private static let mostSetUpLines = 100_000
  private static let mostSetUpBytes = 16 << 20

  /// A runner that has not started yet. `keepsRecord`: expectations may ask what an item did.
  /// `coverage` counts what the machine does; `listener` hears of everything that it does.
  package init(
    _ chart: Chart, options: Options, trace: any TraceWriter, listener: (any TraceSink)? = nil, hasTests: Bool,
    keepsRecord: Bool, coverage: Coverage? = nil
  ) {
    self.chart = chart
    self.options = options
    self.coverage = coverage
    self.keepsRecord = keepsRecord
    record = ItemRecord(chart)
    // Most scripts ask for nothing that has to be recorded.
    var sinks: [any TraceSink] = [trace]
    if keepsRecord || options.isStrict { sinks.append(record) }
    if let listener { sinks.append(listener) }
    sink = sinks.count == 1 ? trace : TraceSplitter(sinks)
    keepsSetUp = hasTests
    writer =
      options.remembers && coverage == nil && listener == nil && chart.invocations.isEmpty ? trace : nil
    automaton =
      writer == nil
      ? nil
      : Automaton(
        chart, keepsEntries: keepsRecord, refusesUnhandled: options.isStrict, patience: options.patience)
    machine = Machine(
      chart, context: options.context, limits: options.limits, sink: sink, coverage: coverage,
      remembersChildren: options.remembers)
  }

  /// Enters the chart.
  package mutating func start() -> [Report] {
    machine.start()
    pending = faults(of: nil)
    return []
  }

  /// Starts anew, as if nothing had been run; what was learned of steps is kept.
  package mutating func restart() -> [Report] {
    isInTest = false
    if let started {
      if !isPristine || startNumber == nil {
        machine = started
        isPristine = true
      } else if automaton?.hasChangedData == true {
        machine.resetData(to: started)
      }
      automaton?.hasChangedData = false
      automaton?.goOn(from: startNumber)
      mustReturn = true
      pending = startReports
      return []
    }
    automaton?.forget()
    machine = freshMachine()
    let reports = start()
    // Where expectations ask what the start did, it has to be done again.
    if !keepsRecord {
      started = machine
      startNumber = automaton?.number(of: machine)
      startReports = pending
      isPristine = true
    }
    return reports
  }

  private func freshMachine() -> Machine {
    var machine = Machine(
      chart, context: options.context, limits: options.limits, sink: sink, coverage: coverage,
      remembersChildren: options.remembers)
    machine.observer = observer
    return machine
  }

  /// Runs lines by their numbers, from `place` on: as many as can be run without a word, or one more. Returns what is
  /// wrong with that one or, now that it cannot be excused any more, with the one before. `line` makes the line at a place.
  package mutating func run(
    _ lines: [Int32], _ place: inout Int, upTo end: Int, _ known: borrowing KnownLines, line: (Int) -> ScriptLine
  ) -> [Report] {
    if pending.isEmpty, let writer, automaton != nil {
      let start = place
      takeKnown(lines, &place, upTo: end, known.symbols, writer)
      if isSetUp {
        for done in start..<place { keep(known.items[Int(lines[done])], line(done)) }
      }
      if place == end { return [] }
    }
    let (current, number) = (place, Int(lines[place]))
    place += 1
    return run(known.items[number], known.symbols[number]) { line(current) }
  }

  /// Takes lines whose steps are known, or can be told without the machine.
  private mutating func takeKnown(
    _ lines: [Int32], _ place: inout Int, upTo end: Int, _ symbols: [Int32], _ writer: any TraceWriter
  ) {
    var reached = place
    repeat {
      let start = reached
      writer.lend { out in
        reached = automaton?.run(lines, in: start..<end, symbols: symbols, &machine, &out) ?? start
      }
    } while reached < end && automaton?.prepare(symbols[Int(lines[reached])], writer) == true
    place = reached
  }

  /// Runs one item; `line` is only made where it is needed. Returns what is wrong with it or, now that it
  /// cannot be excused any more, with the one before.
  package mutating func run(_ item: ScriptItem, at line: @autoclosure () -> ScriptLine) -> [Report] {
    guard case .event(let event) = item, !isSetUp, let symbol = Automaton.symbol(of: event, chart), pending.isEmpty,
      let writer, automaton != nil
    else { return run(item, nil, line) }
    var isTaken = false
    writer.lend { out in isTaken = automaton?.take(symbol, &machine, &out) ?? false }
    return isTaken ? [] : run(item, symbol, line)
  }

  private mutating func run(_ item: ScriptItem, _ symbol: Int32?, _ line: () -> ScriptLine) -> [Report] {
    if case .nothing = item { return [] }
    if case .event(let event) = item {
      if isSetUp { keep(item, line()) }
      let before = finish()
      make(event, symbol.flatMap { $0 >= 0 ? $0 : nil })
      if options.isStrict || machine.rejection != nil || !machine.faults.isEmpty { judge(line()) }
      return before
    }
    catchUp()
    let line = line()
    if case .test(_, let shown) = item { return beginTest(shown, line) }
    if isSetUp { keep(item, line) }
    return perform(item, line)
  }

  /// Whether what is run now is run again at the beginning of each test.
  private var isSetUp: Bool { keepsSetUp && !isInTest && !isSetUpTooLong }

  private mutating func keep(_ item: ScriptItem, _ line: ScriptLine) {
    if case .nothing = item { return }
    setUpBytes += line.bytes.count
    if setUpBytes > Self.mostSetUpBytes || setUp.count == Self.mostSetUpLines { isSetUpTooLong = true }
    if isSetUpTooLong { setUp.removeAll() } else { setUp.append((item, line)) }
  }

  /// When the next timer is due, on the machine's clock.
  package mutating func nextTimer() -> Int64? {
    catchUp()
    return machine.nextTimer()
  }

  /// The machine's clock, in milliseconds.
  package var time: Int64 { machine.time }

  /// Lets time pass in which nothing is due.
  package mutating func passTime(to time: Int64) {
    catchUp()
    machine.passTime(to: time)
  }

  /// What an expectation that does not hold asks for, and what is.
  package mutating func details(of expectation: Expectation) -> ExpectationDetails {
    catchUp()
    return expectation.details(in: &machine, after: record)
  }

  /// What is left to say when the script is over.
  package mutating func finish() -> [Report] {
    if pending.isEmpty { return [] }
    defer { pending = [] }
    return pending
  }

  // MARK: Looking around, and going back

  /// Whether a `:test` line has been run.
  package var hasBegunTest: Bool { isInTest }

  /// The lines that every test begins with.
  package var setUpLines: [ScriptLine] { setUp.map(\.line) }

  /// Puts other lines in place of those that every test begins with: for a session that went back and on otherwise.
  package mutating func replaceSetUp(_ lines: [(item: ScriptItem, line: ScriptLine)]) {
    setUp.removeAll()
    (setUpBytes, isSetUpTooLong) = (0, false)
    for (item, line) in lines where !isSetUpTooLong { keep(item, line) }
  }

  /// Makes the machine what it was. Only for a runner that does not remember steps.
  package mutating func restore(_ snapshot: MachineSnapshot) {
    machine.restore(snapshot)
  }

  /// Writes what an event would do, and leaves everything as it was. Only for a runner that does not remember steps.
  package mutating func peek(_ event: Event) {
    let snapshot = machine.snapshot
    machine.send(event)
    machine.restore(snapshot)
  }

  // MARK: Remembered steps

  /// Sends an event to the machine, and remembers what it does if nothing else had a part in it.
  private mutating func make(_ event: Event, _ symbol: Int32?) {
    catchUp()
    if automaton?.isUseless == true { automaton = nil }
    if let writer, let isTame = automaton?.send(event, symbol, to: &machine, writer) {
      if !isTame { isPristine = false }
    } else {
      machine.send(event)
      isPristine = false
    }
  }

  /// Brings the machine to where remembered steps have led.
  private mutating func catchUp() {
    if automaton?.isAhead == true {
      if keepsRecord {
        record.begin(.start)
        record.add(automaton?.lastEntries ?? [])
      }
      automaton?.catchUp(&machine)
    } else if mustReturn, let started, let startNumber {
      automaton?.put(&machine, at: startNumber, seeing: started.data.seen)
    }
    mustReturn = false
  }

  private mutating func perform(_ item: ScriptItem, _ line: ScriptLine) -> [Report] {
    switch item {
    case .nothing, .chart, .test, .expect: break
    case .event, .set, .advance:
      isPristine = false
      automaton?.forget()
    }
    switch item {
    case .nothing, .chart, .test: return []
    case .expect(let expectation):
      pending.removeAll { expectation.excuses($0.diagnostic.code) }
      guard let failure = expectation.failure(in: &machine, after: record) else { return [] }
      return [report(.expectationFailed, line, failure)]
    case .event(let event):
      let before = finish()
      machine.send(event)
      judge(line)
      return before
    case .set(let path, let expression, let shown):
      let before = finish()
      machine.set(path, to: expression, shown: shown)
      judge(line)
      return before
    case .advance(let advance, let shown):
      let before = finish()
      machine.advance(advance, shown: shown)
      judge(line)
      return before
    }
  }

  private mutating func beginTest(_ shown: String, _ line: ScriptLine) -> [Report] {
    var reports = finish()
    if isSetUpTooLong {
      let limit = "\(Self.mostSetUpLines) lines or \(Self.mostSetUpBytes >> 20) MiB"
      reports.append(report(.tooMany, line, "more than \(limit) before the first test, the limit"))
    }
    isInTest = true
    automaton?.forget()
    machine.note(shown)
    machine = freshMachine()
    machine.start()
    pending = faults(of: nil)
    for (item, line) in setUp { reports += perform(item, line) }
    return reports
  }

  private mutating func judge(_ line: ScriptLine) {
    pending = faults(of: line)
    if let why = machine.rejection { pending.append(report(.rejected, line, "the event was rejected: \(why)")) }
    guard options.isStrict else { return }
    for unhandled in record.unhandled {
      let what = unhandled.outcome == .declined ? "every guard was false" : "no active state has a handler"
      pending.append(
        report(
          unhandled.outcome == .declined ? .declined : .ignored, line,
          "\(unhandled.event) was \(unhandled.outcome.rawValue): \(what)"))
    }
  }

  private func faults(of line: ScriptLine?) -> [Report] {
    machine.faults.map { fault in
      guard let span = fault.span else {
        guard let line else {
          return Report(place: .none, diagnostic: Diagnostic(fault.code, at: SourceSpan(0, 0), fault.message))
        }
        return report(fault.code, line, fault.message)
      }
      return Report(place: .chart(fault.chart), diagnostic: Diagnostic(fault.code, at: span, fault.message))
    }
  }

  private func report(_ code: DiagnosticCode, _ line: ScriptLine, _ message: String) -> Report {
    Report(place: .script(line), diagnostic: Diagnostic(code, at: line.body, message))
  }
}
