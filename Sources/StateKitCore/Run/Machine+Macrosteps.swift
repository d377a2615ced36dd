import CEL

/// The loop of macrosteps and microsteps (Semantics.md, rules 17 to 22).
extension Machine {
  /// Handles everything that is due at this moment, each as a macrostep. Mostly nothing waits.
  @inline(__always)
  mutating func settle() {
    if relatives == nil, timers.hasNone, work.sent.isEmpty, data.meter.end == nil { return }
    settle(until: time)
  }

  /// Handles sent events and due timers, each as a macrostep, until nothing is due at `target`; for nil, until nothing
  /// is left.
  mutating func settle(until target: Int64?) {
    if let relatives { return settleFamily(relatives, until: target) }
    var macrosteps = 0
    defer { work.macrosteps = macrosteps }
    // The last macrosteps before the limit.
    var log = StepLog()
    while !isFinished {
      if data.meter.end != nil { return dropQueues() }
      if timers.hasNone, work.sent.isEmpty { break }
      // Anything that the limit prevents stays due.
      let isDue = timers.nextDue().map { $0 <= time } ?? false
      if isDue || !work.sent.isEmpty, isOver(&macrosteps, log: log) { return }
      let isLogged = macrosteps + StepLog.capacity > limits.macrosteps
      if let timer = changeTimers({ [time] in $0.popDue(at: time) }) {
        if isLogged { log.append(timer, in: chart) }
        fire(timer)
      } else if let waiting = work.sent.popFirst() {
        data.memory.release(waiting.size)
        switch waiting {
        case .event(let event):
          if isLogged { log.append(event: event.label, in: chart) }
          emit(.event(event.label))
          _ = handle(external: event)
        case .message(let event, let recipient):
          failToDeliver(event.label, sendID: event.ids.send, to: recipient)
        }
      } else if let due = timers.nextDue(), due <= target ?? due {
        time = due
      } else {
        break
      }
    }
    if let target { time = max(time, target) }
  }

  /// The number of macrosteps in which sent events and due timers of the last script line were handled.
  package var macrosteps: Int { relatives?.macrosteps ?? work.macrosteps }

  /// Counts a macrostep of a script line; returns true if it is one too many. `log`: those before it.
  mutating func isOver(_ macrosteps: inout Int, log: StepLog? = nil) -> Bool {
    macrosteps += 1
    let isInterrupted = data.meter.poll()
    if macrosteps <= limits.macrosteps, !isInterrupted {
      // An event that no handler handles has no place, not that of the macrostep before it.
      work.firstHandler = -1
      return false
    }
    relatives?.isOver = true
    dropQueues()
    if isInterrupted {
      reportEndOfLine(at: nil)
      return true
    }
    report(
      "\(limits.macrosteps) macrosteps in one script line, the limit of sent events and due timers"
        + (log.map { ": \($0.summary(in: chart))" } ?? ""),
      at: log == nil ? nil : span(of: work.firstHandler), end: .endless)
    return true
  }

  /// Handles an event from a script, a timer or a machine. `isAnswered`: true if an unhandled event is to be reported.
  /// `passed`: its index among the events that the step passes on, if another machine passed it on, else -1.
  /// `isDue`: true if its timer has fired.
  mutating func handle(
    external event: Event, isAnswered: Bool = true, passed: Int32 = -1, isDue: Bool = false
  ) -> Outcome {
    guard let relatives else { return handle(alone: event, isAnswered: isAnswered) }
    kin.passed = passed
    relatives.forward(event, from: &self)
    let outcome = handle(alone: event, isAnswered: isAnswered)
    if isDue { relatives.note(fired: outcome, from: self) }
    if kin.passed >= 0, kin.address != .first { kin.passed = -1 }
    return outcome
  }

  private mutating func handle(alone event: Event, isAnswered: Bool) -> Outcome {
    trace.recorder?.note(asking: event)
    data.show(event)
    if event.ids.invoke != nil, let finalizer = finalizer(of: event) {
      return telling { $0.handle(event, finalizing: finalizer, isAnswered: isAnswered) }
    }
    selectOrReport(event)
    return telling { $0.performSelected(isAnswered: isAnswered) }
  }

  /// Handlers are chosen after the actions of an invocation for its events (Children.md).
  private mutating func handle(_ event: Event, finalizing invocation: Invocation, isAnswered: Bool) -> Outcome {
    var outcome = Outcome.declined
    macrostep { machine throws(Halt) in
      machine.trace.recorder?.hasActed = true
      try machine.runHook(invocation.finalize, of: invocation.state)
      machine.selectOrReport(event)
      outcome = machine.showSelected(isAnswered: isAnswered)
      try machine.checkLine()
      try machine.microstep()
    }
    return outcome
  }

  mutating func select(_ event: Event) {
    guard let id = event.id else {
      work.selection.removeAll()
      return
    }
    work.selector.select(.event(id), in: configuration, history: history, data: &data, into: &work.selection)
  }

