/// The author's words in a translated file, found by the words of the translation: expressions, generated names, events of
/// handlers, and messages about expressions. Equal words have no entry.
package struct SourceWording: Sendable {
  private struct Place: Hashable {
    let ours: [UInt8]
    let origin: SourceSpan
  }

  /// The first author's text of each translation: most translations have one text.
  private var first: [[UInt8]: String] = [:]
  /// Other texts, and texts that hold at one place alone.
  private var places: [Place: String] = [:]

  /// The key for the event of a handler.
  package static let event = "on"
  /// The key for the delay of a handler that is a timer in the file.
  package static let timer = "after"
  /// The key for an action or a guard as a whole; its text is empty if the translation added it.
  package static let whole = "do"
  /// The key for the names and the list of a loop.
  package static let loop = "for"

  package init() {}

  /// Records that `ours`, the translation of `origin`, is written as `text` in the file.
  package mutating func add(_ ours: String, as text: String, at origin: SourceSpan) {
    let key = Array(ours.utf8)
    guard let known = first[key] else {
      if !ours.utf8.elementsEqual(text.utf8) { first[key] = text }
      return
    }
    if !known.utf8.elementsEqual(text.utf8) { places[Place(ours: key, origin: origin)] = text }
  }

  /// Records the text of `ours` for this place alone: a message about an expression, or the event of a handler.
  package mutating func add(only ours: String, as text: String, at origin: SourceSpan) {
    places[Place(ours: Array(ours.utf8), origin: origin)] = text
  }

  /// Records the text of `ours` for this place alone, if there is no other.
  package mutating func addIfNew(only ours: String, as text: String, at origin: SourceSpan) {
    if self.text(only: ours, at: origin) == nil { add(only: ours, as: text, at: origin) }
  }

  /// Returns the author's text for `ours`; nil if the texts are equal. Without a place, returns the first recorded text.
  func text(of ours: String, at origin: SourceSpan?) -> String? {
    if first.isEmpty { return nil }
    return origin.flatMap { text(only: ours, at: $0) } ?? first[Array(ours.utf8)]
  }

  /// Returns the author's text for `ours` at one place; nil if that place has no own text.
  func text(only ours: String, at origin: SourceSpan) -> String? {
    places.isEmpty ? nil : places[Place(ours: Array(ours.utf8), origin: origin)]
  }
}

extension SourceText {
  /// Returns the author's words for `ours` at a span of this text; nil if the text was not translated.
  func written(_ ours: String, at span: SourceSpan?) -> String? {
    guard let origin else { return nil }
    let place = span.map { origin.span(of: $0, in: bytes) }
    return origin.wording.text(of: ours, at: place) ?? origin.file.written(ours, at: place)
  }

  /// Returns the author's words that are recorded for one place alone.
  func written(only ours: String, at span: SourceSpan) -> String? {
    guard let origin else { return nil }
    let place = origin.span(of: span, in: bytes)
    return origin.wording.text(only: ours, at: place) ?? origin.file.written(only: ours, at: place)
  }
}
