/// Queries and watching of a shared machine; see `Statechart`.
extension StatechartActor {
  /// The full paths of the deepest active states in document order; empty before the start.
  public var configuration: [String] { with { $0.configuration } }

  /// True if the machine is finished.
  public var isFinished: Bool { with { $0.isFinished } }

  /// The events that would be handled now; see `Statechart.events`.
  public var events: [String] { with { $0.events } }

  /// The current data of the chart.
  public var context: ContextValues { with { $0.context } }

  /// The time on the machine's clock, which counts since the actor was created; see `Statechart.time`.
  public var time: Swift.Duration { with { $0.time } }

  /// The time until the next timer is due, on the actor's clock; nil if there is no timer.
  public var nextDue: Swift.Duration? { with { $0.nextDue } }

  /// The running timers in the order in which they fire; see `Statechart.timers`.
  public var timers: [RunningTimer] { with { $0.timers } }

  /// The running host invocations in the order of their starts.
  public var invocations: [RunningInvocation] { with { $0.invocations } }

  /// The handlers of the active states; see `Statechart.handlers`.
  public var handlers: [Handler] { with { $0.handlers } }

  /// A snapshot of the machine in its current state.
  public var snapshot: Snapshot { with { $0.snapshot } }

  /// Returns true if a state is active; see `Statechart.isIn`.
  ///
  /// - Parameter state: the state's name or path.
  /// - Returns: true if it is active; false also for a name that the chart does not have.
  public func isIn(_ state: String) -> Bool { with { $0.isIn(state) } }

  /// Returns true if an event would be handled now.
  ///
  /// - Parameters:
  ///   - event: the event's name.
  ///   - data: its payload.
  /// - Returns: true if a handler would be taken.
  public func can(_ event: String, _ data: Payload = .null) -> Bool { with { $0.can(event, data) } }

  /// Returns the result that an event would have now, with the reasons.
  ///
  /// - Parameters:
  ///   - event: the event's name.
  ///   - data: its payload.
  /// - Returns: what the event would do, and why.
  public func verdict(_ event: String, _ data: Payload = .null) -> Verdict { with { $0.verdict(event, data) } }

  /// Decodes the value of a context key as a type of the program.
  ///
  /// - Parameters:
  ///   - type: the type of the value.
  ///   - key: a key of the chart's `context`.
  /// - Returns: the decoded value.
  /// - Throws: `DecodingError` if the key does not exist or the value does not fit.
  public func decode<T: Decodable & Sendable>(_ type: T.Type, from key: String) throws(DecodingError) -> T {
    try with { (machine) throws(DecodingError) in try machine.decode(type, from: key) }
  }

  /// Calls a closure after each step while the token is alive.
  ///
  /// - Parameters:
  ///   - tellingNow: true if the closure is first called with the current state.
  ///   - body: gets each step.
  /// - Returns: a token; the closure is called no more when it is gone.
  public func observe(tellingNow: Bool = false, _ body: @escaping @Sendable (Step) -> Void) -> Token {
    with { $0.observe(tellingNow: tellingNow, body) }
  }

  /// Returns the steps from now on; see `Statechart.steps`.
  ///
  /// ```swift
  /// for await step in await machine.steps() { show(step.to) }
  /// ```
  ///
  /// - Parameter policy: how many unread steps are kept.
  /// - Returns: a separate stream for each call.
  public func steps(
    _ policy: AsyncStream<Step>.Continuation.BufferingPolicy = .unbounded
  ) -> AsyncStream<Step> {
    machine.steps(policy)
  }

  /// Calls a closure when a state is entered; see `Statechart.didEnter`.
  ///
  /// - Parameters:
  ///   - state: the state's name or path.
  ///   - body: gets the event that is handled.
  /// - Returns: a token; the closure is called no more when it is gone.
  /// - Throws: `UnknownName` if the chart has no such state.
  public func didEnter(
    _ state: String, _ body: @escaping @Sendable (Call) -> Void
  ) throws(UnknownName) -> Token {
    try machine.didEnter(state, body)
  }

  /// Calls a closure when a state is exited; see `Statechart.didExit`.
  ///
  /// - Parameters:
  ///   - state: the state's name or path.
  ///   - body: gets the event that is handled.
  /// - Returns: a token; the closure is called no more when it is gone.
  /// - Throws: `UnknownName` if the chart has no such state.
  public func didExit(
    _ state: String, _ body: @escaping @Sendable (Call) -> Void
  ) throws(UnknownName) -> Token {
    try machine.didExit(state, body)
  }

  /// Calls a closure when an event is handled, before its actions.
  ///
  /// - Parameters:
  ///   - event: the event's name.
  ///   - body: gets the event.
  /// - Returns: a token; the closure is called no more when it is gone.
  /// - Throws: `UnknownName` if the chart does not handle the event.
  public func willHandle(
    _ event: String, _ body: @escaping @Sendable (Call) -> Void
  ) throws(UnknownName) -> Token {
    try machine.willHandle(event, body)
  }

  /// Calls a closure when an event has been handled, after its actions.
  ///
  /// - Parameters:
  ///   - event: the event's name.
  ///   - body: gets the event.
  /// - Returns: a token; the closure is called no more when it is gone.
  /// - Throws: `UnknownName` if the chart does not handle the event.
  public func didHandle(
    _ event: String, _ body: @escaping @Sendable (Call) -> Void
  ) throws(UnknownName) -> Token {
    try machine.didHandle(event, body)
  }
}
