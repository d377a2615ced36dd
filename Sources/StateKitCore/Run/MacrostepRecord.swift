package import CEL

/// Something that a macrostep asked of the data or did to it.
package enum DataAccess: Sendable {
  /// A condition was evaluated. `answers`: what the configuration said to the expression's questions, a bit each; `inputs`: what it
  /// read of the context, where that is known.
  case question(Int32, answers: UInt64, inputs: [KnownInput]?, holds: Bool)
  /// A context key was set to a value that stands in the chart.
  case set(slot: Int32, Value)
  /// A context key was set to the value of an expression.
  case assign(slot: Int32, Int32, answers: UInt64, inputs: [KnownInput]?, Value)
  /// The value of an expression stands in a text that the trace shows.
  case show(Int32, answers: UInt64, inputs: [KnownInput]?, Value)
  /// A loop begins, over a list with `count` elements.
  case loop(Int32, answers: UInt64, count: Int)
  /// The innermost loop takes the element with this index: it is put where its name stands for, and its index likewise.
  case round(Int, element: Int32, index: Int32?)
  /// The innermost loop is over.
  case endLoop
}

/// The `after` timers of a state were started or stopped. What is due when the macrostep begins has no part in that.
package struct TimerChange: Sendable {
  let state: StateID
  let areStarted: Bool
}

/// How a machine took an event: what is needed to do the same without it.
package struct MacrostepRecord: Sendable {
  /// What the trace shows of it.
  package internal(set) var trace = TraceStep()
  /// In order.
  package internal(set) var accesses: [DataAccess] = []
  /// Whose `after` timers were started or stopped, in order.
  package internal(set) var timerChanges: [TimerChange] = []
  /// For each text that was logged: what stands in the chart of it, nil for each value in between; empty where all does.
  var logs: [[String?]] = []
  /// What it depended on beside the accesses.
  package internal(set) var dependence: Dependence = []

  /// What the machine made of the event, where that was passed on to it.
  package internal(set) var passedOutcome: Outcome?

  /// What it cost (`CostMeter`).
  package internal(set) var cost = 0

  /// Whether it can be made again from this record alone.
  package var isReplayable: Bool { dependence.isEmpty && timerChanges.isEmpty }

  /// The same where the machine's timers are at hand.
  var isReplayableWithTimers: Bool { dependence.isEmpty }

  /// Whether it set the context.
  var setsData: Bool {
    !timerChanges.isEmpty || accesses.contains { if case .question = $0 { false } else { true } }
  }

  /// Whether it logged a text that may be another one the next time.
  var logsValues: Bool { logs.contains { !$0.isEmpty } }

  /// Whether an event was ignored or declined.
  var hasUnhandled: Bool {
    trace.entries.contains {
      switch $0 {
      case .ignored, .declined: true
      case .exit, .enter, .effect, .event, .always, .afterFired, .sendFired, .invoke, .stop, .forbidden, .rejected,
        .error,
        .invariant, .value, .done, .child:
        false
      }
    }
  }

  /// The entries that show a value which may be another one the next time, in order.
  var openEntries: [TraceStep.OpenEntry] {
    if accesses.isEmpty { return [] }
    let isSetOpen: [Bool] = accesses.compactMap {
      switch $0 {
      case .question, .show, .loop, .round, .endLoop: nil
      case .set: false
      case .assign: true
      }
    }
    var open: [TraceStep.OpenEntry] = []
    var (sets, logs) = (isSetOpen[...], self.logs[...])
    for (index, entry) in trace.entries.enumerated() {
      switch entry {
      case .effect(.assign, _): if sets.popFirst() == true { open.append(TraceStep.OpenEntry(index: index)) }
      case .effect(.log, _):
        if let parts = logs.popFirst(), !parts.isEmpty {
          open.append(TraceStep.OpenEntry(index: index, parts: parts))
        }
      case .effect(.call, _), .effect(.raise, _), .effect(.send, _), .effect(.cancel, _), .effect(.goToState, _), .exit,
        .enter, .event, .always, .afterFired, .sendFired, .ignored, .invoke, .stop, .declined, .forbidden, .rejected,
        .error,
        .invariant, .value, .done, .child:
        break
      }
    }
    return open
  }
}

/// Notes how one macrostep is made. Shared by the machine and its data while somebody records (`Machine.recording`).
package final class MacrostepRecorder {
  var record = MacrostepRecord()
  /// How many events the expressions have been shown since the recording began.
  var shownEvents = 0
  private var isTooLong = false
  private var rounds = 0
  /// What the step looks at, where somebody asks for that instead.
  var footprint: Footprint?

  /// Notes what a part of the macrostep declares to depend on.
  package func note(_ part: borrowing some MacrostepPart) {
    note(part.dependence)
  }

  func note(_ dependence: Dependence) {
    record.dependence.formUnion(dependence)
  }

  /// More of a macrostep is not noted: it is not worth keeping.
  private static let mostEntries = 1 << 16
  private static let mostBytes = 1 << 20
  private static let mostRounds = 64

  /// Notes that a loop takes an element of its list.
  func noteRound(_ number: Int, element: Int32, index: Int32?) {
    rounds += 1
    if rounds > Self.mostRounds { isTooLong = true }
    note(.round(number, element: element, index: index))
  }

  /// Notes an access that says all there is to say.
  func note(_ access: DataAccess) {
    replace(record.dependence, with: access)
  }

  /// Notes that the `after` timers of a state are started or stopped.
  func noteTimers(of state: StateID, areStarted: Bool) {
    if record.timerChanges.count == Self.mostEntries { isTooLong = true }
    if isTooLong { return dropRecord() }
    record.timerChanges.append(TimerChange(state: state, areStarted: areStarted))
  }

  /// Adds what happened.
  func add(_ entries: TraceEntries) {
    if footprint != nil { return }
    let bytes = entries.weight
    if record.trace.entries.count + entries.count > Self.mostEntries || bytes > Self.mostBytes { isTooLong = true }
    if isTooLong { dropRecord() } else { record.trace.entries += entries }
  }

  private func dropRecord() {
    note(.undeclared)
    record.trace.entries = []
    record.accesses = []
    record.logs = []
    record.timerChanges = []
  }

  /// Notes an access to the data instead of what was noted since the dependence was `before`: the access says it all.
  func replace(_ before: Dependence, with access: DataAccess) {
    if record.accesses.count == Self.mostEntries { isTooLong = true }
    if isTooLong { return dropRecord() }
    record.accesses.append(access)
    record.dependence = before
  }
}

extension Machine {
  /// Notes what a part of the macrostep that is being made declares to depend on.
  package func note(_ part: borrowing some MacrostepPart) {
    trace.recorder?.note(part)
  }

  /// How many accesses to the data, and how many changes of timers, have been noted of the macrostep that is being made.
  package var recorded: (accesses: Int, timerChanges: Int) {
    guard let record = trace.recorder?.record else { return (0, 0) }
    return (record.accesses.count, record.timerChanges.count)
  }

  /// Lets `body` make the machine take an event, and notes how.
  package mutating func recording(_ body: (inout Machine) -> Void) -> MacrostepRecord {
    let recorder = MacrostepRecorder()
    trace.recorder = recorder
    data.recorder = recorder
    let spent = data.meter.spent
    body(&self)
    flush()
    recorder.record.cost = data.meter.spent - spent
    trace.recorder = nil
    data.recorder = nil
    recorder.record.trace.openEntries = recorder.record.openEntries
    return recorder.record
  }
}
