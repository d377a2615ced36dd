package import CEL

/// An effect of a hook, a handler or an `initial` (Trace.md).
package enum Effect: Sendable {
  case call(NameID, data: Value?)
  case log(String)
  case raise(EventLabel, data: Value?)
  case send(EventLabel, data: Value?, delay: Int64)
  case assign(path: ContextPath, Value)
  case cancel(String)
  case goToState(StateID)
}

/// One entry of a run, in order. Every view of a run consists of these.
package enum TraceEntry: Sendable {
  case exit(StateID)
  case enter(StateID)
  /// `inHook`: true in a state's `enterState` or `exitState`, false in the actions of a handler or an `initial`.
  case effect(Effect, inHook: Bool)
  /// An internal or external event is taken from its queue.
  case event(EventLabel)
  /// An `always` handler is carried out.
  case always(StateID)
  case afterFired(time: Int64, delay: Int64, state: StateID)
  case sendFired(time: Int64, EventLabel)
  case ignored
  /// A host invocation begins.
  indirect case invoke(id: String, source: String, input: Value?)
  /// A host invocation is stopped before its end.
  indirect case stop(String)
  /// A guard was false. `error`: the error of its evaluation; nil if there was none.
  indirect case declined(StateID, guard: String, error: String?)
  /// A `null` handler stopped the event.
  case forbidden(StateID)
  case rejected(String)
  /// An error that no handler of the chart handled.
  case error(String, SourceSpan?)
  /// An invariant does not hold.
  case invariant(String)
  /// The value of an expression that a script line shows.
  case value(Value)
  /// The machine is finished.
  case done
  /// Entries of a child.
  indirect case child(ChildTrace)
}

/// The result of a step of a script, a sent event or a timer (Semantics.md, rule 7).
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
  /// The end of host work for a child: `x: done.invoke.w`.
  case end(ChildEnd)
  /// A script line that is not an event, as shown: `+5s`, `:test "x"`.
  case line(String)
  /// A script line without a macrostep, as shown: `? total`, `:set total = 1`. Expectations still refer to the last
  /// event.
  case aside(String)
}

/// The end of a step of a trace.
package struct TraceSummary: Sendable {
  /// The outcome of the event; nil for the start and for a clock change.
  package let outcome: Outcome?
  /// True if a state was entered or exited.
  package let changed: Bool
  /// The clock in milliseconds.
  package let time: Int64
  /// The deepest active states.
  package let leaves: [StateID]
  /// True if the machine is finished.
  package let isDone: Bool

  package init(outcome: Outcome?, changed: Bool, time: Int64, leaves: [StateID], isDone: Bool) {
    self.outcome = outcome
    self.changed = changed
    self.time = time
    self.leaves = leaves
    self.isDone = isDone
  }
}

/// A receiver of a trace: the text, JSON Lines, or a recorder. Called a few times for each step, not for each entry.
package protocol TraceSink: AnyObject {
  func begin(_ header: TraceHeader)
  /// Adds entries of the step in order; a large step comes in several batches.
  func add(_ entries: TraceEntries)
  /// Adds all entries of a macrostep that the step limit ended.
  func add(endless entries: TraceEntries)
  func end(_ summary: TraceSummary)
  /// Adds a whole step that consists of exits and entries.
  func add(_ step: borrowing MoveStep)
}

/// A step in which an event without a payload leads from one deepest state to another, or to none.
package struct MoveStep {
  let event: NameID
  /// The states of the exits and the entries, in order.
  let states: [StateID]
  let exited: TableRange
  let entered: TableRange
  /// The only deepest state at the end.
  let leaves: [StateID]
  /// The clock in milliseconds.
  let time: Int64

  /// True if a state was entered or exited.
  var changed: Bool { !exited.isEmpty || !entered.isEmpty }
}

extension TraceSink {
  /// Adds the step as a header, entries and a summary.
  package func add(_ step: borrowing MoveStep) {
    begin(.event(.known(step.event), data: nil))
    var entries = TraceEntries()
    entries.append(exits: step.states, line: step.exited.indices)
    entries.append(entries: step.states, line: step.entered.indices)
    add(entries)
    end(TraceSummary(outcome: .handled, changed: step.changed, time: step.time, leaves: step.leaves, isDone: false))
  }

  package func add(endless entries: TraceEntries) {
    add(entries)
  }
}

/// Passes a trace to several sinks.
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
