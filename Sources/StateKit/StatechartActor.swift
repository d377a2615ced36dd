internal import StateKitCore

/// A machine that many tasks share, and that runs its timers on a clock.
///
/// Events are handled one after another, and those of one task in its order. Closures run inside the actor; they send
/// events to the machine with `Call.send`. The virtual clock of the machine is the time on the actor's clock
/// since the actor was created, in whole milliseconds.
public actor StatechartActor {
  /// The chart that it runs.
  public nonisolated let chart: ChartDefinition
  let machine: Statechart
  private(set) var ticker: Ticker
  /// The starts and stops of host invocations during a step.
  let news = InvocationNews()
  /// The running invocations, by id.
  let works = WorkBag()
  var performers: [Name: @Sendable (Call) async throws -> Payload] = [:]
  /// The ids of restored invocations that have not begun again.
  var resumable: Set<Name>
  /// True until a restored machine has all closures. Until then, timers do not fire and invocations do not begin, because
  /// their actions would be lost.
  private var awaitsClosures: Bool
  /// The due time on the machine's clock of the task that waits for the next timer.
  private var wake: (due: Swift.Duration, task: Task<Void, Never>)?

  /// Creates a machine before its start, whose timers run on the system's clock.
  ///
  /// ```swift
  /// let door = StatechartActor(chart)
  /// try await door.action("lightOn") { _ in await lamp.turnOn() }
  /// try await door.start()
  /// ```
  ///
  /// - Parameter chart: the chart to run.
  public init(_ chart: ChartDefinition) {
    self.init(chart, clock: ContinuousClock())
  }

  /// Creates a machine before its start, whose timers run on a given clock.
  ///
  /// - Parameters:
  ///   - chart: the chart to run.
  ///   - clock: for tests, a clock that the test moves.
  public init<C: Clock>(_ chart: ChartDefinition, clock: C) where C.Duration == Swift.Duration {
    self.init(Statechart(chart), ticker: Ticker(clock))
  }

  /// `resumable`: the ids of restored invocations that begin again. `performers`: the services of the machine.
  init(
    _ machine: sending Statechart, ticker: Ticker, resumable: Set<Name> = [],
    performers: [Name: @Sendable (Call) async throws -> Payload] = [:]
  ) {
    let host = machine.ownHost
    let mailbox = host.mailbox
    for source in performers.keys { host.give(source, performer: news.performer) }
    chart = machine.chart
    self.machine = machine
    self.ticker = ticker
    self.resumable = resumable
    self.performers = performers
    awaitsClosures = machine.hasStarted && machine.missingHost != nil
    // Handles events that closures send while the machine rests.
    mailbox.whenFilled { [weak self] in
      Task { await self?.readMail() }
    }
  }

  private func readMail() {
    with { $0.settle() }
  }

  deinit {
    wake?.task.cancel()
  }

  /// Advances to the clock's time, calls `body`, and schedules the next timer and the invocations.
  func with<Result, Failure: Error>(_ body: (Statechart) throws(Failure) -> Result) throws(Failure) -> Result {
    if machine.hasStarted, !awaitsClosures { machine.pass(to: ticker.now().milliseconds) }
    defer { settle() }
    return try body(machine)
  }

  /// Schedules the next timer and the invocations, after each step and each closure that is set.
  func settle() {
    if awaitsClosures {
      awaitsClosures = machine.missingHost != nil
      // Timers that are due may end invocations, which then do not begin again.
      if !awaitsClosures, machine.hasStarted { machine.pass(to: ticker.now().milliseconds) }
    }
    let entries = news.entries
    news.entries = []
    var stopped: Set<Name> = []
    var begun: [Call] = []
    for entry in entries.reversed() {
      switch entry {
      // One that was stopped again must not begin.
      case .begun(let call): if !stopped.contains(Name(call.invocation ?? "")) { begun.append(call) }
      case .stopped(let id):
        stopped.insert(Name(id))
        works.cancel(id)
        resumable.remove(Name(id))
      }
    }
    for call in begun.reversed() { begin(call) }
    if awaitsClosures { return }
    resume()
    schedule()
  }

  // MARK: Running

  /// Enters the chart; see `Statechart.start`.
  ///
  /// - Returns: the step of the start.
  /// - Throws: `MissingHost` if the program does not provide all actions, guards and sources that the chart requires.
  @discardableResult
  public func start() throws(MissingHost) -> Step {
    if !machine.hasStarted { machine.skip(to: ticker.now().milliseconds) }
    defer { settle() }
    return try machine.start()
  }

  /// Handles an event to its end; see `Statechart.send`.
  ///
  /// ```swift
  /// let step = await machine.send("insertCoin", 25)
  /// ```
  ///
  /// - Parameters:
  ///   - event: the event's name.
  ///   - data: its payload.
  /// - Returns: the step of the event.
  @discardableResult
  public func send(_ event: String, _ data: Payload = .null) -> Step {
    with { $0.send(event, data) }
  }

  /// Reports that a host invocation is done, with its result; see `Statechart.finish`. For work that is no task of this
  /// actor.
  ///
  /// - Parameters:
  ///   - invocation: the invocation's id.
  ///   - result: the data of the event.
  /// - Returns: the step of the event.
  @discardableResult
  public func finish(_ invocation: String, _ result: Payload = .null) -> Step {
    with { cancel(invocation, endedBy: $0.finish(invocation, result)) }
  }

  /// Reports that a host invocation failed; see `Statechart.fail`.
  ///
  /// - Parameters:
  ///   - invocation: the invocation's id.
  ///   - error: the reason.
  /// - Returns: the step of the event.
  @discardableResult
  public func fail(_ invocation: String, _ error: any Error) -> Step {
    with { cancel(invocation, endedBy: $0.fail(invocation, error)) }
  }

  /// Cancels the task of an invocation that a step has ended: before the invocations of that step begin.
  private func cancel(_ invocation: String, endedBy step: Step) -> Step {
    if case .rejected = step.outcome { return step }
    works.cancel(invocation)
    return step
  }

  /// Returns a second machine in the current state, on the same clock, with the same host actions, guards and services.
  /// Host invocations that run stay with this machine.
  ///
  /// - Returns: a machine that no longer follows this one.
  public func fork() -> StatechartActor {
    let copy = with { $0.fork() }
    let fork = StatechartActor(Self.owned(copy), ticker: ticker, performers: performers)
    Task { [weak fork] in await fork?.settle() }
    return fork
  }

  /// A machine that nothing else refers to: closures of actors are `Sendable`.
  private static func owned(_ machine: Statechart) -> sending Statechart {
    nonisolated(unsafe) let owned = machine
    return unsafe owned
  }

  /// Runs a script; afterwards the clock continues from the script's time.
  func run(_ script: Script) throws(ScriptFailure) {
    let now = ticker.now().milliseconds
    if !machine.hasStarted { machine.skip(to: now) } else if !awaitsClosures { machine.pass(to: now) }
    let before = machine.clock
    defer {
      if machine.clock != before {
        // `:test` moves the clock back. A task that waits for the next timer uses the clock as it was.
        ticker = ticker.moved(by: .milliseconds(machine.clock - before))
        wake?.task.cancel()
        wake = nil
      }
      settle()
    }
    try script.run(on: machine)
  }

  // MARK: Timers

  /// Waits for the next timer, unless a task already waits for it.
  private func schedule() {
    guard let left = machine.nextDue else {
      wake?.task.cancel()
      wake = nil
      return
    }
    let due = .milliseconds(machine.clock) + left
    if wake?.due == due { return }
    wake?.task.cancel()
    let ticker = self.ticker
    let task = Task { [weak self] in
      guard (try? await ticker.sleep(due)) != nil else { return }
      await self?.tick(due)
    }
    wake = (due, task)
  }

  private func tick(_ due: Swift.Duration) {
    if wake?.due == due { wake = nil }
    with { _ in }
  }
}
