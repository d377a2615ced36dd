import CEL
internal import StateKitCore

/// Watching a machine. A closure is called while its token is alive.
extension Statechart {
  /// Calls a closure after each step: each event, each clock change, and the start.
  ///
  /// ```swift
  /// let token = machine.observe { step in show(step.to) }
  /// ```
  ///
  /// - Parameters:
  ///   - tellingNow: true to call the closure at once with a step that only has the current states.
  ///   - body: gets the step after its end.
  /// - Returns: a token; the closure is called while it is alive.
  public func observe(tellingNow: Bool = false, _ body: @escaping (Step) -> Void) -> Token {
    // The closure hears the steps that it causes itself.
    let token = ownHost.observers.add(body)
    if tellingNow { body(Step(core, at: configuration, event: nil, outcome: .handled, time: clock)) }
    return token
  }

  /// Returns the steps from now on, until the machine is finished or deallocated, or the reader stops.
  ///
  /// ```swift
  /// for await step in machine.steps() { show(step.to) }
  /// ```
  ///
  /// - Parameter policy: how many steps wait to be read; unbounded by default.
  /// - Returns: a separate stream for each call.
  public func steps(_ policy: AsyncStream<Step>.Continuation.BufferingPolicy = .unbounded) -> AsyncStream<Step> {
    let (stream, continuation) = AsyncStream.makeStream(of: Step.self, bufferingPolicy: policy)
    if isFinished { continuation.finish() } else { ownHost.streams.append(continuation) }
    return stream
  }

  /// Calls a closure when a state is entered, before its `enterState` actions.
  ///
  /// ```swift
  /// let token = try machine.didEnter("open") { call in log.append(call.event ?? "start") }
  /// ```
  ///
  /// - Parameters:
  ///   - state: a name, or the end of a path, as in the chart.
  ///   - body: gets the event that led to the state.
  /// - Returns: a token; the closure is called while it is alive.
  /// - Throws: `UnknownName` if the chart has no such state, or several.
  public func didEnter(_ state: String, _ body: @escaping (Call) -> Void) throws(UnknownName) -> Token {
    ownHost.entries.add(try core.state(state), closure: body)
  }

  /// Calls a closure when a state is exited, before its `exitState` actions.
  ///
  /// - Parameters:
  ///   - state: a name, or the end of a path, as in the chart.
  ///   - body: gets the event that led away from the state.
  /// - Returns: a token; the closure is called while it is alive.
  /// - Throws: `UnknownName` if the chart has no such state, or several.
  public func didExit(_ state: String, _ body: @escaping (Call) -> Void) throws(UnknownName) -> Token {
    ownHost.exits.add(try core.state(state), closure: body)
  }

  /// Calls a closure when an event is handled, before its actions.
  ///
  /// ```swift
  /// let token = try machine.willHandle("pay") { call in show(call.payload) }
  /// ```
  ///
  /// - Parameters:
  ///   - event: the event's name.
  ///   - body: gets the event with its payload.
  /// - Returns: a token; the closure is called while it is alive.
  /// - Throws: `UnknownName` if no state of the chart handles such an event, and for a pattern such as `door.*`.
  public func willHandle(_ event: String, _ body: @escaping (Call) -> Void) throws(UnknownName) -> Token {
    ownHost.before.add(try core.handled(event), closure: body)
  }

  /// Calls a closure when an event has been handled, after its actions.
  ///
  /// ```swift
  /// let token = try machine.didHandle("pay") { call in show(call.payload) }
  /// ```
  ///
  /// - Parameters:
  ///   - event: the event's name.
  ///   - body: gets the event with its payload.
  /// - Returns: a token; the closure is called while it is alive.
  /// - Throws: `UnknownName` if no state of the chart handles such an event, and for a pattern such as `door.*`.
  public func didHandle(_ event: String, _ body: @escaping (Call) -> Void) throws(UnknownName) -> Token {
    ownHost.after.add(try core.handled(event), closure: body)
  }
}
