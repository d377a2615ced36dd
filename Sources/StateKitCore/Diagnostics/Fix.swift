/// A replacement for the name in a finding.
package struct Fix: Sendable {
  /// The name as written.
  package let old: String
  /// The intended name.
  package let new: String
  /// True if there is no other candidate: a synonym, or the only nearest name.
  package let isCertain: Bool
  /// The suggestion as a sentence.
  package let help: String

  /// A fix with a similar name.
  package init(_ old: String, near new: String, isCertain: Bool) {
    self.init(old, to: new, isCertain: isCertain, help: "did you mean \(DisplayText.quoted(new))?")
  }

  package init(_ old: String, to new: String, isCertain: Bool = true, help: String) {
    self.old = old
    self.new = new
    self.isCertain = isCertain
    self.help = help
  }
}

extension Suggestion {
  /// The fix with the nearest candidate; certain if no other candidate is equally near.
  package static func fix(for word: String, among candidates: some Sequence<String>) -> Fix? {
    let found = ranked(to: word, among: Array(candidates), limit: 2)
    guard let first = found.first else { return nil }
    let isAlone = found.count < 2 || found[1].distance > first.distance
    return Fix(word, near: first.name, isCertain: isAlone)
  }
}
