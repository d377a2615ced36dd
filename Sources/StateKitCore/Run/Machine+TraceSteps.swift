package import CEL

/// The steps of a trace: the start, events, what a script sets.
extension Machine {
  /// Enters `root` and what it leads to (Semantics.md, rule 2).
  package mutating func start() {
    begin(.start)
    let before = work.changes
    enterRoot()
    settle()
    end(nil, changed: work.changes != before)
  }

  /// The first macrostep.
  mutating func enterRoot() {
    data.see(platform: "init")
    work.selection.removeAll()
    macrostep { machine throws(Halt) in
      machine.work.transitions[0].removeAll()
      machine.work.transitions[0].targets = [Transition.Target(state: .root)]
      try machine.transition(handlers: [])
    }
  }

  /// Takes one event to its end (Semantics.md, rule 18).
  @discardableResult
  package mutating func send(_ event: Event) -> Outcome {
    begin(.event(event.label, data: event.data))
    let before = work.changes
    var outcome = Outcome.ignored
    if isFinished {
      emit(.ignored)
    } else if chart.alphabet == nil, !chart.mayEndWork(event.label) {
      // The usual event, which `arrival` would let in as it is.
      outcome = takeToEnd(event)
    } else {
      switch arrival(of: event) {
      case .rejected(let why):
        emit(.rejected(why))
        trace.recorder?.note(.reports)
        rejection = why
        outcome = .rejected
      case .end(let event, let work):
        end(work, by: event)
        outcome = takeToEnd(event)
      case .event(let event):
        outcome = takeToEnd(event)
      }
    }
    lastOutcome = outcome
    end(outcome, changed: work.changes != before)
    return outcome
  }

  /// Takes an event and all that follows. What is passed on is as good as the best that the machines make of it.
  private mutating func takeToEnd(_ event: Event) -> Outcome {
    let outcome = take(external: event)
    let isPassedOn = kin.passed >= 0
    settle()
    return isPassedOn ? relatives?.firstAnswer ?? outcome : outcome
  }

  /// Sets context, as `:set` does; no macrostep begins. `shown` is the step's header.
  package mutating func set(_ path: [String], to expression: Expression, shown: String) {
    begin(.line(shown))
    do throws(DataModel.Failure) {
      let value = try data.evaluate(expression, in: configuration)
      if let why = DataModel.whyNotKept(value) { throw DataModel.Failure(message: why, span: expression.source.span) }
      let path = chart.contextPath(path)
      try data.assign(path, value: value, at: expression.source.span)
      emit(.effect(.assign(path: path, value), inHook: false))
    } catch {
      report(error.message, at: nil, failed: error.span)
    }
    end(nil, changed: false)
  }

  /// Shows the value of an expression, as `? expression` does. `shown` is the step's header.
  package mutating func show(_ expression: Expression, shown: String) {
    begin(.question(shown))
    do throws(DataModel.Failure) {
      let value = try data.evaluate(expression, in: configuration)
      if let why = value.whyNotJSON { throw DataModel.Failure(message: why, span: expression.source.span) }
      emit(.value(value))
    } catch {
      report(error.message, at: nil, failed: error.span)
    }
    end(nil, changed: false)
  }

  /// The value of an expression now.
  package mutating func evaluate(_ expression: Expression) throws(DataModel.Failure) -> Value {
    // It is no part of the line that was run last.
    let meter = data.meter
    defer { data.meter = meter }
    data.meter.beginLine()
    return try data.evaluate(expression, in: configuration)
  }

  /// The event from outside that expressions see; nil where they see another one.
  package var seenEvent: Event? {
    guard data.seen.type.utf8.elementsEqual(EventSource.external.rawValue.utf8) else { return nil }
    return chart.event(chart.text(of: data.seen.label).utf8Bytes.span, data: data.seen.data)
  }

  /// The machine with an event that expressions see, which it has not taken.
  package func seeing(_ event: Event) -> Machine {
    var machine = self
    machine.data.see(seen(event))
    return machine
  }

  /// A step that does nothing but stand in the trace.
  package mutating func note(_ header: String) {
    begin(.line(header))
    end(nil, changed: false)
  }
}
