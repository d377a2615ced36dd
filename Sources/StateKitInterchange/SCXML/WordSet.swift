/// A set of words, a bit for each: at most 64 words.
struct WordSet<Word: RawRepresentable> where Word.RawValue == Int {
  private var bits: UInt64 = 0

  init() {}

  init(_ words: some Sequence<Word>) {
    for word in words { insert(word) }
  }

  /// The words in a part of a list.
  init(_ words: [Word], in range: Range<Int>) {
    for index in range { insert(words[index]) }
  }

  mutating func insert(_ word: Word) { bits |= 1 << UInt64(word.rawValue) }

  func has(_ word: Word) -> Bool { bits & (1 << UInt64(word.rawValue)) != 0 }

  func hasAny(of other: WordSet) -> Bool { bits & other.bits != 0 }

  func isSubset(of other: WordSet) -> Bool { bits & ~other.bits == 0 }
}
