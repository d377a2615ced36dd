import CEL

/// Where a child stands for whoever replays its macrosteps: the id of a situation, and the ending of the last one that was
/// replayed; -1 where a machine has made it, and the snapshot is up to date.
struct ReplayMark: Sendable {
  var situation: Int32
  var ending: Int32
}

/// All that a machine is between two steps. It shares what did not change with the snapshots before it, so that many of
/// them take little: nothing in it is as large as the chart.
package struct MachineSnapshot: Sendable {
  var leaves: [StateID] = []
  var slots: [Value] = []
  var seen = SeenEvent.start
  var time: Int64 = 0
  var isFinished = false
  var faults: [Machine.Fault] = []
  var rejection: String?
  var lastOutcome: Outcome?
  var history: [(history: StateID, record: [StateID])] = []
  var timers = TimerQueue()
  /// Bytes that all machines of the family held, and this one of them.
  package internal(set) var held = 0
  var own = 0
  /// What the machine has invoked.
  package internal(set) var children = ChildList()
  /// The host invocations that run, as the machine keeps them.
  var works: [Int32] = []
  /// What stood in for the host.
  var answers: HostAnswers?
  /// Where replayed macrosteps have led a child: from there on its configuration, history and event are not those above.
  var mark: ReplayMark?

  /// The deepest active states.
  package var configuration: [StateID] { leaves }

  /// Stands for a machine that is at work elsewhere.
  static let nowhere = MachineSnapshot()

  private init() {}

  /// A machine before its start.
  init(unborn chart: Chart, context: [Value]) {
    slots = DataModel.slots(chart, context: context)
    own = HeldBytes.child + HeldBytes.state * chart.states.count + DataModel.size(of: slots)
  }

  fileprivate init(_ machine: borrowing Machine) {
    leaves = machine.configuration.leaves
    slots = machine.data.slots
    seen = machine.data.seen
    time = machine.time
    isFinished = machine.isFinished
    faults = machine.faults
    rejection = machine.rejection
    lastOutcome = machine.lastOutcome
    if machine.chart.hasHistory { history = machine.history.all }
    timers = machine.timers
    children = machine.kin.children
    works = machine.kin.works
    answers = machine.data.answers
    held = machine.data.memory.held
    own = machine.data.memory.own
  }

  /// Exchanges the values of the context with those of another machine.
  mutating func exchangeData(with data: inout DataModel) {
    data.exchange(&slots)
  }

  /// When timers are due, those of children among them.
  var dueTimes: [Int64] {
    timers.inOrder.map(\.due) + children.all.flatMap(\.state.dueTimes)
  }

  /// All that decides what the machine will do, as bytes that stand for nothing else; `first` is the first chart of its
  /// family. `isOrdered`: so is the order of timers that are due at the same time.
  func appendIdentity(
    _ chart: Chart, in first: Chart, now: Int64, isOrdered: Bool = true, to out: inout ByteBuffer
  ) {
    out.append(number: UInt64(leaves.count))
    for leaf in leaves { out.append(number: UInt64(leaf.rawValue)) }
    for slot in slots.prefix(chart.contextNames.count) { slot.appendIdentity(to: &out) }
    for (state, record) in history {
      out.append(number: UInt64(state.rawValue))
      out.append(number: UInt64(record.count))
      for active in record { out.append(number: UInt64(active.rawValue)) }
    }
    out.append("|")
    let pending = timers.pending(now: now)
    for timer in isOrdered ? pending : pending.inOrderOfIdentity {
      out.append(number: UInt64(timer.remaining))
      timer.appendIdentity(to: &out)
    }
    out.append(number: UInt64(works.count))
    for work in works { out.append(number: UInt64(work)) }
    children.appendIdentity(in: first, now: now, isOrdered: isOrdered, to: &out)
  }
}

extension Machine {
  /// The machine as it is now, between two steps.
  package var snapshot: MachineSnapshot { MachineSnapshot(self) }

  /// Makes the machine what it was: whatever it does next, it does as it would have done then.
  package mutating func restore(_ snapshot: MachineSnapshot) {
    configuration.restore(snapshot.leaves)
    data.restore(snapshot.slots, event: snapshot.seen, held: snapshot.held, own: snapshot.own)
    time = snapshot.time
    isFinished = snapshot.isFinished
    faults = snapshot.faults
    rejection = snapshot.rejection
    lastOutcome = snapshot.lastOutcome
    if chart.hasHistory { history.restore(snapshot.history) }
    timers = snapshot.timers
    kin.children = snapshot.children
    kin.works = snapshot.works
    data.answers = snapshot.answers
  }
}
