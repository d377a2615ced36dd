import StateKitCore
import StateKitFormat

/// The lines of an input, one at a time, in bounded memory.
struct LineReader {
  enum Line {
    case line(Range<Int>)
    /// A line with too many bytes, which was skipped.
    case tooLong
  }

  private let input: any ByteInput
  /// The unread bytes begin at `start`.
  private(set) var buffer: [UInt8] = []
  private var start = 0
  private var isAtEnd = false
  /// The number of the last line, from 1.
  private(set) var number: Int
  /// The offset of the next line in bytes, from the beginning of the input.
  var offset: Int { readBytes - (buffer.count - start) }
  private var readBytes: Int

  private static let blockSize = 64 << 10

  /// Continues after a count of bytes, and of lines, that were read from the input before.
  init(_ input: any ByteInput, offset: Int = 0, after lines: Int = 0) {
    self.input = input
    readBytes = offset
    number = lines
  }

  /// Appends the ids of buffered lines that are known.
  mutating func readKnown(_ known: borrowing KnownLines, into numbers: inout [LineID], atMost count: Int) {
    let before = numbers.count
    start = known.scan(buffer.span, from: start, into: &numbers, atMost: count)
    number += numbers.count - before
  }

  /// The next line without its line end, as a range of `buffer`; nil at the end. Calls `willWait` before a read that
  /// may block.
  mutating func next(willWait: () -> Void) throws(InputError) -> Line? {
    var searched = start
    var isTooLong = false
    let before = offset
    while true {
      if let (line, following) = ScriptLines.next(in: buffer.span, from: start, searched: searched) {
        defer { start = following }
        number += 1
        return isTooLong || following - 1 - start > InputLimits.lineBytes ? .tooLong : .line(line)
      }
      if isAtEnd {
        guard start < buffer.count || isTooLong else { return nil }
        defer { start = buffer.count }
        number += 1
        return isTooLong || buffer.count - start > InputLimits.lineBytes ? .tooLong : .line(start..<buffer.count)
      }
      if buffer.count - start > InputLimits.lineBytes {
        isTooLong = true
        start = buffer.count
        // A device may have no line end at all.
        if Interrupts.isWished { return .tooLong }
        if offset - before > InputLimits.skippedBytes { throw InputError(reason: "a line has no end") }
      }
      buffer.removeFirst(start)
      start = 0
      searched = buffer.count
      if !input.isReady { willWait() }
      isAtEnd = try !input.read(Self.blockSize, into: &buffer)
      readBytes += buffer.count - searched
    }
  }
}
