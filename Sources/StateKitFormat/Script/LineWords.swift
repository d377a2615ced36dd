/// A line of a text, scanned in words of eight bytes: its end, and its hash.
struct LineWords {
  private(set) var hash: UInt64
  /// The last bytes, from a multiple of eight on; the rest is zero.
  private(set) var last: UInt64 = 0
  /// The length without the line end.
  private(set) var length = 0
  /// The offset of the next line.
  private(set) var next = 0

  /// The line at `start`; nil if its end is missing.
  @inline(__always)
  @unsafe init?(_ text: UnsafeRawBufferPointer, from start: Int, seed: UInt64) {
    hash = seed
    var offset = start
    while true {
      let word = unsafe Self.word(text, at: offset)
      if let feed = ScriptLines.lineFeed(in: word) {
        let end = offset + feed
        let textEnd = unsafe ScriptLines.textEnd(text, start: start, feed: end)
        if textEnd < end {
          self = unsafe LineWords(whole: UnsafeRawBufferPointer(rebasing: text[start..<textEnd]), seed: seed)
        } else {
          length = end - start
          last = word & ((1 << UInt64(feed * 8)) &- 1)
          mix(last)
        }
        next = end + 1
        return
      }
      guard offset + 8 <= text.count else { return nil }
      mix(word)
      offset += 8
    }
  }

  /// Creates a complete line.
  @unsafe init(whole line: UnsafeRawBufferPointer, seed: UInt64) {
    hash = seed
    length = line.count
    var offset = 0
    while line.count - offset >= 8 {
      mix(unsafe Self.word(line, at: offset))
      offset += 8
    }
    last = unsafe Self.word(line, at: offset)
    mix(last)
  }

  @inline(__always)
  private mutating func mix(_ word: UInt64) {
    // Uses both halves of the product: in the lower half, a bit does not affect the bits below it, and lines differ at
    // their ends.
    let product = (hash ^ word).multipliedFullWidth(by: 0x9E37_79B9_7F4A_7C15)
    hash = product.high ^ product.low
  }

  /// Eight bytes, the first lowest; zero behind the end.
  @inline(__always)
  @unsafe static func word(_ text: UnsafeRawBufferPointer, at offset: Int) -> UInt64 {
    if offset + 8 <= text.count {
      return unsafe UInt64(littleEndian: text.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
    }
    return unsafe shortWord(text, at: offset)
  }

  @inline(never)
  @unsafe private static func shortWord(_ text: UnsafeRawBufferPointer, at offset: Int) -> UInt64 {
    var word: UInt64 = 0
    for byte in 0..<max(0, text.count - offset) { word |= unsafe UInt64(text[offset + byte]) << UInt64(byte * 8) }
    return word
  }
}
