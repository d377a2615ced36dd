/// Finds lines and columns in a source text. Created when the first position is needed, so a run without errors needs
/// none.
///
/// Offsets and spans refer to the text for which it was created. If that text was translated, lines and columns refer
/// to the original file.
package struct LineIndex: Sendable {
  /// The original file.
  package let source: SourceText
  private let text: SourceText
  /// For each block of bytes: the number of lines that begin at or before its first byte, the offset of the last of
  /// these lines, and the number of its scalars before the block.
  private let blocks: [(line: Int32, start: Int32, scalars: Int32)]
  private static let blockSize = 4096

  package init(_ text: SourceText) {
    self.text = text
    let shown = text.shown
    source = shown
    var blocks: [(line: Int32, start: Int32, scalars: Int32)] = []
    var line: Int32 = 0
    var start: Int32 = 0
    var scalars: Int32 = 0
    let bytes = shown.bytes.span
    var index = 0
    while index < bytes.count {
      if index % Self.blockSize == 0 { blocks.append((line, start, scalars)) }
      if index % 32 == 0, Self.arePlain32(bytes, at: index) {
        scalars += 32
        index += 32
        continue
      }
      if index % 8 == 0, let ends = Self.lineFeeds(bytes, at: index) {
        if ends == 0 {
          scalars += 8
        } else {
          let behindLast = 8 - Int32(ends.leadingZeroBitCount >> 3)
          line += Int32(ends.nonzeroBitCount)
          start = Int32(clamping: index) + behindLast
          scalars = 8 - behindLast
        }
        index += 8
        continue
      }
      if LineEnd.isEnd(bytes, at: index) {
        line += 1
        start = Int32(clamping: index + 1)
        scalars = 0
      } else if bytes[index] & 0xC0 != 0x80 {
        scalars += 1
      }
      index += 1
    }
    if bytes.count % Self.blockSize == 0 { blocks.append((line, start, scalars)) }
    self.blocks = blocks
  }

  /// True if a quick test shows that 32 bytes from an offset are single-byte characters without line ends. A block
  /// consists of whole runs of 32.
  @inline(__always)
  private static func arePlain32(_ bytes: Span<UInt8>, at index: Int) -> Bool {
    guard index + 32 <= bytes.count else { return false }
    let found =
      rare(bytes.word(at: index)) | rare(bytes.word(at: index + 8)) | rare(bytes.word(at: index + 16))
      | rare(bytes.word(at: index + 24))
    return found & UInt64(repeating: 0x80) == 0
  }

  /// Has the highest bit of some byte set if one of eight bytes is not ASCII, or is below 0x0E.
  @inline(__always)
  private static func rare(_ word: UInt64) -> UInt64 { word | word.marks(below: 0x0E) }

  /// Marks, with the highest bit, each of eight bytes that is a line feed; nil if one is not ASCII or a carriage
  /// return.
  @inline(__always)
  private static func lineFeeds(_ bytes: Span<UInt8>, at index: Int) -> UInt64? {
    guard index + 8 <= bytes.count else { return nil }
    let word = bytes.word(at: index)
    if (word | word.marks(equalTo: 0x0D)) & UInt64(repeating: 0x80) != 0 { return nil }
    // No sum overflows into the next byte, so every mark is exact.
    let others = (word ^ UInt64(repeating: 0x0A)) &+ UInt64(repeating: 0x7F)
    return ~others & UInt64(repeating: 0x80)
  }

  /// The span in `source`.
  package func shown(_ span: SourceSpan) -> SourceSpan {
    text.shown(span)
  }

  /// The line and column of a byte offset.
  package func position(of offset: Int) -> SourcePosition {
    position(ofShown: Int(shown(SourceSpan(offset, end: offset)).start))
  }

  /// The line and column after the file's name: `door.json:3:7`.
  package func shownPosition(of offset: Int) -> String {
    let position = position(of: offset)
    return "\(source.name):\(position.line):\(position.column)"
  }

  /// The line and column of a byte offset of `source`.
  package func position(ofShown offset: Int) -> SourcePosition {
    let offset = clamped(offset)
    let block = offset / Self.blockSize
    var line = Int(blocks[block].line)
    var column = 1 + Int(blocks[block].scalars)
    let bytes = source.bytes.span
    for index in block * Self.blockSize..<offset {
      if LineEnd.isEnd(bytes, at: index) {
        line += 1
        column = 1
      } else if bytes[index] & 0xC0 != 0x80 {
        column += 1
      }
    }
    if line == 0, source.markLength > 0, offset >= source.markLength { column -= 1 }
    return SourcePosition(line: source.firstLine + line, column: column)
  }

  /// The range of the line of `source` that contains an offset, without its line end and without a byte order mark. For
  /// a very long line, ends a few thousand bytes behind the offset.
  package func lineRange(ofShown offset: Int) -> Range<Int> {
    let offset = clamped(offset)
    let block = offset / Self.blockSize
    var start = Int(blocks[block].start)
    let bytes = source.bytes.span
    for index in block * Self.blockSize..<offset where LineEnd.isEnd(bytes, at: index) { start = index + 1 }
    let reach = min(bytes.count, offset + Self.blockSize)
    var end = (offset..<reach).first { LineEnd.isEnd(bytes, at: $0) } ?? reach
    if end > start, end < bytes.count, bytes[end] == UInt8(ascii: "\n"), bytes[end - 1] == UInt8(ascii: "\r") {
      end -= 1
    }
    if start == 0 { start = min(end, source.markLength) }
    return start..<max(start, end)
  }

  private func clamped(_ offset: Int) -> Int {
    min(max(0, offset), source.bytes.count)
  }
}
