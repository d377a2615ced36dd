import CEL

/// Starting timers, their lengths, and their effects (Semantics.md, rules 25 to 27).
extension Machine {
  /// Starts the timers of an entered state. A timer without a defined length is an error; the others run.
  mutating func startTimers(of state: StateID, timers: TableRange) throws(Halt) {
    let (chart, time) = (self.chart, self.time)
    try admit(timers.indices.count * HeldBytes.timer, at: nil)
    let isStarted: Bool
    if chart.delayNames.isEmpty {
      trace.recorder?.noteTimers(of: state, areStarted: true)
      isStarted = changeTimers {
        $0.startAfter(state, timers: timers.indices, lengths: { chart.timers[$0].milliseconds }, now: time)
      }
    } else {
      // The lengths that the host returns may differ the next time.
      trace.recorder?.note(.timers)
      let known = lengths(of: timers)
      isStarted = changeTimers {
        $0.startAfter(state, timers: timers.indices, lengths: { known[$0 - Int(timers.start)] }, now: time)
      }
    }
    if !isStarted {
      fail("a timer of \(chart.shownReference(state)) would be due beyond \(Delay.shownLongest)", at: nil)
    }
  }

  /// The lengths of the timers in milliseconds; nil for an undefined one.
  private mutating func lengths(of timers: TableRange) -> [Int64?] {
    timers.indices.map { index in
      switch chart.timers[index].delay {
      case .milliseconds(let length): return length
      case .named(let id):
        let name = chart.names.text(id)
        if let length = data.delay(named: name) { return length }
        let first = chart.timers[index].candidates.indices.first
        fail(Self.missing(delay: name), at: first.map { chart.handlers[$0].span })
        return nil
      }
    }
  }

  /// Handles a due timer.
  mutating func fire(_ timer: TimerQueue.Timer) {
    trace.recorder?.note(.timers)
    switch timer.payload {
    case .send(let event, _, let recipient?):
      emit(.sendFired(time: time, event.label))
      kin.passed = -1
      // Replaced by the outcome of its receiver.
      note(fired: .ignored)
      queue(event, to: recipient, isDue: true)
    case .send(let event, _, nil):
      emit(.sendFired(time: time, event.label))
      lastOutcome = handle(external: event, isDue: true)
    case .after(let state, let timer, let milliseconds): fire(timer, of: state, after: milliseconds)
    }
  }

  private mutating func fire(_ timer: Int32, of state: StateID, after milliseconds: Int64) {
    emit(.afterFired(time: time, delay: milliseconds, state: state))
    coverage?.fire(timer)
    data.show(platform: "after")
    work.selector.select(timer: timer, in: configuration, data: &data, into: &work.selection)
    kin.passed = -1
    note(fired: performSelected())
  }

  private mutating func note(fired outcome: Outcome) {
    lastOutcome = outcome
    relatives?.note(fired: outcome, from: self)
  }

  mutating func milliseconds(_ delay: DelayText) throws(DataModel.Failure) -> Int64 {
    switch delay {
    case .milliseconds(let number): return number
    case .named(let name, let span): return try milliseconds(named: chart.names.text(name), at: span)
    case .text(let template, let span):
      let text = try data.text(of: template, in: configuration)
      if Delay.isName(text.utf8Bytes.span) { return try milliseconds(named: text, at: span) }
      do throws(Delay.ParseError) {
        return try Delay.parse(calculated: text.utf8Bytes.span)
      } catch {
        throw DataModel.Failure(message: "\(DisplayText.quoted(text)) is not a delay", span: span)
      }
    }
  }

  private func milliseconds(named name: String, at span: SourceSpan) throws(DataModel.Failure) -> Int64 {
    if let number = data.delay(named: name) { return number }
    throw DataModel.Failure(message: Self.missing(delay: name), span: span)
  }

  private static func missing(delay name: String) -> String {
    "nothing gives the delay \(DisplayText.name(name))"
  }
}

extension AfterTimer {
  /// The length that the chart defines; 0 if the host defines it.
  var milliseconds: Int64 {
    switch delay {
    case .milliseconds(let number): number
    case .named: 0
    }
  }
}
