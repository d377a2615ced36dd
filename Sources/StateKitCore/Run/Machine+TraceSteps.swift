package import CEL

/// The steps of a trace: the start, events, what a script sets.
extension Machine {
  /// Enters `root` and completes it (Semantics.md, rule 2).
  package mutating func start() {
    begin(.start)
    let before = work.changes
    enterRoot()
    settle()
    end(nil, changed: work.changes != before)
  }

  /// The first macrostep.
  mutating func enterRoot() {
    data.show(platform: "init")
    work.selection.removeAll()
    macrostep { machine throws(Halt) in
      machine.work.transitions[0].removeAll()
      machine.work.transitions[0].targets = [Transition.Target(state: .root)]
      try machine.transition(handlers: [])
    }
  }

  /// Handles one event to its end (Semantics.md, rule 18).
  @discardableResult
  package mutating func send(_ event: Event) -> Outcome {
    begin(.event(event.label, data: event.data))
    let before = work.changes
    var outcome = Outcome.ignored
    if isFinished {
      emit(.ignored)
    } else if chart.alphabet == nil, !chart.mayEndWork(event.label) {
      // The usual event, which `arrival` would accept unchanged.
      outcome = handleToEnd(event)
    } else {
      switch arrival(of: event) {
      case .rejected(let why):
        emit(.rejected(why))
        trace.recorder?.note(.reports)
        rejection = why
        outcome = .rejected
      case .end(let event, let work):
        end(work, by: event)
        outcome = handleToEnd(event)
      case .event(let event):
        outcome = handleToEnd(event)
      }
    }
    lastOutcome = outcome
    end(outcome, changed: work.changes != before)
    return outcome
  }

  /// Handles an event and everything that follows. The outcome of a passed event is the best outcome of all machines.
  private mutating func handleToEnd(_ event: Event) -> Outcome {
    let outcome = handle(external: event)
    let isPassedOn = kin.passed >= 0
    if isPassedOn { relatives?.passed[0].isLine = true }
    settle()
    return isPassedOn ? relatives?.passed.first?.outcome ?? outcome : outcome
  }

  /// Sets the context, as `:set` does, without a macrostep. `shown` is the step's header.
  package mutating func set(_ path: [String], to expression: Expression, shown: String) {
    aside(shown, value: expression) { machine, value throws(DataModel.Failure) in
      if let why = DataModel.whyNotKept(value) { throw DataModel.Failure(message: why, span: expression.source.span) }
      let path = machine.chart.contextPath(path)
      try machine.data.assign(path, value: value, at: expression.source.span)
      machine.emit(.effect(.assign(path: path, value), inHook: false))
    }
  }

  /// Shows the value of an expression, as `? expression` does. `shown` is the step's header.
  package mutating func show(_ expression: Expression, shown: String) {
    aside(shown, value: expression) { machine, value throws(DataModel.Failure) in
      if let why = value.whyNotJSON { throw DataModel.Failure(message: why, span: expression.source.span) }
      machine.emit(.value(value))
    }
  }

  /// Writes a step without a macrostep: evaluates an expression, and passes its value to `body`.
  private mutating func aside(
    _ shown: String, value expression: Expression, body: (inout Machine, Value) throws(DataModel.Failure) -> Void
  ) {
    begin(.aside(shown))
    do throws(DataModel.Failure) {
      let value = try data.evaluate(expression, in: configuration)
      try body(&self, value)
    } catch {
      report(error.message, at: nil, failed: error.span)
    }
    end(nil, changed: false)
  }

  package mutating func evaluate(_ expression: Expression) throws(DataModel.Failure) -> Value {
    // The evaluation does not belong to the last line.
    let meter = data.meter
    defer { data.meter = meter }
    data.meter.beginLine()
    return try data.evaluate(expression, in: configuration)
  }

  /// The external event that expressions see; nil if they see another event.
  package var seenEvent: Event? {
    guard data.seen.type.utf8.elementsEqual(EventSource.external.rawValue.utf8) else { return nil }
    return chart.event(chart.text(of: data.seen.label).utf8Bytes.span, data: data.seen.data)
  }

  /// Returns the machine with an event that expressions see but that it has not handled.
  package func seeing(_ event: Event) -> Machine {
    var machine = self
    machine.data.show(seen(event))
    return machine
  }

  /// Writes a step to the trace that has no effect.
  package mutating func note(_ header: String) {
    begin(.line(header))
    end(nil, changed: false)
  }
}
