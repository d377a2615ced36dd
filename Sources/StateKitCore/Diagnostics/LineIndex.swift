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
    for index in bytes.indices {
      if index % Self.blockSize == 0 { blocks.append((line, start, scalars)) }
      if LineEnd.isEnd(bytes, at: index) {
        line += 1
        start = Int32(clamping: index + 1)
        scalars = 0
      } else if bytes[index] & 0xC0 != 0x80 {
        scalars += 1
      }
    }
    if bytes.count % Self.blockSize == 0 { blocks.append((line, start, scalars)) }
    self.blocks = blocks
  }

  /// True if the text was translated from `source`.
  package var isOfTranslation: Bool { text.origin != nil }

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
