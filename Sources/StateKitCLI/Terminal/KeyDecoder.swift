/// A key that was pressed, or a piece of text that was pasted.
package enum Key: Equatable {
  case text(String)
  case enter, tab, escape
  case backspace, delete
  case left, right, up, down, home, end, wordLeft, wordRight
  case killToEnd, killToStart, killWord, killWordForward, yank
  case search, cancel, clearScreen, interrupt, endOfInput, suspend
  case pasteBegins, pasteEnds
  /// A key without a function.
  case unknown
}

/// Decodes the bytes of a terminal to keys, one byte at a time.
package struct KeyDecoder {
  /// An incomplete escape sequence or multi-byte character.
  private var pending: [UInt8] = []

  /// Longer sequences are ignored.
  private static let longestSequence = 16

  package init() {}

  /// The key that this byte completes; nil if none.
  package mutating func decode(_ byte: UInt8) -> Key? {
    if pending.first == 0x1B { return decodeInSequence(byte) }
    if !pending.isEmpty || byte >= 0x80 { return decodeInCharacter(byte) }
    if byte == 0x1B {
      pending = [byte]
      return nil
    }
    return byte < 0x20 || byte == 0x7F ? Self.controls[byte] ?? .unknown : .text(String(Unicode.Scalar(byte)))
  }

  private static let controls: [UInt8: Key] = [
    0x01: .home, 0x02: .left, 0x03: .interrupt, 0x04: .endOfInput, 0x05: .end, 0x06: .right, 0x07: .cancel,
    0x08: .backspace, 0x09: .tab, 0x0A: .enter, 0x0B: .killToEnd, 0x0C: .clearScreen, 0x0D: .enter, 0x0E: .down,
    0x10: .up, 0x12: .search, 0x15: .killToStart, 0x17: .killWord, 0x19: .yank, 0x1A: .suspend, 0x7F: .backspace,
  ]
  /// The keys of sequences by their last byte, and those of `~` by their parameters.
  private static let letters: [UInt8: Key] = [
    UInt8(ascii: "A"): .up, UInt8(ascii: "B"): .down, UInt8(ascii: "C"): .right, UInt8(ascii: "D"): .left,
    UInt8(ascii: "H"): .home, UInt8(ascii: "F"): .end,
  ]
  private static let numbers: [String: Key] = [
    "1": .home, "7": .home, "4": .end, "8": .end, "3": .delete, "200": .pasteBegins, "201": .pasteEnds,
  ]

  /// The key of a single escape, after no further byte arrived.
  package mutating func timeout() -> Key? {
    guard pending == [0x1B] else { return nil }
    pending = []
    return .escape
  }

  private mutating func decodeInCharacter(_ byte: UInt8) -> Key? {
    pending.append(byte)
    let length = pending[0] >= 0xF0 ? 4 : pending[0] >= 0xE0 ? 3 : pending[0] >= 0xC2 ? 2 : 1
    // A byte that does not continue the character is a key of its own.
    if pending.count > 1, byte & 0xC0 != 0x80 {
      pending = []
      return decode(byte)
    }
    if length == 1 {
      pending = []
      return .unknown
    }
    if pending.count < length { return nil }
    defer { pending = [] }
    return String(validating: pending, as: UTF8.self).map { .text($0) } ?? .unknown
  }

  private mutating func decodeInSequence(_ byte: UInt8) -> Key? {
    pending.append(byte)
    if pending.count == 2 {
      if byte == UInt8(ascii: "[") || byte == UInt8(ascii: "O") { return nil }
      pending = []
      switch byte {
      case UInt8(ascii: "b"): return .wordLeft
      case UInt8(ascii: "f"): return .wordRight
      case UInt8(ascii: "d"): return .killWordForward
      case 0x7F, 0x08: return .killWord
      default: return .unknown
      }
    }
    // Parameters are digits and semicolons; a letter or ~ ends the sequence.
    if (0x20...0x3F).contains(byte) {
      if pending.count > Self.longestSequence {
        pending = []
        return .unknown
      }
      return nil
    }
    let parameters = String(decoding: pending[2..<pending.count - 1], as: UTF8.self)
    pending = []
    let key = byte == UInt8(ascii: "~") ? Self.numbers[parameters] : Self.letters[byte]
    if !parameters.utf8.contains(UInt8(ascii: ";")) { return key ?? .unknown }
    return key == .right ? .wordRight : key == .left ? .wordLeft : key ?? .unknown
  }
}
