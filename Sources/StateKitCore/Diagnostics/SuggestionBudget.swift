/// The searches for similar names that a parser or a rule may still make: each looks through all names of a chart, and
/// only the first messages of a file are shown.
package final class SuggestionBudget {
  /// The names that may still be compared: a thousand searches in a usual chart, a hundred in a very large one.
  private var left = 1_000_000

  package init() {}

  /// True if one more search is allowed, which is then counted with the names that it compares.
  package func spend(comparing names: Int) -> Bool {
    defer { left -= max(names, 1_000) }
    return left > 0
  }

  package func fix(for word: String, among candidates: @autoclosure () -> some Sequence<String>) -> Fix? {
    guard left > 0 else { return nil }
    let names = Array(candidates())
    return spend(comparing: names.count) ? Suggestion.fix(for: word, among: names) : nil
  }
}
