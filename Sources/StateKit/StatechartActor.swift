internal import StateKitCore

/// A machine that many tasks share, and that runs its timers on a clock.
///
/// Events are taken one after the other, those of one task in its order. Closures run inside the actor; what they want the
/// machine to do they send from a task of their own. The virtual clock of the machine is the time on the actor's clock since
/// the actor was made, in whole milliseconds.
public actor StatechartActor {
  let machine: Statechart
  private var ticker: Ticker
  /// What host invocations did while a step was made.
  private let news = InvocationNews()
  /// Those that run, by their ids.
  private let works = WorkBag()
  private var performers: [Name: @Sendable (Call) async throws -> Payload] = [:]
  /// When the task that waits for the next timer wakes, on the machine's clock.
  private var wake: (due: Swift.Duration, task: Task<Void, Never>)?

  /// A machine before its start, whose timers run on the system's clock.
  public init(_ chart: Chart) {
    self.init(chart, clock: ContinuousClock())
  }

  /// A machine before its start, whose timers run on a clock.
  public init<C: Clock>(_ chart: Chart, clock: C) where C.Duration == Swift.Duration {
    machine = Statechart(chart)
    ticker = Ticker(clock)
  }

  /// A machine that goes on from a snapshot; its timers have the time that they had left.
  ///
  /// - Throws: `SnapshotMisfit` where the snapshot is of a chart that does not fit.
  public init<C: Clock>(
    _ chart: Chart, restoring snapshot: Snapshot, clock: C
  ) throws where C.Duration == Swift.Duration {
    machine = try Statechart(chart, restoring: snapshot)
    ticker = Ticker(clock, at: .milliseconds(machine.clock))
  }

  deinit {
    wake?.task.cancel()
  }

  /// Catches up with the clock, lets the machine do something, and looks what is to be done next.
  func with<Result>(_ body: (Statechart) throws -> Result) rethrows -> Result {
    if machine.hasStarted { machine.pass(to: ticker.now().milliseconds) }
    defer { settle() }
    return try body(machine)
  }

  private func settle() {
    for entry in news.take() {
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
  /// - Returns: what the start did.
  /// - Throws: `MissingHost` where the chart wants actions, guards or sources that nobody gave.
  @discardableResult
  public func start() throws(MissingHost) -> Step {
    if !machine.hasStarted { machine.skip(to: ticker.now().milliseconds) }
    defer { settle() }
    return try machine.start()
  }

  /// Lets an event be taken to its end; see `Statechart.send`.
  @discardableResult
  public func send(_ event: String, _ data: Payload = .null) -> Step {
    with { $0.send(event, data) }
  }

  /// Runs a script; the clock goes on from where that has led.
  func run(_ script: Script) throws {
    if !machine.hasStarted { machine.skip(to: ticker.now().milliseconds) }
    defer {
      let ahead = Swift.Duration.milliseconds(machine.clock) - ticker.now()
      if ahead > .zero { ticker = ticker.moved(by: ahead) }
      settle()
    }
    try script.run(on: machine)
  }

  /// Sends an event with what it carries.
  @discardableResult
  public func send<Argument: Encodable & Sendable>(_ input: Input<Argument>, _ argument: Argument) -> Step {
    with { $0.send(input, argument) }
  }

  /// Sends an event that carries nothing.
  @discardableResult
  public func send(_ input: Input<Void>) -> Step {
    with { $0.send(input) }
  }

  // MARK: The host

  /// Does a host action from now on; see `Statechart.on`.
  public func on(_ action: String, _ body: @escaping @Sendable (Call) throws -> Void) {
    machine.on(action, body)
  }

  /// Answers a host guard from now on; see `Statechart.answer`.
  public func answer(_ guardName: String, _ body: @escaping @Sendable (Call) throws -> Bool) {
    machine.answer(guardName, body)
  }

  /// Gives the length of a named delay from now on; see `Statechart.delay`.
  public func delay(_ name: String, _ duration: Swift.Duration) {
    machine.delay(name, duration)
  }

  /// Does the work of a source of host invocations from now on. Each invocation is a task of its own, cancelled when its state
  /// is exited; what it returns is the data of `done.invoke.ID`, the description of what it throws the `message` of
  /// `error.invoke.ID`.
  public func perform<Result: Encodable & Sendable>(
    _ source: String, _ body: @escaping @Sendable (Call) async throws -> Result
  ) {
    take(source) { try PayloadCoding.encode(try await body($0)) }
  }

  /// The same for work that gives no result.
  public func perform(_ source: String, _ body: @escaping @Sendable (Call) async throws -> Void) {
    take(source) {
      try await body($0)
      return .null
    }
  }

  private func take(_ source: String, body: @escaping @Sendable (Call) async throws -> Payload) {
    performers[Name(source)] = body
    let news = self.news
    machine.perform(source) {
      news.add(.begun($0))
    } stop: {
      news.add(.stopped($0.invocation ?? ""))
    }
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

  /// Tells the machine of an end, where that is the end of what runs under the id now.
  private func end(_ id: String, serial: Int, body: (Statechart) -> Step) {
    if works.end(id, serial: serial) { _ = with(body) }
  }

  // MARK: Timers

  /// Waits for the next timer, where nobody does yet.
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
