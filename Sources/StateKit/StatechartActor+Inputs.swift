/// Typed inputs of a shared machine; see `Statechart`.
extension StatechartActor {
  /// Sends an event with its payload; see `Statechart.send`.
  @discardableResult
  public func send<Argument: Encodable & Sendable>(_ input: Input<Argument>, _ argument: Argument) -> Step {
    with { $0.send(input, argument) }
  }

  /// Sends an event without a payload; see `Statechart.send`.
  @discardableResult
  public func send(_ input: Input<Void>) -> Step {
    with { $0.send(input) }
  }

  /// Reports that a host invocation is done, with its result; see `finish(_:_:)` with a payload.
  @_disfavoredOverload @discardableResult
  public func finish<Result: Encodable & Sendable>(_ invocation: String, _ result: Result) -> Step {
    finish(invocation, Payload(encoding: result))
  }

  /// Returns true if the event would be handled now; see `Statechart.can`.
  public func can<Argument: Encodable & Sendable>(_ input: Input<Argument>, _ argument: Argument) -> Bool {
    with { $0.can(input, argument) }
  }

  /// Returns true if the event would be handled now; see `Statechart.can`.
  public func can(_ input: Input<Void>) -> Bool { with { $0.can(input) } }
}
