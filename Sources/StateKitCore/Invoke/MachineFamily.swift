import CEL

/// What the machines of a run have in common where charts invoke charts: the queue of what they send, and the machines that
/// children run on.
///
/// A class, because a child's machine and its parent's are at work at the same time. Between two steps of a trace there is
/// nothing in it that matters: all that a run is stands in its first machine, which is a value.
final class MachineFamily {
  /// What waits to be taken up.
  enum Message {
    /// An event for a machine, named as its sender knows it.
    case event(SentEvent, to: MachineAddress)
    /// An event for a child of a machine, by the child's id; the child may have been started since.
    case message(SentEvent, from: MachineAddress, to: TimerQueue.Recipient)
    /// An event that a machine has taken, for those of its children that want all and were there then.
    case forward(SentEvent, from: MachineAddress, below: Int32, passed: Int32)

    /// Bytes that count while it waits.
    var size: Int {
      switch self {
      case .event(let event, _), .message(let event, _, _), .forward(let event, _, _, _): event.size
      }
    }
  }

  let first: Chart
  let charts: ChartFamily
  let limits: Limits
  let sink: any TraceSink
  let coverage: Coverage?
  /// The program that embeds the machines, while that listens.
  var host: (any MachineHost)?
  /// Makes macrosteps of children without a machine, where somebody can.
  var replay: (any ChildReplay)?
  /// Macrosteps in this step.
  var macrosteps = 0
  /// The step ends before its end: a limit was reached, or somebody wants it to.
  var isOver = false
  /// Children, those of children among them, when the step began, and what has come and gone since.
  var living = 0
  /// What the script line has cost and the machines hold, while children replay steps.
  var line: LineUse
  /// What was sent, and has not been taken up.
  var messages = Queue<Message>()
  /// Machines without a task, by the indices of their charts: what a child is, is put into one to run.
  private var idle: [[IdleMachine]]
  /// What became of the first event in this step that was sent to one machine and not passed on.
  var firstTaken: Outcome?
  /// The events that were passed on in this step.
  var passed: [PassedEvent] = []

  init(_ first: Chart, charts: ChartFamily, limits: Limits, sink: any TraceSink, coverage: Coverage?) {
    idle = [[IdleMachine]](repeating: [], count: charts.members.count + 1)
    line = LineUse(limits)
    self.first = first
    self.charts = charts
    self.limits = limits
    self.sink = sink
    self.coverage = coverage
  }

  // MARK: Machines

  /// A machine of a chart, for a child to run on.
  func borrow(_ chart: Int32) -> IdleMachine {
    let machine = idle[Int(chart)].popLast() ?? IdleMachine(Machine(of: self, chart: Int(chart)))
    machine.machine.relatives = self
    machine.machine.host = host
    machine.machine.data.embedder = host
    return machine
  }

  func giveBack(_ machine: IdleMachine, in chart: Int32) {
    // A machine that waits does not hold its family, which holds it, nor the host, which may hold who holds the family.
    machine.machine.relatives = nil
    machine.machine.host = nil
    machine.machine.data.embedder = nil
    idle[Int(chart)].append(machine)
  }
}

/// A machine that waits for a child to run on it. A class, because a machine is large to hand to and fro.
final class IdleMachine {
  var machine: Machine

  init(_ machine: Machine) {
    self.machine = machine
  }
}

/// An event on its way from one machine to another: each chart has indices of its own for names.
struct SentEvent: Sendable {
  let name: String
  let data: Value?
  let origin: Event.Origin
  let sendID: String?
  let invokeID: String?
}

extension SentEvent {
  /// Bytes that count while it waits.
  var size: Int { HeldBytes.event + (data?.size ?? 0) + (sendID?.utf8.count ?? 0) + name.utf8.count }
}