  mutating func performSelected(isAnswered: Bool = true) -> Outcome {
    let outcome = showSelected(isAnswered: isAnswered)
    macrostep { machine throws(Halt) in
      try machine.checkLine()
      try machine.microstep()
    }
    return outcome
  }

  /// Shows the result of the choice of handlers, before any is carried out. The usual choice shows nothing.
  @inline(__always)
  private mutating func showSelected(isAnswered: Bool) -> Outcome {
    if work.selection.isPlain, trace.recorder == nil, data.meter.end == nil, kin.passed < 0 { return .handled }
    return showReasons(isAnswered: isAnswered)
  }

  /// The guards that were false, as trace entries. A transition of another notation can be a handler of several keys; it
  /// is shown once.
  var refusals: [TraceEntry] {
    let reasons = work.selection.reasons
    var seen: Set<SourceSpan> = []
    return reasons.compactMap { reason in
      let handler = chart.handlers[Int(reason.handler)]
      if reasons.count > 1, let origin = chart.origin(of: handler), !seen.insert(origin).inserted { return nil }
      let text = chart.written(expression: handler.condition)
      return .declined(handler.state, guard: text, error: reason.refusal.error)
    }
  }

  /// Finishes the machine: `root` is done.
  mutating func finish() {
    isFinished = true
    if let recorder = trace.recorder, !timers.isEmpty { recorder.note(.timers) }
    changeTimers { $0.removeAll() }
    dropQueues()
    kin.waiting.removeAll()
    dropWork()
    // A child exits its states now, and each of them stops its invocations.
    if kin.address == .first { stopChildren(nil) }
  }

  /// Makes a first step, then further steps until nothing is left (Semantics.md, rule 18).
  mutating func macrostep(_ first: (inout Machine) throws(Halt) -> Void) {
    defer {
      if !work.failedGuards.isEmpty { work.failedGuards.removeAll(keepingCapacity: true) }
      data.forgetFailed()
    }
    work.steps.removeAll()
    work.actionCount = 0
    (work.firstHandler, work.lastHandler) = (-1, -1)
    trace.pending.beginMacrostep()
    var isHalted = false
    do throws(Halt) {
      try first(&self)
      rest()
      if chart.hasAlways || !work.raised.isEmpty { try stabilize() }
      try checkLine()
    } catch {
      dropQueues()
      relatives?.dropMessages(for: &self)
      work.depth = 0
      work.hook = -1
      work.handler = -1
      for index in work.exiting.indices { work.exiting[index] = 0 }
      if error.end == .endless { trace.pending.flushEndless(trace.sink, recorder: trace.recorder) }
      keepRoot()
      if !reportEndOfLine(at: error.span) { report(error.message, at: error.span, end: error.end) }
      isHalted = true
    }
    if !isHalted, !chart.invariants.isEmpty { checkInvariants() }
    if configuration.isDone(.root) {
      emit(.done)
      finish()
    } else {
      startInvocations()
    }
    reportEndOfLine(at: nil)
  }

  mutating func stabilize() throws(Halt) {
    while true {
      if chart.hasAlways {
        work.selector.select(.always, in: configuration, history: history, data: &data, into: &work.selection)
        try checkLine()
        noteFailedGuards()
        if let coverage { for handler in work.selection.forbidding { coverage.countTaken(Int(handler)) } }
        if let first = work.selection.handlers.first {
          let handler = chart.handlers[Int(first)]
          try step(.always(handler.state), at: handler.span)
          for taken in work.selection.handlers { emit(.always(chart.handlers[Int(taken)].state)) }
          try microstep()
          rest()
          continue
        }
      }
      guard let event = work.raised.popFirst() else { return try checkLine() }
      data.memory.release(event.size)
      try step(event: event)
      emit(.event(event.label))
      trace.recorder?.note(asking: event)
      data.show(event)
      select(event)
      try checkLine()
      noteFailedGuards()
      showForbidding()
      reportUnhandled(event)
      try telling { machine throws(Halt) in try machine.microstep() }
      rest()
    }
  }

  /// Carries out the chosen handlers together: exits, actions, entries (Semantics.md, rules 10 and 17).
  mutating func microstep() throws(Halt) {
    if work.selection.handlers.isEmpty { return }
    trace.recorder?.hasActed = true
    work.lastHandler = work.selection.handlers[0]
    if work.firstHandler < 0 { work.firstHandler = work.lastHandler }
    if work.selection.handlers.count == 1, try performKnown(work.selection.handlers[0]) { return }
    let handlers = work.selection.handlers
    trace.recorder?.footprint?.record(work.selection, in: chart)
    if let coverage { for handler in handlers { coverage.countTaken(Int(handler)) } }
    if !handlers.contains(where: { chart.handlers[Int($0)].goes }) { return try runActions(of: handlers) }
    if try performDirectly(handlers) { return }
    work.transitions[0].removeAll()
    for handler in handlers { addMoves(of: chart.handlers[Int(handler)]) }
    try transition(handlers: handlers)
  }
}
