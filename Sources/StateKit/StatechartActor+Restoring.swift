/// A shared machine that continues from a snapshot.
extension StatechartActor {
  /// Creates a machine that continues from a snapshot. Its timers run, and its invocations begin again, when all closures
  /// that the chart requires are set. Its clock continues from that of the snapshot, from now on.
  ///
  /// - Parameters:
  ///   - chart: the chart to run.
  ///   - snapshot: the state to continue from.
  ///   - elapsed: the time that has passed since the snapshot, which counts for the timers.
  ///   - clock: for tests, a clock that the test moves.
  ///   - restarts: true if host invocations that ran begin again.
  /// - Throws: `SnapshotError` if the snapshot does not fit the chart.
  public init<C: Clock>(
    _ chart: ChartDefinition, restoring snapshot: Snapshot, elapsed: Swift.Duration = .zero, clock: C,
    restarts: Bool = true
  ) throws(SnapshotError) where C.Duration == Swift.Duration {
    let machine = try Statechart(chart, restoring: snapshot)
    let ids = restarts ? machine.invocations.map { Name($0.id) } : []
    let ticker = Ticker(clock, at: .milliseconds(machine.clock) + max(.zero, elapsed.clamped))
    self.init(machine, ticker: ticker, resumable: Set(ids))
    Task { [weak self] in await self?.settle() }
  }

  /// Creates a machine that continues from a snapshot, whose timers run on the system's clock. Its timers run, and its
  /// invocations begin again, when all closures that the chart requires are set.
  ///
  /// ```swift
  /// let order = try StatechartActor(chart, restoring: snapshot)
  /// try await order.service("charge") { call in try await bank.charge(call.input) }
  /// try await order.start()  // throws the names of closures that are not set
  /// ```
  ///
  /// - Parameters:
  ///   - chart: the chart to run.
  ///   - snapshot: the state to continue from.
  ///   - elapsed: the time that has passed since the snapshot, which counts for the timers.
  ///   - restarts: true if host invocations that ran begin again.
  /// - Throws: `SnapshotError` if the snapshot does not fit the chart.
  public init(
    _ chart: ChartDefinition, restoring snapshot: Snapshot, elapsed: Swift.Duration = .zero, restarts: Bool = true
  ) throws(SnapshotError) {
    try self.init(chart, restoring: snapshot, elapsed: elapsed, clock: ContinuousClock(), restarts: restarts)
  }

  /// Begins the restored invocations.
  func resume() {
    if resumable.isEmpty { return }
    for invocation in machine.invocations {
      if resumable.remove(Name(invocation.id)) != nil { begin(machine.call(for: invocation)) }
    }
  }
}
