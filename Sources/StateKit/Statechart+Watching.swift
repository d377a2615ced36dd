import CEL
internal import StateKitCore

/// Watching a machine. A closure is called as long as its token is kept.
extension Statechart {
  /// Calls a closure after each step: each event, each move of the clock, the start.
  public func observe(_ body: @escaping (Step) -> Void) -> Token {
    ownHost.observers.add(body)
  }

  /// The steps from now on, until whoever reads them stops, or the machine goes.
  ///
  /// - Parameter policy: how many wait to be read; without bound unless another one is given.
  /// - Returns: a stream of its own for each call.
  public func steps(_ policy: AsyncStream<Step>.Continuation.BufferingPolicy = .unbounded) -> AsyncStream<Step> {
    let (stream, continuation) = AsyncStream.makeStream(of: Step.self, bufferingPolicy: policy)
    ownHost.streams.append(continuation)
    return stream
  }

  /// Calls a closure when a state is entered, before its `enterState`. A reference that names no state is never entered.
  public func onEnter(_ state: String, _ body: @escaping (Call) -> Void) -> Token {
    guard case .state(let id) = core.chart.resolve(state.utf8Bytes.span) else { return Token(nil) }
    return ownHost.entries.add(id, closure: body)
  }

  /// Calls a closure when a state is exited, before its `exitState`. A reference that names no state is never exited.
  public func onExit(_ state: String, _ body: @escaping (Call) -> Void) -> Token {
    guard case .state(let id) = core.chart.resolve(state.utf8Bytes.span) else { return Token(nil) }
    return ownHost.exits.add(id, closure: body)
  }

  /// Calls a closure when an event is handled, before anything is done for it.
  public func before(_ event: String, _ body: @escaping (Call) -> Void) -> Token {
    ownHost.before.add(Name(event), closure: body)
  }

  /// Calls a closure when an event was handled, after what was done for it.
  public func after(_ event: String, _ body: @escaping (Call) -> Void) -> Token {
    ownHost.after.add(Name(event), closure: body)
  }
}
