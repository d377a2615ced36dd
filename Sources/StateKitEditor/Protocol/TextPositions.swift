import StateKitCore

/// The unit in which a client counts the characters of a line.
package enum PositionEncoding: String, Sendable {
  case utf8 = "utf-8"
  case utf16 = "utf-16"
}

/// A position in the Language Server Protocol: line and character, from 0.
package struct TextPosition: Hashable, Sendable {
  package var line: Int
  package var character: Int

  package init(_ line: Int, character: Int) {
    self.line = line
    self.character = character
  }
}

/// Converts positions in a text to byte offsets and back.
package struct TextPositions: Sendable {
  /// The byte offset of each line.
  private let starts: [Int32]
  /// The number of units before each block of the text. Blocks keep lookups fast in very long lines.
  private let unitsBefore: [Int32]
  private static let block = 512
  private let encoding: PositionEncoding
  private let count: Int

  package init(_ bytes: [UInt8], encoding: PositionEncoding) {
    var starts: [Int32] = [0]
    starts.reserveCapacity(bytes.count / 24)
    let span = bytes.span
    for index in span.indices {
      if span[index] <= 0x0D, LineEnd.isEnd(span, at: index) { starts.append(Int32(clamping: index + 1)) }
    }
    self.starts = starts
    self.encoding = encoding
    count = bytes.count
    unitsBefore = Self.unitsBefore(bytes.span, encoding: encoding)
  }

  private static func unitsBefore(_ bytes: Span<UInt8>, encoding: PositionEncoding) -> [Int32] {
    var sums: [Int32] = []
    sums.reserveCapacity(bytes.count / block + 1)
    var units: Int32 = 0
    for index in bytes.indices {
      if index % block == 0 { sums.append(units) }
      units += self.units(bytes[index], encoding: encoding)
    }
    return sums
  }

  /// The units of a character at its first byte; zero at the other bytes.
  static func units(_ byte: UInt8, encoding: PositionEncoding) -> Int32 {
    if encoding == .utf8 { return 1 }
    return byte & 0xC0 == 0x80 ? 0 : byte < 0xF0 ? 1 : 2
  }

  /// The number of units before a byte.
  private func units(before offset: Int, in bytes: [UInt8]) -> Int {
    let block = min(offset / Self.block, unitsBefore.count - 1)
    if block < 0 { return 0 }
    return bytes[(block * Self.block)..<offset].reduce(Int(unitsBefore[block])) {
      $0 + Int(Self.units($1, encoding: encoding))
    }
  }

  /// The byte offset of a position in the text for which this was created. A position past the end of a line gives the
  /// end of the line.
  package func offset(_ position: TextPosition, in bytes: [UInt8]) -> Int {
    if position.line < 0 { return 0 }
    if position.line >= starts.count { return count }
    var index = Int(starts[position.line])
    var end = position.line + 1 < starts.count ? Int(starts[position.line + 1]) : count
    while end > index, bytes[end - 1] == UInt8(ascii: "\n") || bytes[end - 1] == UInt8(ascii: "\r") { end -= 1 }
    var left = position.character
    // Skips whole blocks of a long line.
    let before = units(before: index, in: bytes)
    let next = min(index / Self.block + 1, unitsBefore.count)
    let later = unitsBefore[next..<max(next, min(end / Self.block + 1, unitsBefore.count))]
    let stop = later.partitionPoint { Int($0) - before <= left }
    if stop > next {
      index = (stop - 1) * Self.block
      while index > 0, encoding == .utf16, bytes[index] & 0xC0 == 0x80 { index -= 1 }
      left -= units(before: index, in: bytes) - before
    }
    while index < end, left > 0 {
      let (length, units) = scalar(at: index, in: bytes)
      if units > left, encoding == .utf16 { break }
      left -= units
      index = min(end, index + length)
    }
    return index
  }

  package func position(_ offset: Int, in bytes: [UInt8]) -> TextPosition {
    let offset = min(max(0, offset), count)
    let low = starts.partitionPoint { Int($0) <= offset }
    let line = low - 1
    let start = Int(starts[line])
    return TextPosition(line, character: units(before: offset, in: bytes) - units(before: start, in: bytes))
  }

  /// The number of bytes and of units of a character.
  private func scalar(at index: Int, in bytes: [UInt8]) -> (length: Int, units: Int) {
    if encoding == .utf8 { return (1, 1) }
    let byte = bytes[index]
    if byte < 0xC0 { return (1, 1) }
    if byte < 0xE0 { return (2, 1) }
    return byte < 0xF0 ? (3, 1) : (4, 2)
  }
}
