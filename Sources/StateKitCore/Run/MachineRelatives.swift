import CEL

/// The interface of a machine to its family, which contains all the machines that invoke one another.
protocol MachineRelatives: AnyObject {
  /// Attaches the embedding program.
  func attach(_ host: (any MachineHost)?)
  /// Called when the first machine begins a step of the trace.
  func beginStep(of machine: borrowing Machine)
  /// Ends the step after a limit or an interruption: nothing more is handled.
  func endStep()
  /// Handles messages and due timers of all machines until nothing is due at `target`; for nil, until nothing is left.
  func settle(_ machine: inout Machine, until target: Int64?)
  /// The time of the next timer of a machine and its descendants.
  func nextDue(below machine: inout Machine) -> Int64?
  /// Forwards an event that a machine handles to those of its children that want all events.
  func forward(_ event: Event, from machine: inout Machine)
  /// The combined outcome so far of the first event that the step passed on.
  var firstAnswer: Outcome? { get }
  /// Records a machine's outcome of an event that it passed on, or that was passed on to it. `refusals`: the guards
  /// that were false.
  func note(_ outcome: Outcome, refusals: [TraceEntry], from machine: borrowing Machine)
  /// The last timer of the step that fired, in any machine.
  var lastFired: FiredTimer? { get }
  /// Records a machine's outcome of a timer, or of a delayed event.
  func note(fired outcome: Outcome, from machine: borrowing Machine)
  /// Queues an event for the time after this macrostep.
  func queue(_ event: Event, from machine: inout Machine)
  /// Queues a message for a child or the parent. The receiver is looked up at delivery. `isDue`: true if its timer has
  /// fired.
  func queue(_ event: Event, to recipient: TimerQueue.Recipient, isDue: Bool, from machine: inout Machine)
  /// Drops the messages for a machine.
  func dropMessages(for machine: inout Machine)
  /// Starts a child, by the index of its invocation.
  func startChild(_ invocation: Int, of machine: inout Machine)
  /// Stops children by the indices of their invocations; for nil, all.
  func stopChildren(of machine: inout Machine, invocations: Range<Int>?)
}

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
  /// The address of this machine in the family.
  var address = MachineAddress.first
  /// The ids of the machines on the way to this one, including its own as the last.
  var path: [String] = []
  /// Its children.
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
