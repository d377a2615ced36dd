import StateKitCore

/// Where the lines of a script end: before a line feed, and before a carriage return that comes right before it.
package enum ScriptLines {
  /// The line that begins at `start`, without its line end, and where the next one begins; nil where no line feed comes. From
  /// `start` up to `searched` there is none.
  package static func next(
    in bytes: Span<UInt8>, from start: Int, searched: Int
  ) -> (line: Range<Int>, next: Int)? {
    unsafe bytes.withUnsafeBytes { bytes in
      var index = searched
      while index + 8 <= bytes.count {
        let word = unsafe UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self))
        if let feed = lineFeed(in: word) {
          return unsafe (start..<textEnd(bytes, start: start, feed: index + feed), index + feed + 1)
        }
        index += 8
      }
      while index < bytes.count {
        if unsafe bytes[index] == UInt8(ascii: "\n") {
          return unsafe (start..<textEnd(bytes, start: start, feed: index), index + 1)
        }
        index += 1
      }
      return nil
    }
  }

  /// The line that begins at `start`, without its line end; the last one may have none. `start` becomes where the next one
  /// begins; nil at the end.
  package static func next(in bytes: Span<UInt8>, from start: inout Int) -> Range<Int>? {
    guard start < bytes.count else { return nil }
    let (line, following) = next(in: bytes, from: start, searched: start) ?? (start..<bytes.count, bytes.count)
    start = following
    return line
  }

  /// The index of the first line feed among eight bytes, the first of them lowest.
  @inline(__always)
  static func lineFeed(in word: UInt64) -> Int? {
    // The lowest byte that is a line feed, as its highest bit; bits above it may be wrong.
    let found = word.marks(equalTo: 0x0A) & UInt64(repeating: 0x80)
    return found == 0 ? nil : found.trailingZeroBitCount / 8
  }

  /// Where the text of a line ends whose line feed is at `feed`.
  @inline(__always)
  @unsafe static func textEnd(_ bytes: UnsafeRawBufferPointer, start: Int, feed: Int) -> Int {
    unsafe feed > start && bytes[feed - 1] == UInt8(ascii: "\r") ? feed - 1 : feed
  }
}
