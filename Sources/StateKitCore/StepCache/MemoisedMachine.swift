// Longer than others: every decision about memoising is in one place.
import CEL

/// A machine that replays known macrosteps. It has the interface of a `Machine`, writes an equal trace, and makes every
/// decision about memoising.
///
/// * The `Machine` does not know about it. It makes a macrostep under a recorder (`Machine.recording`). The step is
///   kept if all its parts declare that they depend only on the situation, the event and the data (`Dependence`,
///   `MacrostepRecord.isReplayable`).
/// * An `Automaton` stores the records: from (situation, event) to the output, the assignments and the next situation.
///   A replayed macrostep only writes, sets, and starts and stops timers. The machine itself stays behind, and catches
///   up (`catchUp`) when it is read or used for something else.
/// * Nothing is kept for a machine with listeners or coverage, or for one that invokes others (`MemoisedChildren`
///   replays their macrosteps); nor if lookups mostly fail.
///
/// It is a class: a running machine is never copied, and code that copies a value of its size is large.
package final class MemoisedMachine {
  package let chart: Chart
  private let options: Options
  private let coverage: Coverage?
  private let sink: any TraceSink
  private let record: (any TraceSink)?
  /// The writer of the trace, if macrosteps may be replayed.
  private let writer: (any TraceWriter)?
  private var machine: Machine
  private var automaton: Automaton
  /// True if macrosteps may be replayed. Stored, because testing the large optional automaton would copy it.
  private var isReplaying: Bool
  /// The machine right after its start, for callers that start it often, and the id of its situation in the automaton.
  private var started: (machine: Machine, situation: Int32?)?
  private var startFaults: [Machine.Fault] = []
  /// True if the machine has changed only its situation, context and timers since its start.
  private var isPristine = false
  /// True if the machine still has to be reset to its start.
  private var mustReturn = false

  /// The receivers of steps.
  package struct Sinks {
    let trace: any TraceWriter
    /// Gets the steps of the machine and, on request, the last replayed one.
    let record: (any TraceSink)?
    /// Gets every step, so none can be replayed.
    let listener: (any TraceSink)?

    package init(trace: any TraceWriter, record: (any TraceSink)? = nil, listener: (any TraceSink)? = nil) {
      self.trace = trace
      self.record = record
      self.listener = listener
    }
  }

  /// Creates a machine before its start. `coverage` counts the machine's work.
  package init(_ chart: Chart, options: Options, sinks: Sinks, coverage: Coverage? = nil) {
    self.chart = chart
    self.options = options
    self.coverage = coverage
    record = sinks.record
    // Most scripts request nothing that has to be recorded.
    let more = [sinks.record, sinks.listener].compactMap(\.self)
    sink = more.isEmpty ? sinks.trace : TraceSplitter([sinks.trace] + more)
    writer = options.replays && coverage == nil && sinks.listener == nil ? sinks.trace : nil
    machine = Self.fresh(chart, options: options, sink: sink, coverage: coverage, writer: more.isEmpty ? writer : nil)
    automaton = Self.empty(chart, options: options)
    isReplaying = writer != nil && chart.invocations.isEmpty
  }

  private static func empty(_ chart: Chart, options: Options) -> Automaton {
    Automaton(
      chart, keepsEntries: options.keepsEntries, refusesUnhandled: options.refusesUnhandled, patience: options.patience)
  }

  private static func fresh(
    _ chart: Chart, options: Options, sink: any TraceSink, coverage: Coverage?, writer: (any TraceWriter)?
  ) -> Machine {
    var machine = Machine(chart, context: options.context, limits: options.limits, sink: sink, coverage: coverage)
    machine.data.answers = options.answers
    if let writer, let family = machine.relatives {
      family.replay = MemoisedChildren(family, writer: writer)
    }
    return machine
  }

  // MARK: The machine's interface

  /// Enters `root` and completes it.
  package func start() {
    machine.start()
  }

  /// Restarts the machine, and keeps the memoised macrosteps.
  package func restart() {
    if let started {
      if !isPristine || started.situation == nil {
        machine = started.machine
        isPristine = true
      } else if automaton.hasChangedData {
        machine.resetData(to: started.machine)
      }
      automaton.hasChangedData = false
      automaton.resume(from: started.situation)
      mustReturn = true
      return
    }
    renew()
    start()
    // If entries may be requested, the start must be repeated.
    if !options.keepsEntries {
      started = (machine, isReplaying ? automaton.id(of: machine) : nil)
      startFaults = machine.faults
      isPristine = true
    }
  }

  /// Resets the machine to its state before the start, and keeps the memoised macrosteps.
  package func renew() {
    let observer = machine.observer
    leaveAutomaton()
    machine = Self.fresh(
      chart, options: options, sink: sink, coverage: coverage, writer: record == nil && observer == nil ? writer : nil)
    machine.observer = observer
    if let embedder { machine.attach(embedder) }
  }

  /// Handles one event to its end. Returns true if the machine made the step, so that there may be errors: a replayed
  /// step has neither errors nor a rejection.
  @discardableResult
  package func send(_ event: Event) -> Bool {
    let symbol = EventSymbol.of(event, in: chart)
    if let symbol, replay(symbol) { return false }
    make(symbol) { $0.send(event) }
    return true
  }

  /// The clock, in milliseconds.
  package var time: Int64 { machine.time }

  /// The errors of the last step that no handler handled.
  package var faults: [Machine.Fault] {
    if mustReturn { return startFaults }
    return automaton.isAhead ? [] : machine.faults
  }

  /// True if the last step has errors or a rejected event. Called after every step, so it copies nothing.
  package var hasTrouble: Bool {
    if mustReturn { return !startFaults.isEmpty }
    return !automaton.isAhead && (machine.rejection != nil || !machine.faults.isEmpty)
  }

  /// The cost of the last line that the machine ran.
  package var lineCost: Int { machine.lineCost }

  /// The reason why the event of the last step was rejected.
  package var rejection: String? {
    mustReturn || automaton.isAhead ? nil : machine.rejection
  }

  /// Calls `body` with the machine in its current state.
  package func look<Result>(_ body: (inout Machine) -> Result) -> Result {
    catchUp()
    return body(&machine)
  }

  package var current: Machine {
    var copy = machine
    Self.move(&copy, with: automaton, from: mustReturn ? started : nil)
    return copy
  }

  package func restore(_ snapshot: MachineSnapshot) {
    change { $0.restore(snapshot) }
  }

  /// Observes the machine between microsteps; nothing is replayed then.
  package var observer: (any MachineObserver)? {
    get { machine.observer }
    set {
      catchUp()
      leaveAutomaton()
      if newValue != nil { isReplaying = false }
      machine.observer = newValue
    }
  }

  /// The host of the machine; nothing is replayed then.
  package var embedder: (any MachineHost)? {
    didSet {
      catchUp()
      leaveAutomaton()
      isReplaying = false
      started = nil
      machine.attach(embedder)
    }
  }

  /// The answers to host guards, and named delays. Macrosteps that depend on an answer are never replayed.
  package var answers: HostAnswers? {
    get { machine.data.answers }
    set {
      catchUp()
      machine.data.answers = newValue
      started = nil
    }
  }

  // MARK: Replaying

  /// The number of replayed macrosteps, including those of children.
  package var replayed: Int {
    let children = machine.relatives?.replay as? MemoisedChildren
    return automaton.cursor.hits + (children?.replayed ?? 0)
  }

  /// Replays lines by their symbols, while their macrosteps are known. Returns the index of the first other line.
  package func replay(_ lines: [LineID], in range: Range<Int>, symbols: [Int32]) -> Int {
    guard isReplaying, let writer else { return range.lowerBound }
    return automaton.run(lines, in: range, symbols: symbols, machine: &machine, to: &writer.out)
  }

  /// Makes steps for lines from `index` on: while they are plain events, macrosteps are not replayed, the machine is at
  /// rest, the last step has nothing to report, and the cost is below `most`. Returns the cost.
  package func make(
    _ lines: [LineID], at index: inout Int, upTo end: Int, symbols: [Int32], atMost most: Int
  ) -> Int {
    guard !isReplaying, !mustReturn, !automaton.isAhead else { return 0 }
    isPristine = false
    var cost = 0
    while index < end, cost < most, let event = EventSymbol.event(symbols[Int(lines[index])], in: chart),
      machine.handlesAtRest(event)
    {
      index += 1
      cost += machine.lineCost
      if !machine.faults.isEmpty { break }
    }
    return cost
  }

  private func replay(_ symbol: Int32) -> Bool {
    guard isReplaying, let writer else { return false }
    return automaton.replay(symbol, machine: &machine, to: &writer.out)
  }

  /// Makes the step of an event, and memoises it if it has a symbol and can be replayed.
  package func make(_ symbol: Int32?, body: (inout Machine) -> Void) {
    catchUp()
    if isReplaying, automaton.isUseless {
      isReplaying = false
      automaton = Self.empty(chart, options: options)
      started?.situation = nil
    }
    guard isReplaying, let writer else {
      isPristine = false
      return body(&machine)
    }
    if !automaton.make(symbol, on: &machine, writer: writer, body: body) { isPristine = false }
  }

  /// Makes a step that is not memoised.
  func change(_ body: (inout Machine) -> Void) {
    catchUp()
    leaveAutomaton()
    body(&machine)
  }

  private func leaveAutomaton() {
    isPristine = false
    mustReturn = false
    automaton.forget()
  }

  /// Brings the machine to the state after the replayed macrosteps.
  private func catchUp() {
    if automaton.isAhead, let record, options.keepsEntries {
      record.begin(.start)
      record.add(TraceEntries(automaton.lastEntries))
    }
    Self.move(&machine, with: automaton, from: mustReturn ? started : nil)
    automaton.cursor.ending = -1
    mustReturn = false
  }

  /// Moves a machine to where the automaton is, or back to its start.
  private static func move(
    _ machine: inout Machine, with automaton: borrowing Automaton, from started: (machine: Machine, situation: Int32?)?
  ) {
    if automaton.isAhead { return automaton.place(&machine) }
    guard let started, let situation = started.situation else { return }
    automaton.put(&machine, in: situation, seeing: started.machine.data.seen)
  }
}
