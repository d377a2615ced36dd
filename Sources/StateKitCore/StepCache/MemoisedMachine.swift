// Longer than others: every decision about what is memoised stands in one place.
import CEL

/// A machine that replays macrosteps it has made before: it has the interface of a `Machine`, writes the same trace, and
/// owns every decision about what is memoised.
///
/// * The machine knows nothing of it. A macrostep is made by the machine under a recorder (`Machine.recording`), and kept
///   when everything that had a part in it declares that it depends on nothing but the situation, the event and the data
///   (`Dependence`, `MacrostepRecord.isReplayable`).
/// * An `Automaton` keeps what was recorded: (situation, event) → what is written, what is set, the next situation. Writing,
///   setting, starting and stopping timers is all that a replayed macrostep does; the machine itself stays behind, and is brought there (`catchUp`)
///   as soon as anybody looks at it or makes it do something else.
/// * Nothing is kept for a machine that somebody listens to or counts, that invokes others (their macrosteps are replayed
///   by `MemoisedChildren`), or whose trace cannot be laid out (`StepWriter`); nor where more is looked up than found.
package struct MemoisedMachine {
  package let chart: Chart
  private let options: Options
  private let coverage: Coverage?
  private let sink: any TraceSink
  private let record: (any TraceSink)?
  /// What the trace is written to, where macrosteps may be replayed.
  private let writer: (any StepWriter)?
  private var machine: Machine
  private var automaton: Automaton
  /// Macrosteps may be replayed. Not derived from whether there is an automaton: asking that of so large an optional copies it.
  private var isReplaying: Bool
  /// The machine right after its start, for those that start it often, and the id of its situation in the automaton.
  private var started: (machine: Machine, situation: Int32?)?
  /// What went wrong in that start.
  private var startFaults: [Machine.Fault] = []
  /// Since its start the machine has changed nothing but its situation, its context and its timers.
  private var isPristine = false
  /// The machine is to be put back to its start, and has not been yet.
  private var mustReturn = false

  /// A machine before its start. `record` hears of the steps that the machine makes and, once somebody looks, of the last one
  /// that was replayed; `listener` hears of every step, so that none can be replayed. `coverage` counts what the machine does.
  package init(
    _ chart: Chart, options: Options, trace: any TraceWriter, record: (any TraceSink)? = nil,
    listener: (any TraceSink)? = nil, coverage: Coverage? = nil
  ) {
    self.chart = chart
    self.options = options
    self.coverage = coverage
    self.record = record
    // Most scripts ask for nothing that has to be recorded.
    var more: [any TraceSink] = []
    if let record { more.append(record) }
    if let listener { more.append(listener) }
    sink = more.isEmpty ? trace : TraceSplitter([trace] + more)
    writer = options.replays && coverage == nil && listener == nil ? trace.stepWriter : nil
    machine = Self.fresh(chart, options: options, sink: sink, coverage: coverage, writer: more.isEmpty ? writer : nil)
    automaton = Self.empty(chart, options: options)
    isReplaying = writer != nil && chart.invocations.isEmpty
  }

  private static func empty(_ chart: Chart, options: Options) -> Automaton {
    Automaton(
      chart, keepsEntries: options.keepsEntries, refusesUnhandled: options.refusesUnhandled, patience: options.patience)
  }

  private static func fresh(
    _ chart: Chart, options: Options, sink: any TraceSink, coverage: Coverage?, writer: (any StepWriter)?
  ) -> Machine {
    var machine = Machine(chart, context: options.context, limits: options.limits, sink: sink, coverage: coverage)
    machine.data.answers = options.answers
    if let writer, let family = machine.relatives as? MachineFamily {
      family.replay = MemoisedChildren(family, writer: writer)
    }
    return machine
  }

  // MARK: The machine's interface

  /// Enters `root` and what it leads to.
  package mutating func start() {
    machine.start()
  }

  /// Starts again, as if nothing had happened; what was learned of macrosteps is kept.
  package mutating func restart() {
    if let started {
      if !isPristine || started.situation == nil {
        machine = started.machine
        isPristine = true
      } else if automaton.hasChangedData {
        machine.resetData(to: started.machine)
      }
      automaton.hasChangedData = false
      automaton.goOn(from: started.situation)
      mustReturn = true
      return
    }
    renew()
    start()
    // Where somebody asks what the start did, it has to be done again.
    if !options.keepsEntries {
      started = (machine, isReplaying ? automaton.id(of: machine) : nil)
      startFaults = machine.faults
      isPristine = true
    }
  }

  /// Becomes a machine before its start; what was learned of macrosteps is kept.
  package mutating func renew() {
    let observer = machine.observer
    leaveAutomaton()
    machine = Self.fresh(
      chart, options: options, sink: sink, coverage: coverage, writer: record == nil && observer == nil ? writer : nil)
    machine.observer = observer
  }

  /// Takes one event to its end. Whether the machine has made it, so that there may be something to say about it: a replayed
  /// one has neither errors nor a rejection.
  @discardableResult
  package mutating func send(_ event: Event) -> Bool {
    let symbol = EventSymbol.of(event, in: chart)
    if let symbol, replay(symbol) { return false }
    make(symbol) { $0.send(event) }
    return true
  }

  /// The clock, in milliseconds.
  package var time: Int64 { machine.time }

  /// What went wrong in the last step and nothing took up.
  package var faults: [Machine.Fault] {
    if mustReturn { return startFaults }
    return automaton.isAhead ? [] : machine.faults
  }

  /// Whether something went wrong in the last step, or its event was rejected. Asked after every step: nothing is copied.
  /// Mutating, because a caller that may change the machine would copy all of it to ask.
  package var hasTrouble: Bool {
    mutating get {
      if mustReturn { return !startFaults.isEmpty }
      return !automaton.isAhead && (machine.rejection != nil || !machine.faults.isEmpty)
    }
  }

  /// What the last line cost that the machine has run. Mutating for the same reason.
  package var lineCost: Int { mutating get { machine.lineCost } }

  /// Why the event of the last step was not let in.
  package var rejection: String? {
    mustReturn || automaton.isAhead ? nil : machine.rejection
  }

  /// Looks at the machine as it is now.
  package mutating func look<Result>(_ body: (inout Machine) -> Result) -> Result {
    catchUp()
    return body(&machine)
  }

  /// The machine as it is now.
  package var current: Machine {
    var copy = self
    copy.catchUp()
    return copy.machine
  }

  /// Makes the machine what it was.
  package mutating func restore(_ snapshot: MachineSnapshot) {
    change { $0.restore(snapshot) }
  }

  /// Looks on between microsteps; nothing is replayed then.
  package var observer: (any MachineObserver)? {
    get { machine.observer }
    set {
      catchUp()
      leaveAutomaton()
      if newValue != nil { isReplaying = false }
      machine.observer = newValue
    }
  }

  /// What answers host guards and named delays from now on. Macrosteps in which an answer had a part are never replayed.
  package var answers: HostAnswers? {
    get { machine.data.answers }
    set {
      catchUp()
      machine.data.answers = newValue
      started = nil
    }
  }

  // MARK: Replaying

  /// How many macrosteps were replayed, those of children among them.
  package var replayed: Int {
    let children = (machine.relatives as? MachineFamily)?.replay as? MemoisedChildren
    return automaton.cursor.hits + (children?.replayed ?? 0)
  }

  /// Takes lines by the symbols of what they say, as long as their macrosteps can be replayed: the index of the first that
  /// cannot.
  package mutating func replay(_ lines: [LineID], in range: Range<Int>, symbols: [Int32]) -> Int {
    guard isReplaying, let writer else { return range.lowerBound }
    return automaton.run(lines, in: range, symbols: symbols, machine: &machine, to: &writer.out)
  }

  /// Lets the machine take lines from `index` on, as long as they are plain events, macrosteps are not replayed, the machine is at
  /// rest, there is nothing to say of the last one, and they have not cost `most`. Returns what they have cost.
  package mutating func make(
    _ lines: [LineID], at index: inout Int, upTo end: Int, symbols: [Int32], atMost most: Int
  ) -> Int {
    guard !isReplaying, !mustReturn, !automaton.isAhead else { return 0 }
    isPristine = false
    var cost = 0
    while index < end, cost < most, let event = EventSymbol.event(symbols[Int(lines[index])], in: chart),
      machine.takesAtRest(event)
    {
      index += 1
      cost += machine.lineCost
      if !machine.faults.isEmpty { break }
    }
    return cost
  }

  private mutating func replay(_ symbol: Int32) -> Bool {
    guard isReplaying, let writer else { return false }
    return automaton.take(symbol, machine: &machine, to: &writer.out)
  }

  /// Lets the machine take an event, and keeps how where it has a symbol and can be replayed.
  package mutating func make(_ symbol: Int32?, body: (inout Machine) -> Void) {
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

  /// Makes the machine do something that is not kept.
  mutating func change(_ body: (inout Machine) -> Void) {
    catchUp()
    leaveAutomaton()
    body(&machine)
  }

  private mutating func leaveAutomaton() {
    isPristine = false
    mustReturn = false
    automaton.forget()
  }

  /// Brings the machine to where replayed macrosteps have led.
  private mutating func catchUp() {
    if automaton.isAhead {
      if let record, options.keepsEntries {
        record.begin(.start)
        record.add(TraceEntries(automaton.lastEntries))
      }
      automaton.catchUp(&machine)
    } else if mustReturn, let started, let situation = started.situation {
      automaton.put(&machine, in: situation, seeing: started.machine.data.seen)
    }
    mustReturn = false
  }
}
