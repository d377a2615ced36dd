/// Where an app names its inputs:
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

/// An event by its name and the type of what it carries; `Input<Void>` carries nothing.
public final class Input<Argument: Sendable>: Inputs, @unchecked Sendable {
  /// The input of an event with this name.
  public override init(_ name: String) {
    super.init(name)
  }
}
