import StateKitCore

/// Finds the ends of script lines: before a line feed, or before a carriage return and a line feed.
package enum ScriptLines {
  /// The line at `start` without its line end, and the offset of the next one; nil without a line feed. There is no
  /// line feed between `start` and `searched`.
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

  /// The line at `start` without its line end, which the last line may lack; nil at the end. Sets `start` to the offset
  /// of the next line.
  package static func next(in bytes: Span<UInt8>, from start: inout Int) -> Range<Int>? {
    guard start < bytes.count else { return nil }
    let (line, following) = next(in: bytes, from: start, searched: start) ?? (start..<bytes.count, bytes.count)
    start = following
    return line
  }

  /// The index of the first line feed among eight bytes, the first of them lowest.
  @inline(__always)
  static func lineFeed(in word: UInt64) -> Int? {
    // Marks the lowest line feed with the highest bit of its byte; bits above it may be wrong.
    let found = word.marks(equalTo: 0x0A) & UInt64(repeating: 0x80)
    return found == 0 ? nil : found.trailingZeroBitCount / 8
  }

  /// The end of the text of a line whose line feed is at `feed`.
  @inline(__always)
  @unsafe static func textEnd(_ bytes: UnsafeRawBufferPointer, start: Int, feed: Int) -> Int {
    unsafe feed > start && bytes[feed - 1] == UInt8(ascii: "\r") ? feed - 1 : feed
  }
}
