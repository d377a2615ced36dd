/// A run of bytes of a file: offsets into its `SourceText`.
package struct SourceSpan: Hashable, Sendable {
  package var start: Int32
  package var end: Int32

  package init(_ start: Int, _ end: Int) {
    self.start = Int32(clamping: start)
    self.end = Int32(clamping: max(start, end))
  }

  package init(_ range: Range<Int>) {
    self.init(range.lowerBound, range.upperBound)
  }

  package var range: Range<Int> { Int(start)..<Int(end) }
}

/// A file as it was read once: its name as it was given, and its bytes.
package struct SourceText: Sendable {
  package let name: String
  /// The file's path as the system has it, where the name only shows it; nil where the name is the path.
  package let path: [UInt8]?
  package let bytes: [UInt8]
  /// The number of the first line: 1, but for one line of a script that is looked at alone.
  package let firstLine: Int

  package init(name: String, path: [UInt8]? = nil, bytes: [UInt8], firstLine: Int = 1) {
    self.name = name
    self.path = path
    self.bytes = bytes
    self.firstLine = firstLine
  }

  /// How many bytes a byte order mark at the beginning takes.
  package var markLength: Int {
    firstLine == 1 && bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
  }
}

/// What ends a line, as in editors: a line feed, or a carriage return that none follows.
package enum LineEnd {
  @inline(__always)
  package static func isEnd(_ bytes: Span<UInt8>, _ index: Int) -> Bool {
    switch bytes[index] {
    case UInt8(ascii: "\n"): true
    case UInt8(ascii: "\r"): index + 1 == bytes.count || bytes[index + 1] != UInt8(ascii: "\n")
    default: false
    }
  }
}

/// A source position for people: line and column from 1, the column in Unicode scalars.
package struct SourcePosition: Equatable, Sendable {
  package let line: Int
  package let column: Int

  package init(line: Int, column: Int) {
    self.line = line
    self.column = column
  }
}

/// Finds lines and columns in a source text. Made when the first position is asked for: a run without errors needs none.
package struct LineIndex: Sendable {
  package let source: SourceText
  /// For every block of bytes: how many lines begin at or before its first byte, where the last of them does, and how
  /// many scalars of it come before the block.
  private let blocks: [(line: Int32, start: Int32, scalars: Int32)]
  private static let blockSize = 4096

  package init(_ source: SourceText) {
    self.source = source
    var blocks: [(line: Int32, start: Int32, scalars: Int32)] = []
    var line: Int32 = 0
    var start: Int32 = 0
    var scalars: Int32 = 0
    let bytes = source.bytes.span
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

  /// The line and column of a byte.
  package func position(of offset: Int) -> SourcePosition {
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

  /// The bytes of the line that holds `offset`, without its line end and without a byte order mark; of a very long line,
  /// a few thousand behind `offset`.
  package func lineRange(of offset: Int) -> Range<Int> {
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
