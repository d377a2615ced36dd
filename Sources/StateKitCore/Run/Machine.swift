import CEL

/// A chart that runs: small mutable state beside the immutable chart.
///
/// Every call is one step of a trace: it goes on until nothing is left to do at this moment of the virtual clock, and
/// tells its sink what happened. Used as a variable, not shared.
package struct Machine {
  package let chart: Chart
  let limits: Limits
  /// The context and the event that expressions see.
  package internal(set) var data: DataModel
  package internal(set) var configuration: Configuration
  /// The clock, in milliseconds since the start.
  package internal(set) var time: Int64 = 0
  /// `root` is done: nothing happens any more.
  package internal(set) var isFinished = false
  /// What went wrong in the last step and nothing took up, at most 100 of them.
  package internal(set) var faults: [Fault] = []
  /// Why the event of the last step was not let in.
  package internal(set) var rejection: String?
  /// How the last timer or sent event of the last step ended.
  package internal(set) var lastOutcome: Outcome?

  var history: HistoryStore
  var timers = TimerQueue()
  /// What the macrostep that is being made needs; nothing in it matters between two steps of the trace.
  var work: MacrostepWork
  /// Whom the machine tells what it does.
  var trace: StepTrace
  /// What it is to the machines that it invoked, and to the one that invoked it.
  var kin: Kinship
  /// The machines that invoke one another; nil where the chart invokes none.
  var relatives: (any MachineRelatives)?
  /// Counts what happens.
  let coverage: Coverage?
  /// Nothing but handlers of events has a part in its steps.
  let stepsPlainly: Bool
  /// The program that embeds it, while that listens (`attach`).
  var host: (any MachineHost)?
  /// Looks on between microsteps.
  package var observer: (any MachineObserver)?

  /// What the last script line has cost.
  package var lineCost: Int { data.meter.spent }
  /// Bytes that the machine and its children hold.
  package var heldBytes: Int { data.memory.held }

  /// What it has invoked.
  package var children: ChildList { kin.children }

  /// Something that went wrong while running.
  package struct Fault: Sendable {
    package let code: DiagnosticCode
    package let message: String
    package let span: SourceSpan?
    /// In the file of which chart of the family that is.
    package let chart: Int
    /// What the parts of the expression came to that failed.
    package let parts: [ExpressionValues.Part]
    /// A macrostep, or the macrosteps of a script line, would go on and on.
    package var isEndless = false
    /// A limit has ended the macrostep or the line: the machine may be between two configurations.
    package var isLimit = false
  }

  /// A limit was reached: the macrostep ends here.
  struct Halt: Error {
    let message: String
    let span: SourceSpan?
    /// It is the limit of steps: the macrostep would go on and on.
    var isEndless = false
    /// It is the limit of `goToState` actions inside one another: they would go on and on.
    var isNested = false
  }

  /// A machine of a family, before its start. `context` replaces the chart's first values; `member` is the index of its chart
  /// in the family.
  init(
    _ chart: Chart, context: [Value]?, member: Int, limits: Limits, sink: any TraceSink, coverage: Coverage?
  ) {
    self.chart = chart
    self.limits = limits
    self.coverage = coverage
    stepsPlainly = Self.canStepPlainly(chart, coverage: coverage)
    data = DataModel(chart, context: context, limits: limits)
    configuration = Configuration(chart)
    history = HistoryStore(chart)
    work = MacrostepWork(chart, coverage: coverage)
    trace = StepTrace(sink)
    kin = Kinship(member: Int32(member))
  }
}
