/// A run of bytes of a file: offsets into its `SourceText`.
@usableFromInline
package struct SourceSpan: Hashable, Sendable {
  @usableFromInline package var start: Int32
  @usableFromInline package var end: Int32

  @inlinable
  @inline(__always)
  package init(_ start: Int, end: Int) {
    self.start = Int32(clamping: start)
    self.end = Int32(clamping: max(start, end))
  }

  @inlinable
  @inline(__always)
  package init(_ range: Range<Int>) {
    self.init(range.lowerBound, end: range.upperBound)
  }

  @inlinable package var range: Range<Int> { Int(start)..<Int(end) }

  // Other modules would ask for it by way of the protocol.
  @inlinable
  @inline(__always)
  package static func == (left: SourceSpan, right: SourceSpan) -> Bool {
    left.start == right.start && left.end == right.end
  }
}

/// A file as it was read once: its name as it was given, and its bytes.
package struct SourceText: Sendable {
  package let name: String
  /// The file's path as the system has it, where the name only shows it; nil where the name is the path.
  package let path: [UInt8]?
  package let bytes: [UInt8]
  /// The number of the first line: 1, but for one line of a script that is looked at alone.
  package let firstLine: Int
  /// The file that these bytes were translated from, where they stand in no file themselves.
  package let origin: SourceOrigin?

  package init(name: String, path: [UInt8]? = nil, bytes: [UInt8], firstLine: Int = 1) {
    self.name = name
    self.path = path
    self.bytes = bytes
    self.firstLine = firstLine
    origin = nil
  }

  /// The translation of another file, which keeps that file's name.
  package init(bytes: [UInt8], from origin: SourceOrigin) {
    name = origin.file.name
    path = origin.file.path
    self.bytes = bytes
    firstLine = 1
    self.origin = origin
  }

  /// The file that people have: what positions are shown in.
  package var shown: SourceText { origin?.file.shown ?? self }

  /// Where a span is shown in `shown`.
  package func shown(_ span: SourceSpan) -> SourceSpan {
    guard let origin else { return span }
    return origin.file.shown(origin.span(of: span, in: bytes))
  }

  /// How a span of the file that was translated is written among the spans of its translation: behind all of them.
  package func span(ofShown span: SourceSpan) -> SourceSpan {
    origin == nil ? span : SourceSpan(bytes.count + Int(span.start), end: bytes.count + Int(span.end))
  }

  /// How many bytes a byte order mark at the beginning takes.
  package var markLength: Int {
    firstLine == 1 && bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
  }
}

/// What ends a line, as in editors: a line feed, or a carriage return that none follows.
package enum LineEnd {
  @inline(__always)
  package static func isEnd(_ bytes: Span<UInt8>, at index: Int) -> Bool {
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
