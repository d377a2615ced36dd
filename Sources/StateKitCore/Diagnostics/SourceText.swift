/// A range of bytes of a file: offsets into its `SourceText`.
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

  // Without it, other modules would call it through the protocol.
  @inlinable
  @inline(__always)
  package static func == (left: SourceSpan, right: SourceSpan) -> Bool {
    left.start == right.start && left.end == right.end
  }
}

/// A file that was read: its name as given, and its bytes.
package struct SourceText: Sendable {
  package let name: String
  /// The file's path in the file system, if the name only shows it; nil if the name is the path.
  package let path: [UInt8]?
  package let bytes: [UInt8]
  /// The number of the first line: 1, except for a single line of a script.
  package let firstLine: Int
  /// The file from which these bytes were translated; nil if they are the contents of a file.
  package let origin: SourceOrigin?

  package init(name: String, path: [UInt8]? = nil, bytes: [UInt8], firstLine: Int = 1) {
    self.name = name
    self.path = path
    self.bytes = bytes
    self.firstLine = firstLine
    origin = nil
  }

  /// Creates the translation of another file; it has the name of that file.
  package init(bytes: [UInt8], from origin: SourceOrigin) {
    name = origin.file.name
    path = origin.file.path
    self.bytes = bytes
    firstLine = 1
    self.origin = origin
  }

  /// The original file, in which positions are shown.
  package var shown: SourceText { origin?.file.shown ?? self }

  /// The span in `shown`.
  package func shown(_ span: SourceSpan) -> SourceSpan {
    guard let origin else { return span }
    return origin.file.shown(origin.span(of: span, in: bytes))
  }

  /// Encodes a span of the original file as a span of the translation, behind its end.
  package func span(ofShown span: SourceSpan) -> SourceSpan {
    origin == nil ? span : SourceSpan(bytes.count + Int(span.start), end: bytes.count + Int(span.end))
  }

  /// The number of bytes of a byte order mark at the beginning.
  package var markLength: Int {
    firstLine == 1 && bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
  }
}

/// The end of a line, as in editors: a line feed, or a carriage return without a following line feed.
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
