internal import CEL
internal import StateKitCore

/// A machine that runs a chart for one owner: a task, an actor or a `@MainActor` type.
///
/// Work from inside one of its closures (an action, a guard, a hook, an observer) is queued until the step is over.
/// Queries from inside a closure return the state at that moment. No chart, event or order of calls traps.
public final class Statechart {
  /// The chart that it runs.
  public let chart: ChartDefinition
  var core: ChartCore { chart.core }
  var node: StepNode
  /// The last step; nil before the start.
  var last: LastStep?
  /// The context, the clock and the timers.
  var data: RestingData
  /// The complete state, if the properties above cannot represent it: there are invocations or overdue timers.
  var extra: Box<MachineSnapshot>?
  /// The host of the machine; nil if the program provides nothing.
  var host: HostTable?
  private(set) var hasStarted = false
  /// The time that has passed beyond the clock's whole milliseconds.
  var fraction = Swift.Duration.zero

  /// Creates a machine before its start.
  ///
  /// ```swift
  /// let machine = Statechart(chart)
  /// try machine.action("beep") { _ in speaker.beep() }
  /// try machine.start()
  /// ```
  ///
  /// - Parameter chart: the chart to run. Other machines may run on it, too.
  public init(_ chart: ChartDefinition) {
    self.chart = chart
    node = chart.core.beforeStart
    data = chart.core.data
    if !chart.core.closures.isEmpty { host = HostTable(chart.core) }
  }

  var slots: [Value] { data.slots }
  /// The size of the context and the timers in bytes.
  var held: Int { data.held }
  /// Milliseconds since the start.
  var clock: Int64 {
    get { data.time }
    set { data.time = newValue }
  }

  /// Calls `body` with the data, which are elsewhere meanwhile: so no access to them has to be checked, and their values
  /// change in place.
  func changingData<Result>(_ body: (inout RestingData) -> Result) -> Result {
    var taken = RestingData(slots: [], held: 0)
    swap(&taken, &data)
    defer { swap(&taken, &data) }
    return body(&taken)
  }

  /// The host, created on first use.
  var ownHost: HostTable {
    if let host { return host }
    let made = HostTable(core)
    host = made
    return made
  }

  // MARK: Running

  /// Enters the chart. A machine that has been started or restored does not change: then the call only checks what the
  /// program provides.
  ///
  /// ```swift
  /// let machine = Statechart(chart)
  /// try machine.action("lightOn") { _ in lamp = true }
  /// try machine.start()
  /// ```
  ///
  /// - Returns: the step of the start.
  /// - Throws: `MissingHost` if the program does not provide all actions, guards and sources that the chart requires.
  @discardableResult
  public func start() throws(MissingHost) -> Step {
    if let missingHost { throw missingHost }
    if hasStarted { return Step(core, at: configuration, event: nil, outcome: .handled, time: clock) }
    return submit(.start)
  }

  /// Handles an event to its end, without throwing. `Step.outcome` is the result, and `Step.errors` contains the
  /// errors. Before the start the event is rejected; from inside a closure it is queued.
  ///
  /// ```swift
  /// let step = machine.send("insertCoin", ["value": 25])
  /// if step.outcome == .handled { show(step.to) }
  /// ```
  ///
  /// - Parameters:
  ///   - event: the event's name.
  ///   - data: its payload, which expressions see as `event.data`.
  /// - Returns: the step: outcome, errors, and the active states after it.
  @discardableResult
  public func send(_ event: String, _ data: Payload = .null) -> Step {
    submit(.event(event, data)) { handle(event, data: data) }
  }

  func markStarted() {
    hasStarted = true
  }

  /// Resets the machine to its state before the start, and keeps what the program provided.
  func reset() {
    // The host's work for the machine ends with it.
    if let host {
      for work in invocations { host.sources[Name(work.source)]?.stop(call(for: work)) }
    }
    node = core.beforeStart
    data = core.data
    last = nil
    extra = nil
    fraction = .zero
    hasStarted = false
  }
}

extension Statechart {
  /// The type of the chart that a machine runs.
  public typealias Chart = ChartDefinition
}
