import StateKitCore

/// Lines that come again: often the same line comes again at once, or two of them in turn. Each is compared with eight bytes of the
/// text, its end among them.
enum RecentLines {
  /// Takes the lines behind two that were just read, as long as they are these. `lines` has the indices of the two up to `index`:
  /// those that follow are put behind them, and `start` and `index` moved. `first` and `second` are where the two stand; the
  /// second one is short, the first may be anything.
  @inline(never)
  @unsafe static func take(
    _ first: Range<Int>, _ second: Range<Int>, _ bytes: UnsafeRawBufferPointer, _ start: inout Int,
    _ lines: UnsafeMutableBufferPointer<LineID>, _ index: inout Int
  ) {
    var (next, count) = (start, index)
    var (last, other) = unsafe (
      Pattern(lines[index], second, bytes), Pattern(index > 0 ? lines[index - 1] : nil, first, bytes)
    )
    while count + 1 < lines.count, next + 8 <= bytes.count {
      let word = unsafe LineWords.word(bytes, next)
      if word & last.mask != last.word {
        if word & other.mask != other.word { break }
        swap(&last, &other)
      }
      count &+= 1
      unsafe lines[count] = last.line
      next &+= last.size
    }
    (start, index) = (next, count)
  }

  /// A line as the first of eight bytes.
  private struct Pattern {
    let line: LineID
    let size: Int
    let mask: UInt64
    let word: UInt64

    /// A line that is longer, or none, is equal to nothing.
    @unsafe init(_ line: LineID?, _ range: Range<Int>, _ bytes: UnsafeRawBufferPointer) {
      (self.line, size) = (line ?? 0, range.count)
      guard line != nil, (1...8).contains(range.count) else {
        (mask, word) = (0, 1)
        return
      }
      mask = .max >> UInt64(64 - 8 * range.count)
      word = unsafe LineWords.word(bytes, range.lowerBound) & mask
    }
  }
}
