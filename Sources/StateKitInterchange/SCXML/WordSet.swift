/// A set of words, a bit for each: there are at most 64.
struct WordSet<Word: RawRepresentable> where Word.RawValue == Int {
  private var bits: UInt64 = 0

  init(_ words: some Sequence<Word>) {
    for word in words { bits |= 1 << UInt64(word.rawValue) }
  }

  /// Those in a part of a list.
  init(_ words: [Word], in range: Range<Int>) {
    for index in range { bits |= 1 << UInt64(words[index].rawValue) }
  }

  func has(_ word: Word) -> Bool { bits & (1 << UInt64(word.rawValue)) != 0 }

  func hasAny(of other: WordSet) -> Bool { bits & other.bits != 0 }

  func isSubset(of other: WordSet) -> Bool { bits & ~other.bits == 0 }
}
