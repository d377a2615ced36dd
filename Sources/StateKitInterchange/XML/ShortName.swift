import StateKitCore

/// A name of at most sixteen bytes as two numbers: two of them are compared at once, whatever they say.
struct ShortName: Equatable {
  private let start: UInt64
  private let end: UInt64
  private let count: UInt8

  /// nil where the name is longer.
  init?(_ name: Span<UInt8>) {
    guard name.count <= 16 else { return nil }
    count = UInt8(name.count)
    if name.count >= 8 {
      start = name.word(at: 0)
      end = name.word(at: name.count - 8)
      return
    }
    var bytes: UInt64 = 0
    for index in name.indices { bytes = bytes << 8 | UInt64(name[index]) }
    start = bytes
    end = 0
  }
}

/// The words that names may be, to look names up in.
struct ShortNames<Word> {
  private var entries: [(name: ShortName, word: Word)] = []

  /// `text` says how a word is written.
  init(_ words: some Sequence<Word>, text: (Word) -> String) {
    for word in words {
      if let name = ShortName(text(word).utf8.span) { entries.append((name, word)) }
    }
  }

  func word(_ name: Span<UInt8>) -> Word? {
    guard let short = ShortName(name) else { return nil }
    for entry in entries where entry.name == short { return entry.word }
    return nil
  }
}
