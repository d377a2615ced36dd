package import CEL

/// An access of a macrostep to the data.
package enum DataAccess: Sendable {
  /// A condition was evaluated. `answers`: the configuration's answers to the expression's questions, a bit each;
  /// `inputs`: the context values that it read, if they are known; `questions`: those of the record that its host guards
  /// asked.
  case question(Int32, answers: UInt64, inputs: [KnownInput]?, questions: Range<Int>, holds: Bool)
  /// A context key was set to a constant of the chart.
  case set(slot: Int32, Value)
  /// A context key was set to the value of an expression.
  case assign(slot: Int32, Int32, answers: UInt64, inputs: [KnownInput]?, Value)
  /// The value of an expression is part of a text that the trace shows.
  case show(Int32, answers: UInt64, inputs: [KnownInput]?, Value)
  /// A loop began, over a list with `count` elements.
  case loop(Int32, answers: UInt64, count: Int)
  /// The innermost loop takes the element with this index, and sets the slots of its names.
  case round(Int, element: Int32, index: Int32?)
  /// The innermost loop ended.
  case endLoop

  /// True if a repetition of the access may turn out to be unknown: only a constant of the smallest size always fits
  /// the memory limit.
  var mayFail: Bool {
    if case .set(_, let value) = self { value.size > Value.int(0).size } else { true }
  }
}

/// The `after` timers of a state were started or stopped. Timers that are due at the beginning of the macrostep do not
/// affect this.
package struct TimerChange: Sendable {
  let state: StateID
  let areStarted: Bool
}

/// A record of how a machine handled an event: the data that is needed to replay it.
package struct MacrostepRecord: Sendable {
  package internal(set) var trace = TraceStep()
  /// The accesses in order.
  package internal(set) var accesses: [DataAccess] = []
  /// The states whose `after` timers were started or stopped, in order.
  package internal(set) var timerChanges: [TimerChange] = []
  /// For each logged text: its constant parts, and nil for each value; empty for a constant text.
  var logs: [[String?]] = []
  /// The questions to host guards in order, if they are recorded.
  var questions: [HostQuestion] = []
  /// Its dependence apart from the accesses.
  package internal(set) var dependence: Dependence = []

  /// The outcome of its event; nil if the machine handled the event.
  package internal(set) var unhandledOutcome: Outcome?

  /// The event with which it began: the recorded accesses read no later one.
  var firstSeen: SeenEvent?

  /// Its cost (`CostMeter`).
  package internal(set) var cost = 0

  /// True if it can be replayed from this record alone.
  package var isReplayable: Bool { dependence.isEmpty && timerChanges.isEmpty }

  /// True if it can be replayed given the machine's timers.
  var isReplayableWithTimers: Bool { dependence.isEmpty }

  var setsData: Bool {
    !timerChanges.isEmpty || accesses.contains { if case .question = $0 { false } else { true } }
  }

  /// True if it logged a text that may vary.
  var logsValues: Bool { logs.contains { !$0.isEmpty } }

  /// True if an event was ignored or declined.
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

  /// The entries with a value that may vary, in order.
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
      if case .effect(.assign, _) = entry {
        if sets.popFirst() == true { open.append(TraceStep.OpenEntry(index: index)) }
      } else if case .effect(.log, _) = entry, let parts = logs.popFirst(), !parts.isEmpty {
        open.append(TraceStep.OpenEntry(index: index, parts: parts))
      }
    }
    return open
  }
}

/// Records how one macrostep is made. The machine and its data share it during a recording (`Machine.recording`).
package final class MacrostepRecorder {
  var record = MacrostepRecord()
  /// The number of events that expressions have seen since the recording began.
  var shownEvents = 0
  /// True if questions to host guards are recorded, for a program that repeats them.
  var recordsQuestions = false
  /// True if a handler has been carried out.
  var hasActed = false
  private var isTooLong = false
  private var rounds = 0
  /// Records the reads of the step instead; nil for a normal recording.
  var footprint: Footprint?

  /// Records the dependence of a part of the macrostep.
  func note(_ dependence: Dependence) {
    record.dependence.formUnion(dependence)
  }

  /// The highest number of recorded entries: a longer macrostep is not worth keeping.
  private static let mostEntries = 1 << 16
  private static let mostBytes = 1 << 20
  private static let mostRounds = 64

  /// Records that a loop takes an element of its list.
  func noteRound(_ number: Int, element: Int32, index: Int32?) {
    rounds += 1
    if rounds > Self.mostRounds { isTooLong = true }
    note(.round(number, element: element, index: index))
  }

  /// Records an access that describes everything by itself.
  func note(_ access: DataAccess) {
    replace(record.dependence, with: access)
  }

  /// Records that the `after` timers of a state are started or stopped.
  func noteTimers(of state: StateID, areStarted: Bool) {
    if record.timerChanges.count == Self.mostEntries { isTooLong = true }
    if isTooLong { return dropRecord() }
    record.timerChanges.append(TimerChange(state: state, areStarted: areStarted))
  }

  func add(_ entries: TraceEntries) {
    if footprint != nil { return }
    let bytes = entries.weight
    if record.trace.entries.count + entries.count > Self.mostEntries || bytes > Self.mostBytes { isTooLong = true }
    if isTooLong { dropRecord() } else { record.trace.entries += entries }
  }

  private func dropRecord() {
    note(.unrecorded)
    record.trace.entries = []
    record.accesses = []
    record.logs = []
    record.timerChanges = []
  }

  /// Replaces everything that was recorded since the dependence was `before` by an access to the data, which describes
  /// it completely.
  func replace(_ before: Dependence, with access: DataAccess) {
    if record.accesses.count == Self.mostEntries { isTooLong = true }
    if isTooLong { return dropRecord() }
    record.accesses.append(access)
    record.dependence = before
  }
}

extension Machine {
  /// The number of accesses to the data, and of timer changes, that have been recorded in the current macrostep.
  package var recorded: (accesses: Int, timerChanges: Int) {
    guard let record = trace.recorder?.record else { return (0, 0) }
    return (record.accesses.count, record.timerChanges.count)
  }

  /// Calls `body` to make the machine handle an event, and returns the record. `withQuestions`: true for a program that
  /// repeats the questions to host guards.
  package mutating func recording(withQuestions: Bool = false, _ body: (inout Machine) -> Void) -> MacrostepRecord {
    let recorder = MacrostepRecorder()
    recorder.recordsQuestions = withQuestions
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
