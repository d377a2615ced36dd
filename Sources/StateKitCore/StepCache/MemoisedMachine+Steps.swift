import CEL

/// Operations of a machine that are never replayed: each first brings the machine to the state after the replayed
/// macrosteps.
extension MemoisedMachine {
  /// Sets context, as `:set` does. `shown` is the step's header.
  package func set(_ path: [String], to expression: Expression, shown: String) {
    change { $0.set(path, to: expression, shown: shown) }
  }

  /// Shows the value of an expression, as `? expression` does. `shown` is the step's header.
  package func show(_ expression: Expression, shown: String) {
    change { $0.show(expression, shown: shown) }
  }

  /// Moves the clock, and fires the timers that are due on the way. `shown` is the step's header.
  package func advance(_ advance: Machine.Advance, shown: String) {
    change { $0.advance(advance, shown: shown) }
  }

  /// Ends host work of a child.
  package func end(_ end: ChildEnd) {
    change { $0.end(end) }
  }

  /// Writes a step to the trace that has no effect.
  package func note(_ header: String) {
    look { $0.note(header) }
  }

  /// The time of the next timer; nil if there is none.
  package func nextTimer() -> Int64? {
    look { $0.nextTimer() }
  }

  /// Advances the time to `time`, or to just before the next timer.
  package func passTime(to time: Int64) {
    look { $0.passTime(to: time) }
  }
}
