import StateKitCore

/// White space, strings and words, complete or not.
extension SyntaxReader {
  mutating func skipSpace() {
    while index < end {
      switch bytes[index] {
      case 0x0A, 0x0D:
        indentation = 0
        isFirstInLine = true
      case 0x20, 0x09: if isFirstInLine { indentation += 1 }
      default: return
      }
      index += 1
    }
  }

  func lineEndsHere() -> Bool {
    var ahead = index
    while ahead < end, bytes[ahead] == 0x20 || bytes[ahead] == 0x09 || bytes[ahead] == 0x0D { ahead += 1 }
    return ahead < end && bytes[ahead] == 0x0A
  }

  /// Consumes a string; false if it has no closing quote: then it ends with its line.
  mutating func readString() -> Bool {
    index += 1
    while index < end {
      switch bytes[index] {
      case UInt8(ascii: "\""):
        index += 1
        return true
      case UInt8(ascii: "\\") where index + 1 < end && bytes[index + 1] >= 0x20: index += 2
      case 0x0A, 0x0D: return false
      default: index += 1
      }
    }
    return false
  }

  mutating func readWord() {
    let start = index
    while index < end {
      switch bytes[index] {
      case 0...0x20, UInt8(ascii: ","), UInt8(ascii: ":"), UInt8(ascii: "{"), UInt8(ascii: "}"), UInt8(ascii: "["),
        UInt8(ascii: "]"), UInt8(ascii: "\""):
        // A stray character is a word of its own, so that the reader always advances.
        if index == start { index += 1 }
        return
      default: index += 1
      }
    }
  }

  mutating func skipToken() {
    switch bytes[index] {
    case UInt8(ascii: "\""): _ = readString()
    case UInt8(ascii: "{"), UInt8(ascii: "["), UInt8(ascii: ":"): index += 1
    default: readWord()
    }
  }

  func kind(ofWord range: Range<Int>) -> SyntaxTree.Kind {
    switch bytes[range.lowerBound] {
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return .number
    default:
      let word = bytes.span.extracting(range)
      if word.equals("null") { return .null }
      return word.equals("true") || word.equals("false") ? .bool : .word
    }
  }
}
