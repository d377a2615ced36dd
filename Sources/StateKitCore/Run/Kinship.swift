import CEL

/// A timer that fired, or a delayed event that was received.
struct FiredTimer {
  var outcome: Outcome
  /// True if a child handled it.
  let isOfChild: Bool
  /// The index of its event among those that the step passes on; -1 if it is not passed on.
  let passed: Int32
}

/// The relation of a machine to the invoking machine and to the invoked ones.
struct Kinship {
  /// The index of this machine's chart in the family.
  var member: Int32 = 0
  var address = MachineAddress.first
  /// The ids of the machines on the way to this one, including its own as the last.
  var path: [String] = []
  var children = ChildList()
  /// The running host invocations, as indices of `Chart.invocations`, in the order of their starts.
  var works: [Int32] = []
  /// States with invocations that were entered in this macrostep.
  var waiting: [StateID] = []
  /// True while it exits its states for the last time.
  var isStopping = false
  /// True if it was stopped before its end: everything that it sends is dropped.
  var isSilenced = false
  /// The output with which `root` is done.
  var output: Value?
  /// The index of the event among those that the step passes on, while this machine handles it; -1 for another event.
  /// The first machine keeps the index of its last event.
  var passed: Int32 = -1
}
