/// Typed inputs.
extension Statechart {
  /// Sends an event with its payload. An argument that JSON cannot represent is rejected.
  ///
  /// ```swift
  /// extension Inputs { static let insertCoin = Input<Int>("insertCoin") }
  /// machine.send(.insertCoin, 25)
  /// ```
  ///
  /// - Parameters:
  ///   - input: the event and the type of its payload.
  ///   - argument: the payload, as its `encode(to:)` writes it. `JSONEncoder` writes some types of Foundation in forms of
  ///     its own, such as `Data`, `Decimal` and `URL`, and the shortest digits of a `Float`; here it is the exact value.
  /// - Returns: the step, as of `send(_:_:)` with a name.
  @discardableResult
  public func send<Argument: Encodable & Sendable>(_ input: Input<Argument>, _ argument: Argument) -> Step {
    send(input.name, Payload(encoding: argument))
  }

  /// Sends an event without a payload.
  ///
  /// - Parameter input: the event.
  /// - Returns: the step.
  @discardableResult
  public func send(_ input: Input<Void>) -> Step {
    send(input.name)
  }

  /// Reports that a host invocation is done, with its result; see `finish(_:_:)` with a payload, which takes literals. A
  /// result that JSON cannot represent is rejected.
  ///
  /// ```swift
  /// machine.finish("fetchUser", user)
  /// ```
  ///
  /// - Parameters:
  ///   - invocation: the invocation's id.
  ///   - result: the data of the event, as its `encode(to:)` writes it.
  /// - Returns: the step of the event.
  @_disfavoredOverload @discardableResult
  public func finish<Result: Encodable>(_ invocation: String, _ result: Result) -> Step {
    finish(invocation, Payload(encoding: result))
  }

  /// Returns true if the event would be handled now.
  ///
  /// ```swift
  /// payButton.isEnabled = machine.can(.pay, Payment(cents: 25))
  /// ```
  ///
  /// - Parameters:
  ///   - input: the event and the type of its payload.
  ///   - argument: the payload; guards may read it.
  /// - Returns: true if a handler would be taken.
  public func can<Argument: Encodable & Sendable>(_ input: Input<Argument>, _ argument: Argument) -> Bool {
    can(input.name, Payload(encoding: argument))
  }

  /// Returns true if the event would be handled now.
  ///
  /// - Parameter input: the event.
  /// - Returns: true if a handler would be taken.
  public func can(_ input: Input<Void>) -> Bool {
    can(input.name)
  }
}

extension Payload {
  /// Encodes a value as a payload. A payload that JSON cannot represent can be created, but every machine rejects it.
  public init(encoding value: some Encodable) {
    do {
      self = try PayloadCoding.encode(value)
    } catch EncodingError.invalidValue(_, let context) {
      self.init(problem: context.debugDescription)
    } catch {
      self.init(problem: HostTable.text(of: error))
    }
  }

  /// Decodes the payload as a type.
  ///
  /// - Parameter type: the type of the value.
  /// - Returns: the value.
  /// - Throws: `DecodingError` if it does not fit.
  public func decode<T: Decodable>(_ type: T.Type) throws(DecodingError) -> T {
    do {
      return try PayloadCoding.decode(type, from: self)
    } catch let error as DecodingError {
      throw error
    } catch {
      throw .dataCorrupted(.init(codingPath: [], debugDescription: HostTable.text(of: error), underlyingError: error))
    }
  }
}
