package import CEL

/// A chart that runs: small mutable state beside the immutable chart.
///
/// Every call is one item of a trace: it goes on until nothing is left to do at this moment of the virtual clock, and
/// tells its sink what happened. Used as a variable, not shared.
package struct Machine {
  package let chart: Chart
  let limits: Limits
  /// The context and the event that expressions see.
  package internal(set) var data: DataModel
  package internal(set) var configuration: Configuration
  /// The clock, in milliseconds since the start.
  package internal(set) var time: Int64 = 0
  /// `root` is done: nothing happens any more.
  package internal(set) var isFinished = false
  /// What went wrong in the last item and nothing took up, at most 100 of them.
  package internal(set) var faults: [Fault] = []
  /// Why the event of the last item was not let in.
  package internal(set) var rejection: String?
  /// How the last timer or sent event of the last item ended.
  package internal(set) var lastOutcome: Outcome?

  var history: HistoryStore
  var timers = TimerQueue()
  var raised = Queue<Event>()
  private var sent = Queue<SentItem>()
  var selector: HandlerSelector
  var planner: WalkPlanner
  private var selection = HandlerSelection()
  /// The walks that are on their way, the outermost first; kept for their storage.
  var walks = [Walk()]
  /// How deep `goToState` actions are nested now.
  var depth = 0
  /// Every entry and exit counts one: a walk sees by it that a nested one has moved the machine.
  var moves = 0
  var steps = StepLog()
  var actionCount = 0
  /// For each state, how many walks have it on their list of exits; only kept where there is history.
  var exiting: [Int32] = []
  /// The guards that have failed in this macrostep.
  private var failedGuards: Set<Int32> = []
  private var trace: [TraceEntry] = []
  let sink: any TraceSink
  /// The machines that invoke one another; nil where the chart invokes none.
  var family: MachineFamily?
  /// The number of this machine's chart in the family, and which of its machines this one is.
  let member: Int32
  var address = MachineAddress.first
  /// The ids of the machines on the way to this one, its own the last.
  var path: [String] = []
  /// What it has invoked.
  package internal(set) var children = ChildList()
  /// States that invoke and were entered in this macrostep.
  var waiting: [StateID] = []
  /// It exits its states, and nothing comes after that.
  var isStopping = false
  /// It was stopped before its end: what it sends goes nowhere.
  var isSilenced = false
  /// What `root` was done with.
  var output: Value?
  /// Counts what happens.
  let coverage: Coverage?
  /// Notes how the step is made, while somebody records.
  var recorder: MacrostepRecorder?
  /// Looks on between microsteps.
  package var observer: (any MachineObserver)?

  /// What waits in the queue of a machine that has no family.
  private enum SentItem {
    case event(Event)
    /// For another machine, and there is none.
    case message(Event, to: TimerQueue.Recipient)
  }

  /// Something that went wrong while running.
  package struct Fault: Sendable {
    package let code: DiagnosticCode
    package let message: String
    package let span: SourceSpan?
    /// In the file of which chart of the family that is.
    package let chart: Int
  }

  /// A limit was reached: the macrostep ends here.
  struct Halt: Error {
    let message: String
    let span: SourceSpan?
  }

  /// A machine before its start. `context` replaces the chart's first values.
  package init(
    _ chart: Chart, context: [Value]? = nil, limits: Limits = Limits(), sink: any TraceSink, coverage: Coverage? = nil
  ) {
    let family = chart.family.map {
      MachineFamily(chart, $0, limits: limits, sink: sink, coverage: coverage)
    }
    self.init(chart, context, family, member: 0, limits: limits, sink: sink, coverage: coverage)
  }

  /// A machine for children that run a chart of a family.
  init(of family: MachineFamily, chart number: Int) {
    self.init(
      family.first.relative(number), nil, family, member: number, limits: family.limits,
      sink: ChildSink(family.sink, chart: number), coverage: family.coverage?.relative(number))
  }

  private init(
    _ chart: Chart, _ context: [Value]?, _ family: MachineFamily?, member: Int, limits: Limits, sink: any TraceSink,
    coverage: Coverage?
  ) {
    self.chart = chart
    data = DataModel(chart, context: context)
    self.family = family
    self.member = Int32(member)
    self.limits = limits
    self.sink = sink
    self.coverage = coverage
    configuration = Configuration(chart)
    history = HistoryStore(chart)
    selector = HandlerSelector(chart, coverage: coverage)
    planner = WalkPlanner(chart)
    if chart.hasHistory { exiting = [Int32](repeating: 0, count: chart.states.count) }
  }

  // MARK: Macrosteps

  /// Sent events and due timers, each as its own macrostep, until nothing is due at `target`; nil: until none is left.
  mutating func settle(until target: Int64?) {
    if let family {
      settleFamily(family, until: target)
      return
    }
    var macrosteps = 0
    while !isFinished {
      // What is not taken up because of the limit stays due.
      let isDue = timers.nextDue().map { $0 <= time } ?? false
      if isDue || !sent.isEmpty, isOver(&macrosteps) { return }
      if let timer = timers.popDue(at: time) {
        fire(timer)
      } else if let item = sent.popFirst() {
        switch item {
        case .event(let event):
          emit(.event(event.label))
          lastOutcome = take(external: event)
        case .message(let event, let recipient): failToDeliver(event.label, to: recipient)
        }
      } else if let due = timers.nextDue(), due <= target ?? due {
        time = due
      } else {
        break
      }
    }
    if let target { time = max(time, target) }
  }

  mutating func isOver(_ macrosteps: inout Int) -> Bool {
    macrosteps += 1
    let isInterrupted = observer?.wantsToStop ?? false
    if macrosteps <= limits.macrosteps, !isInterrupted { return false }
    family?.isOver = true
    sent.removeAll()
    if isInterrupted {
      report("interrupted", nil)
      return true
    }
    report("\(limits.macrosteps) macrosteps in one script item, the limit of sent events and due timers", nil)
    return true
  }

  mutating func fire(_ timer: TimerQueue.Timer) {
    recorder?.note(timer.payload)
    switch timer.payload {
    case .send(let event, _, let recipient?):
      emit(.sendFired(time: time, event.label))
      queue(event, to: recipient)
    case .send(let event, _, nil):
      emit(.sendFired(time: time, event.label))
      lastOutcome = take(external: event)
    case .after(let state, let number):
      emit(.afterFired(time: time, delay: chart.timers[Int(number)].delay, state: state))
      coverage?.fire(number)
      data.see(platform: "after")
      selector.select(timer: number, in: configuration, &data, into: &selection)
      lastOutcome = takeSelected()
    }
  }

  /// Takes an event that a script, a timer or a machine sent. `isAnswered`: somebody wants to know that nothing handles it.
  mutating func take(external event: Event, isAnswered: Bool = true) -> Outcome {
    if family != nil { forward(event) }
    recorder?.note(event.origin)
    data.see(event)
    select(event)
    if case .failure(let message, let span) = event.origin, selection.outcome != .handled { report(message, span) }
    return takeSelected(isAnswered: isAnswered)
  }

  private mutating func select(_ event: Event) {
    guard let id = event.id else {
      selection.removeAll()
      return
    }
    selector.select(.event(id), in: configuration, history, &data, into: &selection)
  }

  private mutating func takeSelected(isAnswered: Bool = true) -> Outcome {
    let outcome = selection.outcome
    if let recorder, recorder.record.handlers == nil {
      recorder.record.handlers = selection.handlers
      recorder.record.firstQuestions = recorder.record.accesses.count
    }
    for state in selection.forbidding { emit(.forbidden(state)) }
    if let coverage { for handler in selection.forbiddingHandlers { coverage.take(Int(handler)) } }
    if outcome == .ignored, isAnswered { emit(.ignored) }
    if outcome == .declined, isAnswered {
      for (state, number) in selection.declined {
        emit(.declined(state, guard: chart.expressions[Int(number)].text))
      }
    }
    noteFailedGuards()
    macrostep { machine throws(Halt) in
      try machine.microstep()
    }
    return outcome
  }

  /// `root` is done: nothing is left to come.
  mutating func finish() {
    isFinished = true
    if let recorder, !timers.isEmpty { recorder.note(.timers) }
    timers.removeAll()
    sent.removeAll()
    raised.removeAll()
    waiting.removeAll()
    // A child exits its states now, and each of them stops what it invoked.
    if address == .first { stopChildren() }
  }

  /// A first step, then whatever follows until nothing is left (Semantics.md, rule 18).
  mutating func macrostep(_ first: (inout Machine) throws(Halt) -> Void) {
    defer { failedGuards.removeAll(keepingCapacity: true) }
    steps.removeAll()
    actionCount = 0
    var isHalted = false
    do throws(Halt) {
      try first(&self)
      rest()
      try stabilize()
    } catch {
      raised.removeAll()
      sent.removeAll()
      family?.drop(for: address, named: path.last)
      depth = 0
      for index in exiting.indices { exiting[index] = 0 }
      report(error.message, error.span)
      isHalted = true
    }
    if !isHalted, !chart.invariants.isEmpty { checkInvariants() }
    if configuration.isDone(.root) {
      emit(.done)
      finish()
    } else if family != nil {
      startChildren()
    }
  }

  private mutating func stabilize() throws(Halt) {
    while true {
      if chart.hasAlways {
        selector.select(.always, in: configuration, history, &data, into: &selection)
        noteFailedGuards()
        if let first = selection.handlers.first {
          let handler = chart.handlers[Int(first)]
          try step(.always(handler.state), at: handler.span)
          for taken in selection.handlers { emit(.always(chart.handlers[Int(taken)].state)) }
          try microstep()
          rest()
          continue
        }
      }
      guard let event = raised.popFirst() else { return }
      try step(event: event)
      emit(.event(event.label))
      recorder?.note(event.origin)
      data.see(event)
      select(event)
      noteFailedGuards()
      for state in selection.forbidding { emit(.forbidden(state)) }
      if let coverage { for handler in selection.forbiddingHandlers { coverage.take(Int(handler)) } }
      if case .failure(let message, let span) = event.origin, selection.outcome != .handled { report(message, span) }
      try microstep()
      rest()
    }
  }

  /// The chosen handlers together: exits, actions, entries (Semantics.md, rules 10 and 17).
  private mutating func microstep() throws(Halt) {
    guard !selection.handlers.isEmpty else { return }
    let handlers = selection.handlers
    if let coverage { for handler in handlers { coverage.take(Int(handler)) } }
    walks[0].removeAll()
    var goes = false
    for number in handlers {
      let handler = chart.handlers[Int(number)]
      if handler.reentry != .none || !handler.targets.isEmpty { goes = true }
      addMoves(of: handler)
    }
    if goes {
      try walk(handlers: handlers)
    } else {
      for number in handlers { try run(chart.handlers[Int(number)].actions, inHook: false) }
    }
  }

  private mutating func addMoves(of handler: EventHandler) {
    for place in handler.targets.indices { walks[0].targets.append(Walk.Target(state: chart.targets[place])) }
    if handler.reentry == .none { return }
    if handler.targets.isEmpty { walks[0].targets.append(Walk.Target(state: handler.state)) }
    if handler.reentry == .children {
      walks[0].domains.append(handler.state)
      if chart.states[handler.state.index].kind == .parallel {
        walks[0].parallels.append(configuration.activation(of: handler.state))
      }
    } else if let domain = chart.reentryDomain(from: handler.state, to: handler.targets, handler.reentry) {
      walks[0].domains.append(domain)
      if chart.states[domain.index].kind == .parallel {
        walks[0].parallels.append(configuration.activation(of: domain))
      }
    } else {
      walks[0].exitsRoot = true
    }
  }

  /// A guard that fails raises `error.execution`, once in a macrostep (Semantics.md, rule 28).
  private mutating func noteFailedGuards() {
    for (number, failure) in selection.failures where failedGuards.insert(number).inserted {
      fail(failure.message, failure.span)
    }
  }

  private mutating func checkInvariants() {
    for (name, expression) in chart.invariants {
      do throws(DataModel.Failure) {
        if try data.holds(expression, in: configuration) { continue }
        emit(.invariant(name))
        let message = "the invariant \(DisplayText.name(name)) is broken: \(chart.expressions[Int(expression)].text)"
        addFault(.brokenInvariant, message, chart.expressions[Int(expression)].source.span)
      } catch {
        report("the invariant \(DisplayText.name(name)): \(error.message)", error.span)
      }
    }
  }

  // MARK: Trace

  mutating func emit(_ entry: TraceEntry) {
    trace.append(entry)
    if trace.count >= 4096 { flush() }
  }

  private mutating func rest() {
    guard let observer else { return }
    flush()
    observer.rest(self)
  }

  mutating func flush() {
    if trace.isEmpty { return }
    sink.add(trace)
    recorder?.record.trace.entries += trace
    trace.removeAll(keepingCapacity: true)
  }

  mutating func begin(_ header: TraceHeader) {
    if !faults.isEmpty { faults.removeAll() }
    rejection = nil
    family?.living = children.total
    sink.begin(header)
    recorder?.record.trace.header = header
  }

  mutating func end(_ outcome: Outcome?, moved: Bool) {
    flush()
    let summary = TraceSummary(
      outcome: outcome, moved: moved, time: time, leaves: configuration.leaves, isDone: isFinished)
    sink.end(summary)
    recorder?.record.trace.summary = summary
  }

  /// Writes an error that nothing in the chart took up.
  mutating func report(_ message: String, _ span: SourceSpan?) {
    emit(.error(message, span))
    addFault(.runError, message, span)
  }

  mutating func addFault(_ code: DiagnosticCode, _ message: String, _ span: SourceSpan?) {
    recorder?.note(.reports)
    if faults.count < 100 { faults.append(Fault(code: code, message: message, span: span, chart: Int(member))) }
  }

  /// Queues an event for after this macrostep.
  mutating func queue(sent event: Event) {
    if let family {
      recorder?.note(.machines)
      family.messages.append(.event(sentEvent(event, invokeID: nil), to: address))
    } else {
      sent.append(.event(event))
    }
  }

  /// Queues a message for a child or the parent. Whom it names is looked for when it is delivered.
  mutating func queue(_ event: Event, to recipient: TimerQueue.Recipient) {
    guard let family else { return sent.append(.message(event, to: recipient)) }
    recorder?.note(.machines)
    if isSilenced { return }
    if recipient.isParent, let parent = address.parent {
      // The parent outlives this machine, which need not be there any more when the message is taken up.
      family.messages.append(.event(sentEvent(event, invokeID: path.last), to: parent))
    } else {
      family.messages.append(.message(sentEvent(event, invokeID: nil), from: address, to: recipient))
    }
  }

  /// Queues an event for later, for this machine or another one.
  mutating func queue(_ event: Event, delay: Int64, id: [UInt8]?, to recipient: TimerQueue.Recipient?) -> Bool {
    timers.send(event, delay: delay, id: id, to: recipient, now: time)
  }
}
