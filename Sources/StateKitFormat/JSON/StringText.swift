package import StateKitCore

/// The decoded text of a JSON string, closed or not, with the position of each byte in the file.
package struct StringText: Sendable {
  package let bytes: [UInt8]
  /// The offset of the first byte behind the quote.
  package let start: Int
  /// From the byte `after` on, offsets in the file are larger by `by`; empty without escapes.
  let shifts: [(after: Int, by: Int)]

  /// Decodes a string. `span` includes the quotes; a span without an opening quote is a plain word.
  package init(_ file: [UInt8], at span: SourceSpan) {
    var range = span.range.clamped(to: file.indices)
    guard range.count > 0, file[range.lowerBound] == UInt8(ascii: "\"") else {
      bytes = Array(file[range])
      start = range.lowerBound
      shifts = []
      return
    }
    range = range.lowerBound + 1..<range.upperBound
    if Self.isClosed(file, in: range) { range = range.lowerBound..<range.upperBound - 1 }
    start = range.lowerBound
    guard file[range].contains(UInt8(ascii: "\\")) else {
      bytes = Array(file[range])
      shifts = []
      return
    }
    var text: [UInt8] = []
    var found: [(after: Int, by: Int)] = []
    var index = range.lowerBound
    while index < range.upperBound {
      guard file[index] == UInt8(ascii: "\\"), index + 1 < range.upperBound else {
        text.append(file[index])
        index += 1
        continue
      }
      index += Self.appendEscape(file, start: index, end: range.upperBound, to: &text)
      found.append((text.count, index - range.lowerBound - text.count))
    }
    bytes = text
    shifts = found
  }

  /// A part of a file without escapes.
  package init(verbatim file: [UInt8], in range: Range<Int>) {
    bytes = Array(file[range.clamped(to: file.indices)])
    start = range.lowerBound
    shifts = []
  }

  private init(_ bytes: [UInt8], start: Int, shifts: [(after: Int, by: Int)]) {
    self.bytes = bytes
    self.start = start
    self.shifts = shifts
  }

  /// A range of the bytes as a text of its own.
  package func part(_ range: Range<Int>) -> StringText {
    if range == bytes.indices { return self }
    let before = shifts.last { $0.after <= range.lowerBound }?.by ?? 0
    let inside = shifts.filter { $0.after > range.lowerBound && $0.after <= range.upperBound }
    return StringText(
      Array(bytes[range]), start: fileOffset(of: range.lowerBound),
      shifts: inside.map { ($0.after - range.lowerBound, $0.by - before) })
  }

  package var text: String { String(decoding: bytes, as: UTF8.self) }

  package var hasEscapes: Bool { !shifts.isEmpty }

  /// The span in the file of a range of the bytes.
  package func span(of range: Range<Int>) -> SourceSpan {
    SourceSpan(fileOffset(of: range.lowerBound), end: fileOffset(of: range.upperBound))
  }

  /// The span of the whole text without its quotes.
  package var span: SourceSpan { span(of: 0..<bytes.count) }

  /// The byte of the text at an offset of the file, or the next one.
  package func offset(ofFile offset: Int) -> Int {
    (0..<bytes.count).partitionPoint { fileOffset(of: $0) < offset }
  }

  private func fileOffset(of offset: Int) -> Int {
    if shifts.isEmpty { return start + offset }
    let low = shifts.partitionPoint { $0.after <= offset }
    return start + offset + (low > 0 ? shifts[low - 1].by : 0)
  }

  /// True if the last byte of a range is a quote without a backslash before it.
  private static func isClosed(_ file: [UInt8], in range: Range<Int>) -> Bool {
    guard let last = range.last, file[last] == UInt8(ascii: "\"") else { return false }
    var slashes = 0
    while last - slashes > range.lowerBound, file[last - slashes - 1] == UInt8(ascii: "\\") { slashes += 1 }
    return slashes % 2 == 0
  }

  /// Appends the decoded escape, and returns its length in bytes. An invalid escape is copied unchanged.
  private static func appendEscape(_ file: [UInt8], start: Int, end: Int, to text: inout [UInt8]) -> Int {
    var length = 2
    if file[start + 1] == UInt8(ascii: "u") {
      guard let unit = JSONText.hexadecimal(file, start: start + 2, end: end) else {
        text.append(UInt8(ascii: "u"))
        return 2
      }
      length = 6
      if (0xD800..<0xDC00).contains(unit) {
        let second = start + 6
        guard second + 1 < end, file[second] == UInt8(ascii: "\\"), file[second + 1] == UInt8(ascii: "u"),
          let low = JSONText.hexadecimal(file, start: second + 2, end: end), (0xDC00..<0xE000).contains(low)
        else {
          text += "\u{FFFD}".utf8
          return 6
        }
        length = 12
      }
    }
    // Decoded as a separate string: the surrounding bytes serve as quotes.
    JSONText.appendString(file, in: start - 1..<start + length + 1, to: &text)
    return length
  }
}
