import StateKitCore

/// A text in pieces, for many changes one after the other: the positions of each refer to the text after the changes
/// before it. A change copies the pieces at its two ends, not the whole text.
package struct EditedText: Sendable {
  private struct Piece {
    let bytes: [UInt8]
    /// The line ends; a carriage return at the end of the piece is one.
    let lines: Int
    let units: Int

    var beginsWithLineFeed: Bool { bytes.first == UInt8(ascii: "\n") }
    var endsWithReturn: Bool { bytes.last == UInt8(ascii: "\r") }
  }

  /// The index of a piece, and an offset in it.
  private struct Place: Comparable {
    var piece: Int
    var index: Int

    static func < (first: Place, second: Place) -> Bool { (first.piece, first.index) < (second.piece, second.index) }
  }

  private var pieces: [Piece] = []
  /// The number of bytes.
  package private(set) var count = 0
  private let encoding: PositionEncoding
  private let pieceBytes: Int

  /// `pieceBytes`: the length of a piece. A piece grows to twice that length before it is divided.
  package init(_ bytes: [UInt8], encoding: PositionEncoding, pieceBytes: Int = 4 << 10) {
    self.encoding = encoding
    self.pieceBytes = pieceBytes
    count = bytes.count
    pieces = divided(bytes)
  }

  package var bytes: [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(count)
    for piece in pieces { bytes += piece.bytes }
    return bytes
  }

  /// Replaces the text between two positions. If `end` is before `start`, inserts at `start`.
  package mutating func replace(from start: TextPosition, to end: TextPosition, with text: String) {
    let first = place(of: start)
    let last = end == start ? first : max(first, place(of: end))
    let before = pieces.isEmpty ? [] : pieces[first.piece].bytes[..<first.index]
    let after = pieces.isEmpty ? [] : pieces[last.piece].bytes[last.index...]
    let replaced = pieces.isEmpty ? 0..<0 : first.piece..<last.piece + 1
    let new = Array(before) + text.utf8 + after
    count += new.count - pieces[replaced].reduce(0) { $0 + $1.bytes.count }
    pieces.replaceSubrange(replaced, with: divided(new))
  }

  private func divided(_ bytes: [UInt8]) -> [Piece] {
    if bytes.isEmpty { return [] }
    if bytes.count <= 2 * pieceBytes { return [piece(bytes)] }
    let most = bytes.count / (bytes.count / pieceBytes) + 1
    return stride(from: 0, to: bytes.count, by: most).map { start in
      piece(Array(bytes[start..<min(bytes.count, start + most)]))
    }
  }

  private func piece(_ bytes: [UInt8]) -> Piece {
    var (lines, units) = (0, 0)
    let span = bytes.span
    for index in span.indices {
      if span[index] <= 0x0D, LineEnd.isEnd(span, at: index) { lines += 1 }
      units += Int(TextPositions.units(span[index], encoding: encoding))
    }
    return Piece(bytes: bytes, lines: lines, units: units)
  }

  // MARK: Positions

  /// The place of a position, by the rules of `TextPositions.offset`.
  private func place(of position: TextPosition) -> Place {
    guard var place = start(ofLine: position.line) else { return end }
    var left = position.character
    while place.piece < pieces.count {
      if place.index == 0, pieces[place.piece].lines == 0, pieces[place.piece].units <= left {
        left -= pieces[place.piece].units
      } else {
        let bytes = pieces[place.piece].bytes
        for index in place.index..<bytes.count {
          if bytes[index] == UInt8(ascii: "\n") || bytes[index] == UInt8(ascii: "\r") {
            return Place(piece: place.piece, index: index)
          }
          // In UTF-16, a byte that continues a character has no units.
          let units = Int(TextPositions.units(bytes[index], encoding: encoding))
          if units > left { return Place(piece: place.piece, index: index) }
          left -= units
        }
      }
      place = Place(piece: place.piece + 1, index: 0)
    }
    return end
  }

  private var end: Place { Place(piece: max(0, pieces.count - 1), index: pieces.last?.bytes.count ?? 0) }

  /// The place behind the line end before a line; nil if the text has fewer lines.
  private func start(ofLine line: Int) -> Place? {
    if line <= 0 { return Place(piece: 0, index: 0) }
    var left = line
    for piece in pieces.indices {
      var lines = pieces[piece].lines
      // A line end of two bytes can be in two pieces; it ends in the second one.
      if pieces[piece].endsWithReturn, piece + 1 < pieces.count, pieces[piece + 1].beginsWithLineFeed { lines -= 1 }
      if left > lines {
        left -= lines
        continue
      }
      let bytes = pieces[piece].bytes
      let span = bytes.span
      for index in span.indices {
        if LineEnd.isEnd(span, at: index) { left -= 1 }
        if left == 0 { return Place(piece: piece, index: index + 1) }
      }
    }
    return nil
  }
}
