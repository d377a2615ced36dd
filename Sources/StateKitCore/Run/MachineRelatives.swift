import CEL

/// The machines that invoke one another, as each of them sees them: what it leaves to whoever keeps them all.
protocol MachineRelatives: AnyObject {
  /// The program that embeds the machines.
  func attach(_ host: (any MachineHost)?)
  /// The first machine begins a step of the trace.
  func beginStep(of machine: borrowing Machine)
  /// A limit was reached, or somebody wants the step to end: nothing more is taken up.
  func endStep()
  /// Takes up messages and due timers of all machines until nothing is due at `target`; nil: until none is left.
  func settle(_ machine: inout Machine, until target: Int64?)
  /// When the next timer of a machine and of all below it is due.
  func nextDue(below machine: inout Machine) -> Int64?
  /// Passes an event that a machine takes on to those of its children that want all.
  func forward(_ event: Event, from machine: inout Machine)
  /// What the machines have made of the first event that the step passed on, as far as they have taken it.
  var firstAnswer: Outcome? { get }
  /// Notes what a machine makes of the event that it passed on, or that was passed on to it. `refusals`: the guards that were
  /// false.
  func note(_ outcome: Outcome, refusals: [TraceEntry], from machine: borrowing Machine)
  /// Queues an event for after this macrostep.
  func queue(_ event: Event, from machine: inout Machine)
  /// The same for a child or the parent. Whom it names is looked for when it is delivered.
  func queue(_ event: Event, to recipient: TimerQueue.Recipient, from machine: inout Machine)
  /// Drops what waits for a machine.
  func dropMessages(for machine: inout Machine)
  /// Starts a child, by the index of its invocation.
  func startChild(_ invocation: Int, of machine: inout Machine)
  /// Stops children, by the indices of their invocations; nil: all.
  func stopChildren(of machine: inout Machine, invocations: Range<Int>?)
}

/// What a machine is to the machines that it invoked, and to the one that invoked it.
struct Kinship {
  /// The index of this machine's chart in the family.
  let member: Int32
  /// Which of the family's machines this one is.
  var address = MachineAddress.first
  /// The ids of the machines on the way to this one, its own the last.
  var path: [String] = []
  /// What it has invoked.
  var children = ChildList()
  /// The host invocations that run, as indices of `Chart.invocations`, in the order in which they were started.
  var works: [Int32] = []
  /// States that invoke and were entered in this macrostep.
  var waiting: [StateID] = []
  /// It exits its states, and nothing comes after that.
  var isStopping = false
  /// It was stopped before its end: what it sends goes nowhere.
  var isSilenced = false
  /// What `root` was done with.
  var output: Value?
  /// The index of the event among those that the step passes on, while this machine takes it; -1 for another event. The first
  /// machine keeps that of the event that it took last.
  var passed: Int32 = -1

  init(member: Int32) {
    self.member = member
  }
}
