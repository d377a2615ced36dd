/// Typed inputs.
extension Statechart {
  /// Sends an event with what it carries. An argument that JSON cannot hold is rejected.
  @discardableResult
  public func send<Argument: Encodable & Sendable>(_ input: Input<Argument>, _ argument: Argument) -> Step {
    send(input.name, Payload(encoding: argument))
  }

  /// Sends an event that carries nothing.
  @discardableResult
  public func send(_ input: Input<Void>) -> Step {
    send(input.name)
  }

  /// Whether the event would be handled now.
  public func can<Argument: Encodable & Sendable>(_ input: Input<Argument>, _ argument: Argument) -> Bool {
    can(input.name, Payload(encoding: argument))
  }

  /// Whether the event would be handled now.
  public func can(_ input: Input<Void>) -> Bool {
    can(input.name)
  }
}

extension Payload {
  /// The payload that a value is encoded as. One that JSON cannot hold can be made, and no machine takes it.
  public init(encoding value: some Encodable) {
    do {
      self = try PayloadCoding.encode(value)
    } catch EncodingError.invalidValue(_, let context) {
      self.init(problem: context.debugDescription)
    } catch {
      self.init(problem: HostTable.text(of: error))
    }
  }

  /// The value of a type that this is decoded as.
  ///
  /// - Throws: `DecodingError` where it does not fit.
  public func decode<T: Decodable>(_ type: T.Type) throws -> T {
    try PayloadCoding.decode(type, from: self)
  }
}
