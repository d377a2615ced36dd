import StateKitCore

/// The searches for similar names that a parser may still make: each looks through all names of a chart, and only the
/// first messages of a script are shown.
final class SuggestionBudget {
  private var left = 1_000

  /// True if one more search is allowed, which is then counted.
  func spend() -> Bool {
    left -= 1
    return left >= 0
  }

  func fix(for word: String, among candidates: @autoclosure () -> some Sequence<String>) -> Fix? {
    spend() ? Suggestion.fix(for: word, among: candidates()) : nil
  }
}
