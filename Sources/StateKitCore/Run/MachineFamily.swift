import CEL

/// The shared state of the machines of a run in which charts invoke charts: the message queue, and the machines on
/// which children run.
///
/// A class, because the machines of a child and of its parent work at one time. Between two steps of a trace it
/// contains nothing of importance: the first machine, a value, contains the complete state of the run.
final class MachineFamily {
  /// A message that waits for delivery.
  enum Message {
    /// An event for a machine, with the name that the sender uses.
    case event(SentEvent, to: MachineAddress)
    /// An event for a child by its id; the child may start after the message.
    case message(SentEvent, from: MachineAddress, to: TimerQueue.Recipient)
    /// An event that a machine has handled, for its existing children that want all events.
    case forward(SentEvent, from: MachineAddress, below: Int32, passed: Int32)

    /// The size in bytes while it waits.
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
  /// The embedding program, while it listens.
  var host: (any MachineHost)?
  /// Replays macrosteps of children without machines; nil if this is not available.
  var replay: (any ChildReplay)?
  /// The number of macrosteps in this step.
  var macrosteps = 0
  /// True if the step ends early: a limit was reached, or it was interrupted.
  var isOver = false
  /// The number of living descendants: at the beginning of the step, changed by starts and ends since.
  var living = 0
  /// The cost of the script line and the memory of the machines, while children replay steps.
  var line: LineUse
  /// Messages that have been sent and not delivered.
  var messages = Queue<Message>()
  /// Idle machines, by the indices of their charts; children run on them.
  private var idle: [[IdleMachine]]
  /// The outcome of the first event in this step that was sent to one machine and not passed on.
  var firstTaken: Outcome?
  /// The last timer of this step that fired, in any machine.
  var lastFired: FiredTimer?
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

  func borrow(_ chart: Int32) -> IdleMachine {
    let machine = idle[Int(chart)].popLast() ?? IdleMachine(Machine(of: self, chart: Int(chart)))
    machine.machine.relatives = self
    machine.machine.host = host
    machine.machine.data.embedder = host
    return machine
  }

  func release(_ machine: IdleMachine, in chart: Int32) {
    // An idle machine must not retain its family, which retains it, or the host, which may retain the owner of the
    // family.
    machine.machine.relatives = nil
    machine.machine.host = nil
    machine.machine.data.embedder = nil
    idle[Int(chart)].append(machine)
  }
}

/// An idle machine for a child. A class, because moving a machine copies much memory.
final class IdleMachine {
  var machine: Machine

  init(_ machine: Machine) {
    self.machine = machine
  }
}

/// An event on its way between machines: each chart has its own indices of names.
struct SentEvent: Sendable {
  let name: String
  let data: Value?
  let origin: Event.Origin
  var ids = Event.IDs()
  /// True if the receiver or a child of it sent the event.
  var isOwn = false
  /// True if it was delayed, and its timer has fired.
  var isDue = false
  /// The action that sent it: the index of its chart in the family, and its span. Nil for an event of another origin.
  var action: (chart: Int32, span: SourceSpan)?
}

extension SentEvent {
  /// The size in bytes while it waits.
  var size: Int { HeldBytes.event + (data?.size ?? 0) + (ids.send?.utf8.count ?? 0) + name.utf8.count }
}
