import CEL

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

  /// True if the chart was translated from another notation.
  package var isTranslated: Bool { translation != nil }

  /// The event of a handler as the author wrote it; nil if it is the name of the event.
  package func writtenEvent(of handler: EventHandler) -> String? {
    translation?.written(only: SourceWording.event, at: handler.span)
      ?? writtenTimer(of: handler).map { "after " + $0 }
  }

  /// The delay of a timer that the translation writes as an event; nil for other handlers.
  package func writtenTimer(of handler: EventHandler) -> String? {
    translation?.written(only: SourceWording.timer, at: handler.span)
  }

  /// An action with its nested actions as the author wrote it: empty if the translation added it, nil if it is written
  /// in our notation.
  package func written(action index: Int) -> String? {
    switch actions[index] {
    case .skip, .block: nil
    case .call, .log, .assign, .raise, .send, .cancel, .goTo, .unless, .forEach:
      translation?.written(only: SourceWording.whole, at: actionSpans[index])
    }
  }

  /// The names and the list of a `forEach` as the author wrote them.
  package func written(loop index: Int) -> String? {
    translation?.written(only: SourceWording.loop, at: actionSpans[index])
  }

  /// Data in an action that the translated file has lost: the author's words for it.
  package func written(lost value: String, in action: Int) -> String? {
    translation?.written(only: value, at: actionSpans[action])
  }

  /// A guard as the author wrote it: host guards by their names, and without what the translation added. Nil if
  /// nothing is left.
  package func written(guard index: Int32) -> String? {
    let parts = notes.guards[expressions[Int(index)].source.span] ?? [.expression(index)]
    let texts = parts.compactMap { part -> String? in
      switch part {
      case .host(let name, let data): return name + (data.map { " " + $0 } ?? "")
      case .expression(let index):
        let expression = expressions[Int(index)]
        let isAdded = translation?.written(only: SourceWording.whole, at: expression.source.span)?.isEmpty == true
        return isAdded ? nil : written(expression)
      }
    }
    if texts.count < 2 { return texts.first }
    return texts.map(ExpressionShape.part).map { text in
      text.utf8.contains { $0 == UInt8(ascii: "|") || $0 == UInt8(ascii: "?") } ? "(\(text))" : text
    }.joined(separator: " && ")
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
