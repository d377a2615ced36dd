import StateKitCore

/// A name of at most sixteen bytes as two numbers: comparing two names takes constant time.
struct ShortName: Equatable {
  private let start: UInt64
  private let end: UInt64
  private let count: UInt8

  /// The name in a range of a text; nil if it is longer.
  @inline(__always)
  init?(_ text: Span<UInt8>, in range: Range<Int>) {
    guard range.count <= 16 else { return nil }
    count = UInt8(range.count)
    if range.count >= 8 {
      start = text.word(at: range.lowerBound)
      end = text.word(at: range.upperBound - 8)
      return
    }
    end = 0
    if range.lowerBound + 8 <= text.count {
      start = text.word(at: range.lowerBound) & ((1 << UInt64(8 * range.count)) - 1)
      return
    }
    var bytes: UInt64 = 0
    for index in range.reversed() { bytes = bytes << 8 | UInt64(text[index]) }
    start = bytes
  }

  /// Its slot in a table of 256: few names share one, and the program defines all of them.
  var slot: Int { Int(((start ^ (end &* 31) ^ UInt64(count)) &* 0x9E37_79B9_7F4A_7C15) >> 56) }
}

/// A lookup table of at most 128 names.
struct ShortNames<Word> {
  private var entries: [(name: ShortName, word: Word)] = []
  /// For each slot, the index of an entry plus 1; 0 if it is empty.
  private var slots = [UInt8](repeating: 0, count: 256)

  /// Creates the table from spellings and words.
  init(_ words: some Sequence<(String, Word)>) {
    for (text, word) in words {
      let bytes = text.utf8
      guard let name = ShortName(bytes.span, in: 0..<bytes.count) else { continue }
      entries.append((name, word))
      var slot = name.slot
      while slots[slot] != 0 { slot = (slot + 1) & 255 }
      slots[slot] = UInt8(entries.count)
    }
  }

  /// The word in a range of a text; nil if it is not in the table.
  @inline(__always)
  func word(_ text: Span<UInt8>, in range: Range<Int>) -> Word? {
    guard let short = ShortName(text, in: range) else { return nil }
    var slot = short.slot
    while slots[slot] != 0 {
      let entry = entries[Int(slots[slot]) - 1]
      if entry.name == short { return entry.word }
      slot = (slot + 1) & 255
    }
    return nil
  }
}
