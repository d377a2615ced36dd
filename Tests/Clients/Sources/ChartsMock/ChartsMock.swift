/// The view of Swift Charts, for systems without it.
public struct Chart<Content> {
  /// The content.
  public let content: Content

  /// Creates a chart of a content.
  public init(_ content: () -> Content) {
    self.content = content()
  }
}
