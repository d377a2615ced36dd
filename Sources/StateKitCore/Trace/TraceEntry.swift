package import CEL

/// What a hook, a handler or an `initial` did (Trace.md).
package enum Effect: Sendable {
  case call(NameID, data: Value?)
  case log(String)
  case raise(EventLabel, data: Value?)
  case send(EventLabel, data: Value?, delay: Int64)
  case assign(path: ContextPath, Value)
  case cancel(String)
  case goToState(StateID)
}

/// One thing that happened, in the order in which it did. What every view of a run is made of.
package enum TraceEntry: Sendable {
  case exit(StateID)
  case enter(StateID)
  /// `inHook`: in a state's `enterState` or `exitState`, not in a handler's or an `initial`'s actions.
  case effect(Effect, inHook: Bool)
  /// An internal or a sent event is taken up.
  case event(EventLabel)
  /// A handler of `always` is taken.
  case always(StateID)
  case afterFired(time: Int64, delay: Int64, state: StateID)
  case sendFired(time: Int64, EventLabel)
  case ignored
  /// A host invocation begins.
  indirect case invoke(id: String, source: String, input: Value?)
  /// A host invocation is stopped before its end.
  indirect case stop(String)
  /// A guard was false.
  case declined(StateID, guard: String)
  /// A `null` handler stopped the event.
  case forbidden(StateID)
  case rejected(String)
  /// Something went wrong, and nothing in the chart took it up.
  case error(String, SourceSpan?)
  /// An invariant does not hold.
  case invariant(String)
  /// What an expression came to that a script line asks for.
  case value(Value)
  /// The machine is finished.
  case done
  /// A child did something.
  indirect case child(ChildTrace)
}

/// What a step of a script, a sent event or a timer came to (Semantics.md, rule 7).
package enum Outcome: String, Sendable {
  case handled
  case ignored
  case declined
  case rejected
}

/// The beginning of a step of a trace.
package enum TraceHeader: Sendable {
  case start
  case event(EventLabel, data: Value?)
  /// A line of a script that is no event, as it is shown: `+5s`, `:test "x"`.
  case line(String)
  /// A line of a script that asks for a value, as it is shown: `? total`. It is no event: what the last one did stays what
  /// expectations speak of.
  case question(String)
}

/// The end of a step of a trace.
package struct TraceSummary: Sendable {
  /// How the event ended; nil for the start and for a move of the clock.
  package let outcome: Outcome?
  /// A state was entered or exited.
  package let changed: Bool
  /// The clock, in milliseconds.
  package let time: Int64
  /// The deepest active states.
  package let leaves: [StateID]
  /// The machine is finished.
  package let isDone: Bool

  package init(outcome: Outcome?, changed: Bool, time: Int64, leaves: [StateID], isDone: Bool) {
    self.outcome = outcome
    self.changed = changed
    self.time = time
    self.leaves = leaves
    self.isDone = isDone
  }
}

/// What takes a trace in: the text, JSON Lines, a recorder. Called a few times a step, never once an entry.
package protocol TraceSink: AnyObject {
  func begin(_ header: TraceHeader)
  /// Some entries of the step, in order; a large step comes in several batches.
  func add(_ entries: TraceEntries)
  /// All entries of a macrostep that the limit of steps has ended.
  func add(endless entries: TraceEntries)
  func end(_ summary: TraceSummary)
  /// A whole step in which hardly anything happens but exits and entries.
  func add(_ step: borrowing MoveStep)
}

/// A step in which an event without a payload leads from one deepest state to another, or not, and sets one whole number at the
/// most.
package struct MoveStep {
  let event: NameID
  /// Has the exits and the entries, in order.
  let states: [StateID]
  let exited: TableRange
  /// In between.
  let assigned: TraceEntries.AssignedNumber?
  let entered: TableRange
  /// The only deepest state at the end.
  let leaves: [StateID]
  /// The clock, in milliseconds.
  let time: Int64

  /// A state was entered or exited.
  var changed: Bool { !exited.isEmpty || !entered.isEmpty }
}

extension TraceSink {
  /// In the parts that every step has.
  package func add(_ step: borrowing MoveStep) {
    begin(.event(.known(step.event), data: nil))
    var entries = TraceEntries()
    entries.append(exits: step.states, line: step.exited.indices)
    if let assigned = step.assigned { entries.append(assigned) }
    entries.append(entries: step.states, line: step.entered.indices)
    add(entries)
    end(TraceSummary(outcome: .handled, changed: step.changed, time: step.time, leaves: step.leaves, isDone: false))
  }

  package func add(endless entries: TraceEntries) {
    add(entries)
  }
}

/// Passes a trace on to several sinks.
package final class TraceSplitter: TraceSink {
  private let sinks: [any TraceSink]

  package init(_ sinks: [any TraceSink]) {
    self.sinks = sinks
  }

  package func begin(_ header: TraceHeader) {
    for sink in sinks { sink.begin(header) }
  }

  package func add(_ entries: TraceEntries) {
    for sink in sinks { sink.add(entries) }
  }

  package func add(endless entries: TraceEntries) {
    for sink in sinks { sink.add(endless: entries) }
  }

  package func end(_ summary: TraceSummary) {
    for sink in sinks { sink.end(summary) }
  }
}
