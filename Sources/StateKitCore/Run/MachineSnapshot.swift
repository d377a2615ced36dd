import CEL

/// The position of a child during replays: the id of a situation, and the ending of the last replayed macrostep; -1 if
/// a machine made it, and the snapshot is up to date.
struct ReplayMark: Sendable {
  var situation: Int32
  var ending: Int32
}

/// The complete state of a machine between two steps. It shares unchanged parts with earlier snapshots, so that many of
/// them take little memory: nothing in it is as large as the chart.
package struct MachineSnapshot: Sendable {
  var leaves: [StateID] = []
  var slots: [Value] = []
  /// The event that expressions see.
  package internal(set) var seen = SeenEvent.start
  var time: Int64 = 0
  package internal(set) var isFinished = false
  var faults: [Machine.Fault] = []
  var rejection: String?
  /// The outcome of the last event or timer.
  package internal(set) var lastOutcome: Outcome?
  var isOutcomeOfChild = false
  var history: [(history: StateID, record: [StateID])] = []
  var timers = TimerQueue()
  /// The memory in bytes of all machines of the family, and of this one.
  package internal(set) var held = 0
  var own = 0
  package internal(set) var children = ChildList()
  /// The running host invocations, in the machine's representation.
  var works: [Int32] = []
  package internal(set) var answers: HostAnswers?
  /// The mark of a child after replayed macrosteps: its configuration, history and event then differ from the
  /// properties above.
  var mark: ReplayMark?

  /// The deepest active states.
  package var configuration: [StateID] { leaves }

  /// A placeholder for a machine that works elsewhere.
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
    isOutcomeOfChild = machine.isOutcomeOfChild
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

  /// The due times of timers, including those of children.
  var dueTimes: [Int64] {
    timers.live.map(\.due) + children.all.flatMap(\.state.dueTimes)
  }

  /// Appends the state that decides the machine's behaviour, as unambiguous bytes; `first` is the first chart of its
  /// family. `isOrdered`: includes the order of timers that are due at one time.
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
    // Only a child that its parent stops exits without an event of its own.
    if chart.exitsReadEvent { seen.value(in: chart).appendIdentity(to: &out) }
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
  /// A snapshot of the machine between two steps, in which children have caught up with their replayed macrosteps.
  package var snapshot: MachineSnapshot {
    var snapshot = MachineSnapshot(self)
    if let replay = relatives?.replay { snapshot.children.catchUp(with: replay) }
    return snapshot
  }

  /// Returns a snapshot of the machine, and removes its timers and children, so that their next owner changes them in
  /// place. The machine must be restored before its next use.
  package mutating func moveOut() -> MachineSnapshot {
    let snapshot = self.snapshot
    timers = TimerQueue()
    kin.children = ChildList()
    return snapshot
  }

  /// A snapshot in which children may still be behind their replayed macrosteps (`MachineSnapshot.mark`).
  var markedSnapshot: MachineSnapshot { MachineSnapshot(self) }

  /// Restores the machine from a snapshot: its further behaviour is that of the machine at that time.
  package mutating func restore(_ snapshot: MachineSnapshot) {
    configuration.restore(snapshot.leaves)
    data.restore(snapshot.slots, event: snapshot.seen, held: snapshot.held, own: snapshot.own)
    time = snapshot.time
    isFinished = snapshot.isFinished
    faults = snapshot.faults
    rejection = snapshot.rejection
    lastOutcome = snapshot.lastOutcome
    isOutcomeOfChild = snapshot.isOutcomeOfChild
    if chart.hasHistory { history.restore(snapshot.history) }
    timers = snapshot.timers
    kin.children = snapshot.children
    kin.works = snapshot.works
    data.answers = snapshot.answers
  }
}
