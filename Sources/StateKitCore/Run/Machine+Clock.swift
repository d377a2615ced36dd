/// The virtual clock, and the timers that wait for it (Semantics.md, rules 25 to 27).
extension Machine {
  /// How far the clock is moved.
  package enum Advance: Sendable {
    /// By a number of milliseconds.
    case by(Int64)
    /// To the next timer.
    case next
    /// Until no timer is left.
    case idle
  }

  /// Moves the clock and fires what is due on the way (Semantics.md, rules 25 to 27). `shown` is the step's header.
  package mutating func advance(_ advance: Advance, shown: String) {
    begin(.line(shown))
    let before = work.changes
    lastOutcome = nil
    switch advance {
    case .by(let delay):
      let (target, overflow) = time.addingReportingOverflow(delay)
      if overflow || target > Delay.longest {
        report("the clock cannot go beyond \(Delay.shownLongest)", at: nil)
      } else {
        settle(until: target)
      }
    case .next:
      if !isFinished, let due = nextDue() { settle(until: due) }
    case .idle:
      if !isFinished { settle(until: nil) }
    }
    if let fired = relatives?.lastFired {
      lastOutcome = fired.outcome
      isOutcomeOfChild = fired.isOfChild
    }
    end(nil, changed: work.changes != before)
  }

  /// The time of the next timer; nil if there is none.
  package mutating func nextTimer() -> Int64? {
    isFinished ? nil : nextDue()
  }

  private mutating func nextDue() -> Int64? {
    relatives == nil ? timers.nextDue() : earliest()?.due
  }

  /// Advances the time to `time`, or to just before the next timer: for a clock that advances by itself. It ends at
  /// `Delay.longest`.
  package mutating func passTime(to time: Int64) {
    self.time = max(self.time, min(time, Delay.longest, (nextTimer() ?? .max) - 1))
  }

  /// True if a timer or delayed send is due in exactly `delay`; for nil, if there is any.
  package func hasTimer(in delay: Int64?) -> Bool {
    if children.isEmpty { return timers.hasTimer(at: delay.map { time + $0 }) }
    return delay.map { dueTimes.contains(time + $0) } ?? !dueTimes.isEmpty
  }

  /// The due times of timers and delayed sends, including those of children, in order.
  package var dueTimes: [Int64] { snapshot.dueTimes.sorted() }
}
