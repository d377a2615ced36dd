import StateKitCore

extension LocalSteps {
  struct Flags: OptionSet {
    let rawValue: UInt8

    static let handled = Flags(rawValue: 1)
    /// Only `null` handlers took the event.
    static let forbidden = Flags(rawValue: 2)
    static let movesClock = Flags(rawValue: 4)
    /// Something is set.
    static let writes = Flags(rawValue: 8)
    /// Fields are copied to others.
    static let copies = Flags(rawValue: 16)
    /// Timers are started or stopped.
    static let changesTimers = Flags(rawValue: 32)
  }

  /// A field is set to what another one was.
  struct Copy {
    let from: StateLayout.Field
    let to: StateLayout.Field
  }

  /// Timers that a step stops and starts, besides those that fire.
  struct TimerChanges {
    /// A bit for each.
    var stopped: UInt32 = 0
    /// In the order in which they were started.
    var started: [RunningTimers.Timer] = []
  }

  /// A step to be kept.
  struct Step {
    var flags: Flags = []
    /// For each field, whether the step depends on it.
    var isRead: [Bool]
    /// The fields that are set, and the one whose value they get; nil where it is the value after the step.
    var writes: [(field: Int, source: Int?)] = []
    var timers = TimerChanges()
    /// The timers that fire (`RunningTimers`); 0 where the clock is not moved to them.
    var due: UInt64 = 0
  }
}
