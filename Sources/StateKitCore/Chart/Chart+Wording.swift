/// The words of a chart as its author wrote them: the words of the translated file, or of the chart itself.
extension Chart {
  /// An expression as the author of the chart's file wrote it.
  package func written(_ expression: Expression) -> String {
    translation?.written(expression.text, at: expression.source.span) ?? expression.text
  }

  package func written(expression index: Int32) -> String { written(expressions[Int(index)]) }

  /// A name as the author wrote it; nil if the name was not translated.
  package func written(name: String, at span: SourceSpan? = nil) -> String? {
    translation?.written(name, at: span)
  }

  /// A message about an expression, in the author's words.
  func written(message: String, at span: SourceSpan) -> String {
    translation?.written(only: message, at: span) ?? message
  }

  /// The event of a handler as the author wrote it; nil if it is the name of the event.
  package func writtenEvent(of handler: EventHandler) -> String? {
    translation?.written(only: SourceWording.event, at: handler.span)
  }

  /// The span in the file of a handler whose event the author wrote differently; nil for other handlers.
  package func writtenPlace(of handler: EventHandler) -> SourceSpan? {
    writtenEvent(of: handler) == nil ? nil : translation?.shown(handler.span)
  }

  /// A span in the author's file.
  package func shown(_ span: SourceSpan) -> SourceSpan { translation?.shown(span) ?? span }

  /// The span in the author's file of a handler that was translated; nil for handlers of our own charts. One transition
  /// of another notation can be several handlers.
  package func origin(of handler: EventHandler) -> SourceSpan? { translation?.shown(handler.span) }

  /// The reentry of a handler in the words of the file; nil for the default of that notation.
  package func reentryWords(of handler: EventHandler) -> String? {
    guard let words = handler.reentry.words else { return nil }
    let written = translation?.written(words, at: handler.span) ?? words
    return written.isEmpty ? nil : written
  }
}
