/// The two lines that were read last: the same line often comes again at once, or two of them in turn.
struct RecentLines {
  private var last = Line()
  private var other = Line()

  private struct Line {
    var index: Int32 = -1
    /// Where it stood, its end with it.
    var start = 0
    var size = 0
  }

  /// Notes a line; whether it is one of the two before it, and short.
  @inline(__always)
  mutating func note(_ line: Int32, _ range: Range<Int>) -> Bool {
    let isAgain = line == last.index || line == other.index
    if line != last.index { other = last }
    last = Line(index: line, start: range.lowerBound, size: range.count)
    return isAgain && range.count <= 8
  }

  /// Appends the indices of the lines that begin at `start`, as long as they are these, and moves `start` behind them. `index` is
  /// where the next one goes in `lines`. Each of them, its end with it, is in eight bytes: that is all that is compared.
  @inline(never)
  @unsafe mutating func take(
    _ bytes: UnsafeRawBufferPointer, _ start: inout Int, _ lines: UnsafeMutableBufferPointer<Int32>, _ index: inout Int
  ) {
    guard last.start + 8 <= bytes.count, other.start + 8 <= bytes.count else { return }
    var (next, count) = (start, index)
    var (first, second) = unsafe (Pattern(last.index, last.size, bytes, last.start), Pattern())
    if other.index >= 0, other.size <= 8 {
      second = unsafe Pattern(other.index, other.size, bytes, other.start)
    }
    while count < lines.count, next + 8 <= bytes.count {
      let word = unsafe LineWords.word(bytes, next)
      if word & first.mask != first.word {
        if word & second.mask != second.word { break }
        swap(&first, &second)
      }
      unsafe lines[count] = first.index
      next &+= first.size
      count &+= 1
    }
    (start, index) = (next, count)
  }

  /// A line as the first of eight bytes.
  private struct Pattern {
    var index: Int32 = -1
    var size = 0
    var mask: UInt64 = 0
    /// Nothing is equal to this under an empty mask.
    var word: UInt64 = 1

    init() {}

    @unsafe init(_ index: Int32, _ size: Int, _ bytes: UnsafeRawBufferPointer, _ start: Int) {
      (self.index, self.size) = (index, size)
      mask = .max >> UInt64(64 - 8 * size)
      word = unsafe LineWords.word(bytes, start) & mask
    }
  }
}
