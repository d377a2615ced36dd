/// Typed inputs of a shared machine; see `Statechart`.
extension StatechartActor {
  /// Sends an event with its payload.
  ///
  /// - Parameters:
  ///   - input: the event and the type of its payload.
  ///   - argument: the payload.
  /// - Returns: the step of the event.
  @discardableResult
  public func send<Argument: Encodable & Sendable>(_ input: Input<Argument>, _ argument: Argument) -> Step {
    with { $0.send(input, argument) }
  }

  /// Sends an event without a payload.
  ///
  /// - Parameter input: the event.
  /// - Returns: the step of the event.
  @discardableResult
  public func send(_ input: Input<Void>) -> Step {
    with { $0.send(input) }
  }

  /// Reports that a host invocation is done, with its result; see `finish(_:_:)` with a payload.
  ///
  /// - Parameters:
  ///   - invocation: the invocation's id.
  ///   - result: the data of the event.
  /// - Returns: the step of the event.
  @_disfavoredOverload @discardableResult
  public func finish<Result: Encodable & Sendable>(_ invocation: String, _ result: Result) -> Step {
    finish(invocation, Payload(encoding: result))
  }

  /// Returns true if the event would be handled now.
  ///
  /// - Parameters:
  ///   - input: the event and the type of its payload.
  ///   - argument: the payload; guards may read it.
  /// - Returns: true if a handler would be taken.
  public func can<Argument: Encodable & Sendable>(_ input: Input<Argument>, _ argument: Argument) -> Bool {
    with { $0.can(input, argument) }
  }

  /// Returns true if the event would be handled now.
  ///
  /// - Parameter input: the event.
  /// - Returns: true if a handler would be taken.
  public func can(_ input: Input<Void>) -> Bool { with { $0.can(input) } }
}
