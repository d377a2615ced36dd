internal import StateKitCore

/// A machine that many tasks share, and that runs its timers on a clock.
///
/// Events are handled one after another, and those of one task in its order. Closures run inside the actor; they send
/// events to the machine from a task of their own. The virtual clock of the machine is the time on the actor's clock
/// since the actor was created, in whole milliseconds.
public actor StatechartActor {
  let machine: Statechart
  private var ticker: Ticker
  /// The starts and stops of host invocations during a step.
  private let news = InvocationNews()
  /// The running invocations, by id.
  private let works = WorkBag()
  private var performers: [Name: @Sendable (Call) async throws -> Payload] = [:]
  /// The due time on the machine's clock of the task that waits for the next timer.
  private var wake: (due: Swift.Duration, task: Task<Void, Never>)?

  /// Creates a machine before its start, whose timers run on the system's clock.
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
    machine = Statechart(chart)
    ticker = Ticker(clock)
  }

  /// Creates a machine that continues from a snapshot; its timers keep their remaining times.
  ///
  /// - Throws: `SnapshotError` if the snapshot does not fit the chart.
  public init<C: Clock>(
    _ chart: ChartDefinition, restoring snapshot: Snapshot, clock: C
  ) throws(SnapshotError) where C.Duration == Swift.Duration {
    machine = try Statechart(chart, restoring: snapshot)
    ticker = Ticker(clock, at: .milliseconds(machine.clock))
  }

  deinit {
    wake?.task.cancel()
  }

  /// Advances to the clock's time, calls `body`, and schedules the next timer and the invocations.
  func with<Result>(_ body: (Statechart) throws -> Result) rethrows -> Result {
    if machine.hasStarted { machine.pass(to: ticker.now().milliseconds) }
    defer { settle() }
    return try body(machine)
  }

  private func settle() {
    for entry in news.popAll() {
      switch entry {
      case .begun(let call): begin(call)
      case .stopped(let id): works.cancel(id)
      }
    }
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

  /// Runs a script; afterwards the clock continues from the script's time.
  func run(_ script: Script) throws {
    if !machine.hasStarted { machine.skip(to: ticker.now().milliseconds) }
    defer {
      let ahead = Swift.Duration.milliseconds(machine.clock) - ticker.now()
      if ahead > .zero { ticker = ticker.moved(by: ahead) }
      settle()
    }
    try script.run(on: machine)
  }

  /// Sends an event with its payload.
  @discardableResult
  public func send<Argument: Encodable & Sendable>(_ input: Input<Argument>, _ argument: Argument) -> Step {
    with { $0.send(input, argument) }
  }

  /// Sends an event without a payload.
  @discardableResult
  public func send(_ input: Input<Void>) -> Step {
    with { $0.send(input) }
  }

  // MARK: The host

  /// Sets the closure that carries out a host action; see `Statechart.action`.
  public func action(_ name: String, _ body: @escaping @Sendable (Call) throws -> Void) throws(UnknownName) {
    try machine.action(name, body)
  }

  /// Sets the closure that answers a host guard; see `Statechart.guard`.
  public func `guard`(_ name: String, _ body: @escaping @Sendable (Call) throws -> Bool) throws(UnknownName) {
    try machine.guard(name, body)
  }

  /// Sets the length of a named delay; see `Statechart.delay`.
  public func delay(_ name: String, _ duration: Swift.Duration) throws(UnknownName) {
    try machine.delay(name, duration)
  }

  /// Sets the closure that does the work of a source of host invocations. Each invocation is a task, which is cancelled
  /// when its state is exited. Its result is the data of `done.invoke.ID`; the description of its error is the
  /// `message` of `error.invoke.ID`.
  ///
  /// ```swift
  /// await machine.service("fetchUser") { call in try await api.user(call.input) }
  /// ```
  ///
  /// - Parameters:
  ///   - source: the source of `invoke` in the chart.
  ///   - body: does the work; it gets the invocation's input.
  /// - Throws: `UnknownName` if the chart invokes no such source.
  public func service<Result: Encodable & Sendable>(
    _ source: String, _ body: @escaping @Sendable (Call) async throws -> Result
  ) throws(UnknownName) {
    try register(source) { try PayloadCoding.encode(try await body($0)) }
  }

  /// Sets the closure that does the work of a source, without a result.
  ///
  /// - Throws: `UnknownName` if the chart invokes no such source.
  public func service(
    _ source: String, _ body: @escaping @Sendable (Call) async throws -> Void
  ) throws(UnknownName) {
    try register(source) {
      try await body($0)
      return .null
    }
  }

  private func register(
    _ source: String, body: @escaping @Sendable (Call) async throws -> Payload
  ) throws(UnknownName) {
    let news = self.news
    try machine.service(source) {
      news.add(.begun($0))
    } stop: {
      news.add(.stopped($0.invocation ?? ""))
    }
    performers[Name(source)] = body
  }

  private func begin(_ call: Call) {
    guard let body = performers[Name(call.action)], let id = call.invocation else { return }
    works.begin(id) { serial in
      Task { [weak self] in
        do {
          let result = try await body(call)
          await self?.end(id, serial: serial) { $0.finish(id, result) }
        } catch {
          await self?.end(id, serial: serial) { $0.fail(id, error) }
        }
      }
    }
  }

  /// Reports the end of an invocation to the machine, if that invocation still runs under the id.
  private func end(_ id: String, serial: Int, body: (Statechart) -> Step) {
    if works.end(id, serial: serial) { _ = with(body) }
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
