/// The searches for similar names that a parser or a rule may still make: each looks through all names of a chart, and
/// only the first messages of a file are shown.
package final class SuggestionBudget {
  private var left = 1_000

  package init() {}

  /// True if one more search is allowed, which is then counted.
  package func spend() -> Bool {
    left -= 1
    return left >= 0
  }

  package func fix(for word: String, among candidates: @autoclosure () -> some Sequence<String>) -> Fix? {
    spend() ? Suggestion.fix(for: word, among: candidates()) : nil
  }
}
