/// What to write in place of a name that a finding is about.
package struct Fix: Sendable {
  /// The name as it stands there.
  package let old: String
  /// The name that is meant.
  package let new: String
  /// Nothing else can be meant: a synonym, or the only name that is nearest.
  package let isCertain: Bool
  /// The same for people.
  package let help: String

  /// A name that is near.
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
  /// The candidate that is nearest; certain where no other one is as near.
  package static func fix(for word: String, among candidates: some Sequence<String>) -> Fix? {
    let found = ranked(to: word, among: Array(candidates), limit: 2)
    guard let first = found.first else { return nil }
    let isAlone = found.count < 2 || found[1].distance > first.distance
    return Fix(word, near: first.name, isCertain: isAlone)
  }
}
