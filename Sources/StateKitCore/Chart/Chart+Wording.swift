/// A chart in the words of the file that it was translated from; in its own where it was not.
extension Chart {
  /// An expression as the author of the chart's file wrote it.
  package func written(_ expression: Expression) -> String {
    translation?.written(expression.text, at: expression.source.span) ?? expression.text
  }

  package func written(expression index: Int32) -> String { written(expressions[Int(index)]) }

  /// A name as the author wrote it; nil where the name is the author's.
  package func written(name: String, at span: SourceSpan? = nil) -> String? {
    translation?.written(name, at: span)
  }

  /// What is wrong with an expression, in words that the author knows.
  func written(message: String, at span: SourceSpan) -> String {
    translation?.written(only: message, at: span) ?? message
  }

  /// What a handler answers in the words of the file; nil where it is the name of the event.
  package func writtenEvent(of handler: EventHandler) -> String? {
    translation?.written(only: SourceWording.event, at: handler.span)
  }

  /// The place in the file of a handler whose event is written otherwise there; nil for others.
  package func writtenPlace(of handler: EventHandler) -> SourceSpan? {
    writtenEvent(of: handler) == nil ? nil : translation?.shown(handler.span)
  }

  /// What a handler leaves before it goes to its targets, in the words of the file; nil for the usual there.
  package func reentryWords(of handler: EventHandler) -> String? {
    guard let words = handler.reentry.words else { return nil }
    let written = translation?.written(words, at: handler.span) ?? words
    return written.isEmpty ? nil : written
  }
}
