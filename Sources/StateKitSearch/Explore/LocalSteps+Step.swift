import StateKitCore

extension LocalSteps {
  struct Flags: OptionSet {
    let rawValue: UInt8

    static let handled = Flags(rawValue: 1)
    /// Only `null` handlers handled the event.
    static let forbidden = Flags(rawValue: 2)
    static let movesClock = Flags(rawValue: 4)
    /// The step sets fields.
    static let writes = Flags(rawValue: 8)
    /// The step copies fields to others.
    static let copies = Flags(rawValue: 16)
    /// The step starts or stops timers.
    static let changesTimers = Flags(rawValue: 32)
  }

  /// A field that is set to the former value of another one.
  struct Copy {
    let from: StateLayout.Field
    let to: StateLayout.Field
  }

  /// Timers that a step stops and starts, besides those that fire.
  struct TimerChanges {
    /// A bit for each stopped timer.
    var stopped: UInt32 = 0
    /// The started timers, in order.
    var started: [RunningTimers.Timer] = []
  }

  /// A step to store.
  struct Step {
    var flags: Flags = []
    /// For each field, true if the step depends on it.
    var isRead: [Bool]
    /// The fields that are set, each with the field whose former value it gets; nil for the value after the step.
    var writes: [(field: Int, source: Int?)] = []
    var timers = TimerChanges()
    /// The timers that fire (`RunningTimers`); 0 if the clock does not move to them.
    var due: UInt64 = 0
  }
}
