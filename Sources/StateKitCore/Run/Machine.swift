import CEL

/// A running chart: a small mutable state beside the immutable chart.
///
/// Every call is one step of a trace: it continues until nothing is left to do at this moment of the virtual clock, and
/// passes the entries to its sink. Used as a variable, not shared.
package struct Machine {
  package let chart: Chart
  let limits: Limits
  /// The context and the event that expressions see.
  package internal(set) var data: DataModel
  package internal(set) var configuration: Configuration
  /// The clock, in milliseconds since the start.
  package internal(set) var time: Int64 = 0
  /// True if `root` is done: the machine handles no more events.
  package internal(set) var isFinished = false
  /// The errors of the last step that no handler handled, at most 100 of each kind.
  package internal(set) var faults: [Fault] = []
  /// The reason why the event of the last step was rejected.
  package internal(set) var rejection: String?
  /// The outcome of the event of the last step or, after a clock line, of the last timer that fired.
  package internal(set) var lastOutcome: Outcome?
  /// True if `lastOutcome` is the outcome of a child.
  package internal(set) var isOutcomeOfChild = false

  var history: HistoryStore
  var timers = TimerQueue()
  /// The working data of the current macrostep; it contains nothing of importance between two steps of the trace.
  var work: MacrostepWork
  /// The receivers of the machine's output.
  var trace: StepTrace
  /// The relation to the invoking machine and to the invoked ones.
  var kin = Kinship()
  /// The machines that invoke one another; nil if the chart invokes none.
  var relatives: MachineFamily?
  let coverage: Coverage?
  /// True if only handlers of events affect its steps.
  let stepsPlainly: Bool
  /// The embedding program, while it listens (`attach`).
  var host: (any MachineHost)?
  /// Observes the machine between microsteps.
  package var observer: (any MachineObserver)?

  /// The cost of the last script line.
  package var lineCost: Int { data.meter.spent }
  /// The memory of the machine and its children in bytes.
  package var heldBytes: Int { data.memory.held }

  package var children: ChildList { kin.children }

  /// An error during a run.
  package struct Fault: Sendable {
    package let code: DiagnosticCode
    package let message: String
    package internal(set) var span: SourceSpan?
    /// The index in the family of the chart that contains the error.
    package internal(set) var chart = 0
    package internal(set) var parts: [ExpressionValues.Part] = []
    /// The reason why the macrostep or the script line ended early; nil if it did not.
    package internal(set) var end: EarlyEnd?

    /// True if a macrostep, or the macrosteps of a script line, would never end.
    package var isEndless: Bool { end == .endless || end == .nested }
    /// True if the macrostep or the line ended early: the machine may be between two configurations.
    package var isLimit: Bool { end != nil }
  }

  /// The reason why a macrostep or a script line ends early.
  package enum EarlyEnd: Sendable {
    case limit
    /// A limit of steps or macrosteps, which would never end.
    case endless
    /// The nesting limit of `goToState` actions, which would never end.
    case nested
    /// The program was asked to stop.
    case interruption
  }

  /// The error for a reached limit: the macrostep ends here.
  struct Halt: Error {
    let message: String
    let span: SourceSpan?
    var end = EarlyEnd.limit
  }

  /// Creates a machine before its start, without a family. `context` replaces the chart's initial values.
  init(_ chart: Chart, context: [Value]? = nil, limits: Limits, trace: StepTrace, coverage: Coverage?) {
    self.chart = chart
    self.limits = limits
    self.coverage = coverage
    stepsPlainly = Self.canStepPlainly(chart, coverage: coverage)
    data = DataModel(chart, context: context, limits: limits)
    configuration = Configuration(chart)
    history = HistoryStore(chart)
    work = MacrostepWork(chart, coverage: coverage)
    self.trace = trace
  }
}
