/// A replacement for the name in a finding.
package struct Fix: Sendable {
  /// The name as written.
  package let old: String
  /// The intended name.
  package let new: String
  /// True if nothing else can be meant: a synonym, or the only nearest name of which the written one is a slip.
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
  /// The fix with the nearest candidate; certain if no other candidate is equally near, and the word is a slip of it.
  package static func fix(for word: String, among candidates: some Sequence<String>) -> Fix? {
    let found = ranked(to: word, among: Array(candidates), limit: 2)
    guard let first = found.first else { return nil }
    let isAlone = found.count < 2 || found[1].distance > first.distance
    return Fix(
      word, near: first.name,
      isCertain: isAlone && isSlip(word, of: first.name) && !hasTwin(of: first.name, among: candidates))
  }

  /// True if a word differs from a name by what a hand gets wrong: case, separators, and one letter that is missing, too
  /// many, wrong or swapped with the next one. A digit or the first letter of a part tells names apart: `x1`, `isOn`.
  static func isSlip(_ word: String, of name: String) -> Bool {
    let (word, name) = (parts(word), parts(name))
    var (start, end) = (0, 0)
    let shorter = min(word.count, name.count)
    while start < shorter, word[start].letter == name[start].letter { start += 1 }
    while end < shorter - start, word[word.count - 1 - end].letter == name[name.count - 1 - end].letter { end += 1 }
    let (wrong, right) = (word[start..<(word.count - end)], name[start..<(name.count - end)])
    if wrong.isEmpty, right.isEmpty { return true }
    if (wrong + right).contains(where: { $0.letter.isASCII && $0.letter.value < 0x41 }) { return false }
    if wrong.count == 2, right.count == 2 {
      return wrong.first?.letter == right.last?.letter && wrong.last?.letter == right.first?.letter
    }
    return wrong.count <= 1 && right.count <= 1 && !(wrong + right).contains(where: \.isFirst)
  }

  /// True if a second candidate differs from a name in case and separators only.
  private static func hasTwin(of name: String, among candidates: some Sequence<String>) -> Bool {
    candidates.contains { other in
      areTwins(name.unicodeScalars, other.unicodeScalars) && !other.utf8.elementsEqual(name.utf8)
    }
  }

  /// True if two names have the same letters, without case and separators. It ends at the first letter that differs: a
  /// chart may have many names.
  static func areTwins(_ name: some Sequence<Unicode.Scalar>, _ other: some Sequence<Unicode.Scalar>) -> Bool {
    func letters(_ name: some Sequence<Unicode.Scalar>) -> some Sequence<Unicode.Scalar> {
      name.lazy.filter { !isSeparator($0) }.map(lowercased)
    }
    return letters(name).elementsEqual(letters(other)) && !name.allSatisfy(isSeparator)
  }

  private static func isSeparator(_ letter: Unicode.Scalar) -> Bool { letter == "_" || letter == "-" || letter == " " }

  private static func lowercased(_ letter: Unicode.Scalar) -> Unicode.Scalar {
    if letter.isASCII { return "A"..."Z" ~= letter ? Unicode.Scalar(UInt8(letter.value) | 0x20) : letter }
    return letter.properties.lowercaseMapping.unicodeScalars.first ?? letter
  }

  /// The letters of a name without case and separators; `isFirst` at the beginning of each part.
  private static func parts(_ name: String) -> [(letter: Unicode.Scalar, isFirst: Bool)] {
    var found: [(letter: Unicode.Scalar, isFirst: Bool)] = []
    var (isFirst, wasUpper) = (true, true)
    for letter in name.unicodeScalars {
      if isSeparator(letter) {
        isFirst = true
        continue
      }
      let isUpper = letter.properties.isUppercase
      found.append((lowercased(letter), isFirst || isUpper && !wasUpper))
      (isFirst, wasUpper) = (false, isUpper)
    }
    return found
  }
}
