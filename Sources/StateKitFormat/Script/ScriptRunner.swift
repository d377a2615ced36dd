package import StateKitCore

/// Runs the steps of a script on a machine, one at a time, and checks them (Semantics.md, rule 7; Scripts.md). It is not
/// copied: a copy would run the same machine.
package struct ScriptRunner {
  /// An error of the script or the run, with its position.
  package struct Report: Sendable {
    package enum Origin: Sendable {
      /// The file of a chart, by its index in the family.
      case chart(Int)
      case script(ScriptLine)
      /// No position in a file.
      case none
    }

    package let origin: Origin
    package let diagnostic: Diagnostic
    /// True if the run was asked to stop.
    package let isInterruption: Bool

    package init(origin: Origin, diagnostic: Diagnostic, isInterruption: Bool = false) {
      self.origin = origin
      self.diagnostic = diagnostic
      self.isInterruption = isInterruption
    }
  }

  package struct Options: Sendable {
    package var machine = MemoisedMachine.Options()
    /// True if ignored and declined events are errors.
    package var isStrict = false
    /// True if ignored and declined events are mentioned without being errors.
    package var tellsUnhandled = false
    /// The replacements for the host from the start on.
    package var host = HostLines()
    /// True if tests may follow: then the lines before the first test are kept for the others.
    package var hasTests = true
    /// True if expectations may ask for the effects of a step.
    package var keepsRecord = true

    package init() {}
  }

  let isStrict: Bool
  let tellsUnhandled: Bool
  /// The number of reasons for unhandled events that may still be computed: no more are shown.
  var reasonsLeft = 100
  let record: StepRecord
  let runs: MemoisedMachine
  /// The lines before the first `:test`: the set-up of every test.
  var setUp: SetUpLines
  var isInTest = false
  /// The saved machine and its host answers with which the tests begin; nil if they begin at the start of the chart.
  var beginning: (snapshot: MachineSnapshot, answers: HostAnswers?)?
  /// The pending start, while lines that replace the host may come before it; nil after the start.
  var waiting: WaitingStart?
  let asksHost: Bool
  var link: HostLink?
  /// Records lines that replace the host, which are no steps of the trace.
  let recorder: ScriptRecorder?
  /// The errors of the last step, unless an expectation on the next line expects them.
  var pending: [Report] = []

  /// Creates a runner before its start. `coverage` counts the machine's work; `listener` gets all its entries.
  package init(
    _ chart: Chart, options: Options, trace: any TraceWriter, listener: (any TraceSink)? = nil,
    coverage: Coverage? = nil
  ) {
    (isStrict, tellsUnhandled) = (options.isStrict, options.tellsUnhandled)
    (record, setUp, asksHost) = (StepRecord(chart), SetUpLines(isWanted: options.hasTests), chart.asksHost)
    let answers = options.host.answers(for: chart)
    recorder = listener as? ScriptRecorder
    for line in answers?.lines ?? [] { recorder?.append(host: line) }
    var machine = options.machine
    machine.answers = answers
    machine.keepsEntries = options.keepsRecord
    machine.refusesUnhandled = isStrict
    runs = MemoisedMachine(
      chart, options: machine,
      sinks: MemoisedMachine.Sinks(
        trace: trace, record: options.keepsRecord || isStrict ? record : nil, listener: listener), coverage: coverage)
  }

  /// Runs lines by their indices in `known`, from `index` on, while there are no reports and the cost is low. Returns
  /// the errors of the last line or, if they are no longer expected, of the previous one. `line` creates the line at an
  /// index.
  package mutating func run(
    _ lines: [LineID], at index: inout Int, upTo end: Int, known: borrowing KnownLines, line: (Int) -> ScriptLine
  ) -> [Report] {
    var cost = 0
    while true {
      let reports = runSome(lines, at: &index, upTo: end, known: known, cost: &cost, line: line)
      cost += runs.lineCost
      // Returns to the caller, who may wait for output or want to interrupt.
      if !reports.isEmpty || index == end || cost >= Self.mostCost { return reports }
    }
  }

  /// The cost after which the run returns to the caller.
  private static let mostCost = 10_000

  /// Runs as many lines as can be replayed, and one more; or those that the machine can handle at rest.
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
    // Most lines are events of this kind; extracting one from its step would copy all parts of an event.
    if waiting == nil, let event = EventSymbol.event(known.symbols[id], in: runs.chart) {
      return handle(known.steps[id], at: line(current)) { machine in
        machine.make(event.rawValue) { $0.send(event) }
        return true
      }
    }
    guard case .event(let event) = known.steps[id], waiting == nil else {
      return run(known.steps[id], at: line(current))
    }
    return handle(known.steps[id], at: line(current)) { machine in
      machine.make(known.symbols[id]) { $0.send(event) }
      return true
    }
  }

  /// Runs one step; `line` is created only when needed. Returns its errors or, if they are no longer expected, those of
  /// the previous step.
  package mutating func run(_ step: ScriptStep, at line: @autoclosure () -> ScriptLine) -> [Report] {
    if waiting != nil, !step.standsInForHost {
      if waiting?.hold(step, line: line()) == true {
        if isSetUp { setUp.keep(step, line: line()) }
        return []
      }
      return begin() + run(step, at: line())
    }
    switch step {
    case .nothing: return []
    case .event(let event): return handle(step, at: line()) { $0.send(event) }
    case .test(_, let shown): return beginTest(shown, line: line())
    case .chart, .expect, .set, .show, .advance, .end, .host:
      let line = line()
      if isSetUp { setUp.keep(step, line: line) }
      return perform(step, line: line)
    }
  }

  /// Makes the machine handle the event of a step; `send` returns true if there may be errors.
  private mutating func handle(
    _ step: @autoclosure () -> ScriptStep, at line: @autoclosure () -> ScriptLine,
    send: (MemoisedMachine) -> Bool
  ) -> [Report] {
    if isSetUp { setUp.keep(step(), line: line()) }
    let before = finish()
    if send(runs), isStrict || tellsUnhandled || runs.hasTrouble { judge(step(), line: line()) }
    return before
  }

  /// True if the current step is repeated at the beginning of each test.
  package var isSetUp: Bool { setUp.isOpen && !isInTest }

  /// The time of the next timer, on the machine's clock.
  package mutating func nextTimer() -> Int64? { runs.nextTimer() }

  /// The machine's clock, in milliseconds.
  package var time: Int64 { runs.time }

  /// Advances the time while nothing is due.
  package mutating func passTime(to time: Int64) { runs.passTime(to: time) }

  /// The outcome of the last event; nil before the first.
  package var lastOutcome: Outcome? { mutating get { runs.look { $0.lastOutcome } } }

  /// The remaining reports at the end of the script.
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
      let record = record
      guard let failure = ask({ expectation.failure(in: &$0, after: record) }) else {
        pending.removeAll { expectation.excuses($0.diagnostic.code) }
        return []
      }
      let details = details(of: expectation)
      return [
        report(
          .expectationFailed, line: line, message: failure, help: details.help,
          reasons: ExpressionValues.lines(details.parts))
      ]
    case .event(let event):
      return handle(step, at: line) { $0.send(event) }
    case .set(let path, let expression, let shown):
      let before = finish()
      runs.set(path, to: expression, shown: shown)
      pending = faults(of: line)
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
