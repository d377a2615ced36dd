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
    switch byte {
    case 0x01: return .home
    case 0x02: return .left
    case 0x03: return .interrupt
    case 0x04: return .endOfInput
    case 0x05: return .end
    case 0x06: return .right
    case 0x07: return .cancel
    case 0x08, 0x7F: return .backspace
    case 0x09: return .tab
    case 0x0A, 0x0D: return .enter
    case 0x0B: return .killToEnd
    case 0x0C: return .clearScreen
    case 0x0E: return .down
    case 0x10: return .up
    case 0x12: return .search
    case 0x15: return .killToStart
    case 0x17: return .killWord
    case 0x19: return .yank
    case 0x1A: return .suspend
    case 0x1B:
      pending = [byte]
      return nil
    case 0x20..<0x7F: return .text(String(Unicode.Scalar(byte)))
    default: return .unknown
    }
  }

  /// The key of a single escape, after no further byte arrived.
  package mutating func timeout() -> Key? {
    guard pending == [0x1B] else { return nil }
    pending = []
    return .escape
  }

  private mutating func decodeInCharacter(_ byte: UInt8) -> Key? {
    pending.append(byte)
    let length = pending[0] >= 0xF0 ? 4 : pending[0] >= 0xE0 ? 3 : pending[0] >= 0xC2 ? 2 : 1
    if length == 1 || pending.count > 1 && byte & 0xC0 != 0x80 {
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
    let hasModifier = parameters.utf8.contains(UInt8(ascii: ";"))
    switch byte {
    case UInt8(ascii: "A"): return .up
    case UInt8(ascii: "B"): return .down
    case UInt8(ascii: "C"): return hasModifier ? .wordRight : .right
    case UInt8(ascii: "D"): return hasModifier ? .wordLeft : .left
    case UInt8(ascii: "H"): return .home
    case UInt8(ascii: "F"): return .end
    case UInt8(ascii: "~"):
      switch parameters {
      case "1", "7": return .home
      case "4", "8": return .end
      case "3": return .delete
      case "200": return .pasteBegins
      case "201": return .pasteEnds
      default: return .unknown
      }
    default: return .unknown
    }
  }
}
