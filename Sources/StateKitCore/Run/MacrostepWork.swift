/// What a macrostep needs while it is made. It is kept from one to the next for its storage alone.
struct MacrostepWork {
  /// The internal queue.
  var raised = Queue<Event>()
  /// What was sent and is taken up after this macrostep; that of a family waits with the family.
  var sent = Queue<Sent>()
  var selector: HandlerSelector
  var planner: TransitionPlanner
  var selection = HandlerSelection()
  /// The transitions that are on their way, the outermost first.
  var transitions = [Transition()]
  var direct = DirectMoves()
  /// The state whose hook runs, and the handler whose actions run; -1 for none.
  var hook: Int32 = -1
  var handler: Int32 = -1
  /// How deep `goToState` actions are nested now.
  var depth = 0
  /// Every entry and exit counts one: a transition sees by it that a nested one has changed the configuration.
  var changes = 0
  var steps = StepLog()
  var actionCount = 0
  /// For each state, how many transitions have it on their list of exits; only kept where there is history.
  var exiting: [Int32] = []
  /// The handlers whose guards have failed in this macrostep.
  var failedGuards: Set<Int32> = []
  /// How many errors were explained.
  var explained = 0

  /// What waits in the queue of a machine that has no family.
  enum Sent {
    case event(Event)
    /// For another machine, and there is none.
    case message(Event, to: TimerQueue.Recipient)

    /// Bytes that count while it waits.
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
