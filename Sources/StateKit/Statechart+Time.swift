internal import StateKitCore

/// Moving the clock of a machine from outside.
extension Statechart {
  /// The time on the machine's clock since the start, in whole milliseconds.
  public var time: Swift.Duration { .milliseconds(isAtRest ? clock : look { $0.time }) }

  /// Advances the clock, and fires the timers that are due on the way. A negative duration is ignored. Timers have whole
  /// milliseconds; shorter parts of several calls add up.
  ///
  /// ```swift
  /// machine.advance(by: .seconds(30))
  /// ```
  ///
  /// - Parameter duration: the time that passes.
  /// - Returns: one step for all timers that were due.
  @discardableResult
  public func advance(by duration: Swift.Duration) -> Step {
    // A call that is rejected leaves no part of a millisecond.
    let isRejected = !hasStarted || (host?.depth ?? 0) > 0
    return submit(.advance(.by(isRejected ? 0 : wholeMilliseconds(adding: duration))))
  }

  /// The whole milliseconds that pass with a duration; the rest is kept for the next call.
  private func wholeMilliseconds(adding duration: Swift.Duration) -> Int64 {
    if duration <= .zero { return 0 }
    let total = fraction + duration.clamped
    // A sixtieth of a second, sixty times, is a second: its last digit is lost.
    let whole = (total + .nanoseconds(1)).milliseconds
    fraction = whole == .max ? .zero : total - .milliseconds(whole)
    return whole
  }

  /// Advances the machine's clock to a time in milliseconds, and fires the timers that are due. If no timer is due, no
  /// step results.
  func pass(to time: Int64) {
    let time = min(time, StateKitCore.Delay.longest)
    // Within a step, the clock stands.
    guard time > clock, !isFinished, host?.isBusy != true else { return }
    if extra != nil || data.hasTimers {
      let due = nextDue.map { clock + $0.milliseconds }
      if let due, due <= time {
        _ = submit(.advance(.by(time - clock)))
        return
      }
    }
    if let extra { self.extra = Box(extra.value.moved(to: time)) }
    clock = time
  }

  /// Sets the clock before the start.
  func skip(to time: Int64) {
    clock = min(max(0, time), StateKitCore.Delay.longest)
  }
}

extension Swift.Duration {
  /// The duration in whole milliseconds, at least zero; a longer duration gives the highest value.
  var milliseconds: Int64 {
    if self <= .zero { return 0 }
    let (seconds, attoseconds) = clamped.components
    return seconds * 1_000 + attoseconds / (1_000_000_000_000_000 as Int64)
  }

  /// The duration as the text of a delay: whole milliseconds. The text of a negative duration is not a delay: the
  /// chart then has an error.
  var delayText: String { self < .zero ? "\(self)" : "\(milliseconds)" }

  /// The duration, at most as many milliseconds as 64 bits hold: sums of such durations fit, and their parts do.
  var clamped: Swift.Duration { min(max(self, .milliseconds(-Int64.max)), .milliseconds(Int64.max)) }
}
