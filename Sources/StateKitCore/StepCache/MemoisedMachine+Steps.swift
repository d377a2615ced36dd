import CEL

/// What a machine does that is never replayed: each brings the machine to where replayed macrosteps have led, first.
extension MemoisedMachine {
  /// Sets context, as `:set` does. `shown` is the step's header.
  package mutating func set(_ path: [String], to expression: Expression, shown: String) {
    change { $0.set(path, to: expression, shown: shown) }
  }

  /// Shows the value of an expression, as `? expression` does. `shown` is the step's header.
  package mutating func show(_ expression: Expression, shown: String) {
    change { $0.show(expression, shown: shown) }
  }

  /// Moves the clock and fires what is due on the way. `shown` is the step's header.
  package mutating func advance(_ advance: Machine.Advance, shown: String) {
    change { $0.advance(advance, shown: shown) }
  }

  /// Ends work that the host does for a child.
  package mutating func end(_ end: ChildEnd) {
    change { $0.end(end) }
  }

  /// A step that does nothing but stand in the trace.
  package mutating func note(_ header: String) {
    look { $0.note(header) }
  }

  /// When the next timer is due; nil when there is none.
  package mutating func nextTimer() -> Int64? {
    look { $0.nextTimer() }
  }

  /// Lets time pass up to `time`, or to just before the next timer.
  package mutating func passTime(to time: Int64) {
    look { $0.passTime(to: time) }
  }
}
