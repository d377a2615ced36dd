/// Asking and watching a machine that is shared; see `Statechart`.
extension StatechartActor {
  /// The full paths of the deepest active states, in document order; none before the start.
  public var configuration: [String] { machine.configuration }

  /// Whether the machine is finished.
  public var isFinished: Bool { machine.isFinished }

  /// The events that would be handled now; see `Statechart.events`.
  public var events: [String] { machine.events }

  /// The chart's data as they are now.
  public var context: ContextValues { machine.context }

  /// How long until the next timer is due, from now on the actor's clock; nil where there is none.
  public var nextDue: Swift.Duration? { with { $0.nextDue } }

  /// The machine as it is now.
  public var snapshot: Snapshot { with { $0.snapshot } }

  /// Whether a state is active; see `Statechart.isIn`.
  public func isIn(_ state: String) -> Bool { machine.isIn(state) }

  /// Whether an event would be handled now.
  public func can(_ event: String, _ data: Payload = .null) -> Bool { machine.can(event, data) }

  /// What would become of an event now, and why.
  public func verdict(_ event: String, _ data: Payload = .null) -> Verdict { machine.verdict(event, data) }

  /// The value of a key of the context as a type of the program.
  ///
  /// - Throws: `DecodingError` where there is no such key, or the value does not fit.
  public func decode<T: Decodable & Sendable>(_ type: T.Type, from key: String) throws -> T {
    try machine.decode(type, from: key)
  }

  /// Calls a closure after each step, as long as the token is kept.
  public func observe(_ body: @escaping @Sendable (Step) -> Void) -> Token { machine.observe(body) }

  /// The steps from now on; see `Statechart.steps`.
  ///
  /// - Returns: a stream of its own for each call.
  public func steps(
    _ policy: AsyncStream<Step>.Continuation.BufferingPolicy = .unbounded
  ) -> AsyncStream<Step> {
    machine.steps(policy)
  }

  /// Calls a closure when a state is entered; see `Statechart.onEnter`.
  public func onEnter(_ state: String, _ body: @escaping @Sendable (Call) -> Void) -> Token {
    machine.onEnter(state, body)
  }

  /// Calls a closure when a state is exited; see `Statechart.onExit`.
  public func onExit(_ state: String, _ body: @escaping @Sendable (Call) -> Void) -> Token {
    machine.onExit(state, body)
  }

  /// Calls a closure when an event is handled, before anything is done for it.
  public func before(_ event: String, _ body: @escaping @Sendable (Call) -> Void) -> Token {
    machine.before(event, body)
  }

  /// Calls a closure when an event was handled, after what was done for it.
  public func after(_ event: String, _ body: @escaping @Sendable (Call) -> Void) -> Token {
    machine.after(event, body)
  }
}
