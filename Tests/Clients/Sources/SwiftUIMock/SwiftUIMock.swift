/// SwiftUI's property wrapper, for systems without SwiftUI.
@propertyWrapper
public struct State<Value> {
  /// The value.
  public var wrappedValue: Value

  /// Creates the wrapper of a value.
  public init(wrappedValue: Value) {
    self.wrappedValue = wrappedValue
  }
}

/// SwiftUI's view.
@MainActor
public protocol View {
  /// The type of the content.
  associatedtype Body
  /// The content.
  var body: Body { get }
}

/// SwiftUI's text.
public struct Text {
  /// The text.
  public let content: String

  /// Creates a view of a text.
  public init(_ content: String) {
    self.content = content
  }
}
