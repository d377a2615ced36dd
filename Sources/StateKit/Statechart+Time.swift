internal import StateKitCore

/// A machine on a clock that somebody else moves.
extension Statechart {
  /// Lets time pass, in milliseconds on the machine's clock, and fires what is due by then. Where nothing is, that is no step.
  func pass(to time: Int64) {
    guard time > clock, !isFinished else { return }
    if extra != nil || data.hasTimers {
      let due = nextDue.map { clock + $0.milliseconds }
      if let due, due <= time {
        _ = submit(.advance(.by(time - clock)))
        return
      }
    }
    if let extra { self.extra = Extra(extra.snapshot.moved(to: time)) }
    clock = time
  }

  /// Sets the clock before the start.
  func skip(to time: Int64) {
    clock = max(0, time)
  }
}

extension Swift.Duration {
  /// Whole milliseconds, none below zero, and the longest time there is for what is longer.
  var milliseconds: Int64 {
    let (seconds, attoseconds) = components
    if seconds < 0 || attoseconds < 0 { return 0 }
    let (whole, overflow) = seconds.multipliedReportingOverflow(by: 1_000)
    let (sum, overflows) = whole.addingReportingOverflow(attoseconds / (1_000_000_000_000_000 as Int64))
    return overflow || overflows ? .max : sum
  }
}
