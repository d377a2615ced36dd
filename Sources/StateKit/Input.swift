/// The namespace for the inputs of an app:
///
/// ```swift
/// extension Inputs { static let insertCoin = Input<Int>("insertCoin") }
/// machine.send(.insertCoin, 25)
/// ```
public class Inputs: @unchecked Sendable {
  /// The name of the event.
  public let name: String

  fileprivate init(_ name: String) {
    self.name = name
  }
}

/// An event with its name and the type of its payload; `Input<Void>` has no payload.
public final class Input<Argument: Sendable>: Inputs, @unchecked Sendable {
  /// Creates the input of an event.
  ///
  /// - Parameter name: the event's name in charts.
  public override init(_ name: String) {
    super.init(name)
  }
}
