/// The working data of a macrostep. It is kept between macrosteps only for its storage.
struct MacrostepWork {
  /// The internal queue.
  var raised = Queue<Event>()
  /// Sent events for the time after this macrostep; in a family, the family contains them.
  var sent = Queue<Sent>()
  var selector: HandlerSelector
  var planner: TransitionPlanner
  var selection = HandlerSelection()
  /// The transitions in progress, the outermost first.
  var transitions = [Transition()]
  var direct = DirectMoves()
  /// The state whose hook runs, and the handler whose actions run; -1 for none.
  var hook: Int32 = -1
  var handler: Int32 = -1
  /// The first handlers of the first and of the last microstep of this macrostep; -1 without one.
  var firstHandler: Int32 = -1
  var lastHandler: Int32 = -1
  /// The number of macrosteps in which sent events and due timers of the last script line were handled.
  var macrosteps = 0
  /// The current nesting depth of `goToState` actions.
  var depth = 0
  /// The number of entries and exits: it shows a transition that a nested one changed the configuration.
  var changes = 0
  var steps = StepLog()
  var actionCount = 0
  /// For each state, the number of transitions that plan its exit; only used with history.
  var exiting: [Int32] = []
  /// The handlers whose guards have failed in this macrostep.
  var failedGuards: Set<Int32> = []
  /// The number of explained errors.
  var explained = 0

  /// An element of the queue of a machine without a family.
  enum Sent {
    case event(Event)
    /// A message for another machine, which does not exist.
    case message(Event, to: TimerQueue.Recipient)

    /// The size in bytes while it waits.
    var size: Int {
      switch self {
      case .event(let event), .message(let event, _): event.size
      }
    }
  }

  init(_ chart: Chart, coverage: Coverage?) {
    selector = HandlerSelector(chart, coverage: coverage)
    planner = TransitionPlanner(chart)
    if chart.hasHistory { exiting = [Int32](repeating: 0, count: chart.states.count) }
  }
}
