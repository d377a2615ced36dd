/// Finds lines and columns in a source text. Made when the first position is asked for: a run without errors needs none.
///
/// Offsets and spans are those of the text it was made for; where that was translated from another file, lines and columns
/// are those of the file.
package struct LineIndex: Sendable {
  /// The file that people have.
  package let source: SourceText
  private let text: SourceText
  /// For every block of bytes: how many lines begin at or before its first byte, where the last of them does, and how
  /// many scalars of it come before the block.
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
      if index % 8 == 0, index + 8 <= bytes.count, Self.isPlain(bytes, index) {
        scalars += 8
        index += 8
        continue
      }
      if LineEnd.isEnd(bytes, index) {
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

  /// Whether eight bytes are characters of their own, and no line ends among them.
  private static func isPlain(_ bytes: Span<UInt8>, _ index: Int) -> Bool {
    let word = unsafe bytes.bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: index, as: UInt64.self)
    let feeds = word ^ 0x0A0A_0A0A_0A0A_0A0A
    let returns = word ^ 0x0D0D_0D0D_0D0D_0D0D
    let ends = (feeds &- 0x0101_0101_0101_0101) & ~feeds | (returns &- 0x0101_0101_0101_0101) & ~returns
    return (word | ends) & 0x8080_8080_8080_8080 == 0
  }

  /// Where a span stands in `source`.
  package func shown(_ span: SourceSpan) -> SourceSpan {
    text.shown(span)
  }

  /// The line and column of a byte.
  package func position(of offset: Int) -> SourcePosition {
    position(ofShown: Int(shown(SourceSpan(offset, offset)).start))
  }

  /// The same with the file's name before it: `door.json:3:7`.
  package func shownPosition(of offset: Int) -> String {
    let position = position(of: offset)
    return "\(source.name):\(position.line):\(position.column)"
  }

  /// The line and column of a byte of `source`.
  package func position(ofShown offset: Int) -> SourcePosition {
    let offset = clamped(offset)
    let block = offset / Self.blockSize
    var line = Int(blocks[block].line)
    var column = 1 + Int(blocks[block].scalars)
    let bytes = source.bytes.span
    for index in block * Self.blockSize..<offset {
      if LineEnd.isEnd(bytes, index) {
        line += 1
        column = 1
      } else if bytes[index] & 0xC0 != 0x80 {
        column += 1
      }
    }
    if line == 0, source.markLength > 0, offset >= source.markLength { column -= 1 }
    return SourcePosition(line: source.firstLine + line, column: column)
  }

  /// The bytes of the line of `source` that holds its byte `offset`, without its line end and without a byte order mark; of a very long line,
  /// a few thousand behind `offset`.
  package func lineRange(ofShown offset: Int) -> Range<Int> {
    let offset = clamped(offset)
    let block = offset / Self.blockSize
    var start = Int(blocks[block].start)
    let bytes = source.bytes.span
    for index in block * Self.blockSize..<offset where LineEnd.isEnd(bytes, index) { start = index + 1 }
    let reach = min(bytes.count, offset + Self.blockSize)
    var end = (offset..<reach).first { LineEnd.isEnd(bytes, $0) } ?? reach
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
