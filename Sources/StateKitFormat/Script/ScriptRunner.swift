package import StateKitCore

/// Runs the steps of a script on a machine, one at a time, and judges them (Semantics.md, rule 7; Scripts.md).
package struct ScriptRunner {
  /// What is wrong with the script or the run, and where it lies.
  package struct Report: Sendable {
    package enum Origin: Sendable {
      /// The file of a chart, by its index in the family.
      case chart(Int)
      case script(ScriptLine)
      /// Nowhere in a file.
      case none
    }

    package let origin: Origin
    package let diagnostic: Diagnostic

    package init(origin: Origin, diagnostic: Diagnostic) {
      self.origin = origin
      self.diagnostic = diagnostic
    }
  }

  package struct Options: Sendable {
    /// How the machine runs.
    package var machine = MemoisedMachine.Options()
    /// Ignored and declined events are reported.
    package var isStrict = false
    /// They are spoken of, and no error.
    package var tellsUnhandled = false
    /// What stands in for the host from the start on.
    package var host = HostLines()

    package init() {}
  }

  let isStrict: Bool
  let tellsUnhandled: Bool
  /// How many reasons why an event was not handled are looked for: no more are shown.
  var reasonsLeft = 100
  let record: StepRecord
  var runs: MemoisedMachine
  /// The lines before the first `:test`, which every test begins with.
  var setUp: SetUpLines
  var isInTest = false
  /// The machine has not been started: lines that stand in for the host may come before.
  var waiting: WaitingStart?
  let asksHost: Bool
  /// Writes down what stands in for the host, which is no step of the trace.
  let recorder: ScriptRecorder?
  /// What the last step did wrong, unless an expectation right below excuses it.
  var pending: [Report] = []

  /// A runner that has not started yet. `keepsRecord`: expectations may ask what a step did.
  /// `coverage` counts what the machine does; `listener` hears of everything that it does.
  package init(
    _ chart: Chart, options: Options, trace: any TraceWriter, listener: (any TraceSink)? = nil, hasTests: Bool,
    keepsRecord: Bool, coverage: Coverage? = nil
  ) {
    isStrict = options.isStrict
    tellsUnhandled = options.tellsUnhandled
    record = StepRecord(chart)
    // Where it is known that no test follows, the lines of a set-up are not kept.
    setUp = SetUpLines(isWanted: hasTests)
    asksHost = chart.asksHost
    let answers = options.host.answers(for: chart)
    recorder = listener as? ScriptRecorder
    for line in answers?.lines ?? [] { recorder?.note(line) }
    var options = options.machine
    options.answers = answers
    options.keepsEntries = keepsRecord
    options.refusesUnhandled = isStrict
    runs = MemoisedMachine(
      chart, options: options, trace: trace, record: keepsRecord || isStrict ? record : nil, listener: listener,
      coverage: coverage)
  }

  /// Runs lines by their indices in `known`, from `index` on, as long as there is nothing to say and they cost little. Returns
  /// what is wrong with the last one or, now that it cannot be excused any more, with the one before. `line` makes the line at
  /// an index.
  package mutating func run(
    _ lines: [LineID], at index: inout Int, upTo end: Int, known: borrowing KnownLines, line: (Int) -> ScriptLine
  ) -> [Report] {
    var cost = 0
    while true {
      let reports = runSome(lines, at: &index, upTo: end, known: known, cost: &cost, line: line)
      cost += runs.lineCost
      // Somebody may wait for what is written, or wish that it ends.
      if !reports.isEmpty || index == end || cost >= Self.mostCost { return reports }
    }
  }

  /// How much lines may cost in all before the caller has a look.
  private static let mostCost = 10_000

  /// As many lines as can be replayed, and one more, or those that the machine can take at rest.
  @inline(__always)
  private mutating func runSome(
    _ lines: [LineID], at index: inout Int, upTo end: Int, known: borrowing KnownLines, cost: inout Int,
    line: (Int) -> ScriptLine
  ) -> [Report] {
    if pending.isEmpty, waiting == nil {
      let start = index
      index = runs.replay(lines, in: index..<end, symbols: known.symbols)
      if isSetUp {
        for done in start..<index { setUp.keep(known.steps[Int(lines[done])], line: line(done)) }
      }
      if !isSetUp, !isStrict, !tellsUnhandled {
        let first = index
        cost += runs.make(lines, at: &index, upTo: end, symbols: known.symbols, atMost: Self.mostCost)
        if index > first {
          if runs.hasTrouble { judge(known.steps[Int(lines[index - 1])], line: line(index - 1)) }
          return []
        }
      }
      if index == end { return [] }
    }
    let (current, id) = (index, Int(lines[index]))
    index += 1
    // Most lines are such events; to take one out of its step copies all that an event could have.
    if waiting == nil, let event = EventSymbol.event(known.symbols[id], in: runs.chart) {
      return take(known.steps[id], at: line(current)) { machine in
        machine.make(event.rawValue) { $0.send(event) }
        return true
      }
    }
    guard case .event(let event) = known.steps[id], waiting == nil else {
      return run(known.steps[id], at: line(current))
    }
    return take(known.steps[id], at: line(current)) { machine in
      machine.make(known.symbols[id]) { $0.send(event) }
      return true
    }
  }

  /// Runs one step; `line` is only made where it is needed. Returns what is wrong with it or, now that it
  /// cannot be excused any more, with the one before.
  package mutating func run(_ step: ScriptStep, at line: @autoclosure () -> ScriptLine) -> [Report] {
    if waiting != nil, !step.standsInForHost {
      if waiting?.hold(step, line: line()) == true {
        if isSetUp { setUp.keep(step, line: line()) }
        return []
      }
      let before = begin()
      return before + run(step, at: line())
    }
    switch step {
    case .nothing: return []
    case .event(let event): return take(step, at: line()) { $0.send(event) }
    case .test(_, let shown): return beginTest(shown, line: line())
    case .chart, .expect, .set, .show, .advance, .end, .host:
      let line = line()
      if isSetUp { setUp.keep(step, line: line) }
      return perform(step, line: line)
    }
  }

  /// Lets the machine take the event of a step; `send` says whether there may be something wrong with it.
  private mutating func take(
    _ step: @autoclosure () -> ScriptStep, at line: @autoclosure () -> ScriptLine,
    send: (inout MemoisedMachine) -> Bool
  ) -> [Report] {
    if isSetUp { setUp.keep(step(), line: line()) }
    let before = finish()
    if send(&runs), isStrict || tellsUnhandled || runs.hasTrouble { judge(step(), line: line()) }
    return before
  }

  /// Whether what is run now is run again at the beginning of each test.
  private var isSetUp: Bool { setUp.isOpen && !isInTest }

  /// When the next timer is due, on the machine's clock.
  package mutating func nextTimer() -> Int64? {
    runs.nextTimer()
  }

  /// The machine's clock, in milliseconds.
  package var time: Int64 { runs.time }

  /// Lets time pass in which nothing is due.
  package mutating func passTime(to time: Int64) {
    runs.passTime(to: time)
  }

  /// How the last event ended; nil before one came.
  package var lastOutcome: Outcome? {
    mutating get { runs.look { $0.lastOutcome } }
  }

  /// What an expectation that does not hold asks for, and what is.
  package mutating func details(of expectation: Expectation) -> ExpectationDetails {
    runs.look { machine in
      var details = expectation.details(in: &machine, after: record)
      if details.help == nil, let reason = UnhandledReason.note(in: machine) {
        details.help = reason.text
        details.parts += reason.parts
      }
      return details
    }
  }

  /// What is left to say when the script is over.
  package mutating func finish() -> [Report] {
    let before = begin()
    if pending.isEmpty { return before }
    defer { pending = [] }
    return before + pending
  }

  mutating func perform(_ step: ScriptStep, line: ScriptLine) -> [Report] {
    switch step {
    case .nothing, .chart, .test: return []
    case .host(let answer):
      self.answer(answer)
      return []
    case .expect(let expectation):
      pending.removeAll { expectation.excuses($0.diagnostic.code) }
      guard let failure = runs.look({ expectation.failure(in: &$0, after: record) }) else { return [] }
      let details = details(of: expectation)
      return [
        report(
          .expectationFailed, line: line, message: failure, help: details.help,
          reasons: ExpressionValues.lines(details.parts))
      ]
    case .event(let event):
      return take(step, at: line) { $0.send(event) }
    case .set(let path, let expression, let shown):
      let before = finish()
      runs.set(path, to: expression, shown: shown)
      judge(step, line: line)
      return before
    case .show(let expression, let shown):
      let before = finish()
      runs.show(expression, shown: shown)
      pending = faults(of: line)
      return before
    case .end(let end):
      let before = finish()
      runs.end(end)
      judge(step, line: line)
      return before
    case .advance(let advance, let shown):
      let before = finish()
      runs.advance(advance, shown: shown)
      judge(step, line: line)
      return before
    }
  }
}
