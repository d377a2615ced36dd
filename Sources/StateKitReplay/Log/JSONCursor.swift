import StateKitCore

/// Reads JSON in a line, byte by byte and strictly (RFC 8259); a line end stops every token. Bytes after the last
/// line end must be readable (`LogBatch.padding`).
@safe struct JSONCursor {
  let base: UnsafePointer<UInt8>
  var at = 0
  var hasOtherThanASCII = false

  /// The text between two quotes.
  struct Text {
    let start: Int
    /// The offset of the closing quote.
    let end: Int
    let hasEscape: Bool
  }

  @unsafe init(_ base: UnsafePointer<UInt8>) {
    unsafe self.base = base
  }

  @inline(__always) var byte: UInt8 { unsafe base[at] }

  @inline(__always) mutating func skipSpace() {
    while true {
      let byte = self.byte
      if byte > 0x20 || byte != 0x20 && byte != 0x09 && byte != 0x0D { return }
      at += 1
    }
  }

  /// Moves past the end of the line.
  mutating func skipLine() {
    while byte != 0x0A { at += 1 }
    at += 1
    hasOtherThanASCII = false
  }

  /// Reads a string from its opening quote; nil if it is not one.
  @inline(__always) mutating func string() -> Text? {
    at += 1
    let start = at
    var hasEscape = false
    while true {
      // Eight bytes at a time: the lowest one that is a quote, an escape, a control, or not ASCII.
      let word = unsafe UInt64(littleEndian: UnsafeRawPointer(base + at).loadUnaligned(as: UInt64.self))
      let found =
        (word.marks(equalTo: UInt8(ascii: "\"")) | word.marks(equalTo: UInt8(ascii: "\\")) | word.marks(below: 0x20)
          | word) & UInt64(repeating: 0x80)
      if found == 0 {
        at += 8
        continue
      }
      at += found.trailingZeroBitCount >> 3
      let byte = self.byte
      if byte == UInt8(ascii: "\"") {
        let end = at
        at += 1
        return Text(start: start, end: end, hasEscape: hasEscape)
      }
      if byte >= 0x80 {
        hasOtherThanASCII = true
        at += 1
      } else if byte == UInt8(ascii: "\\") {
        hasEscape = true
        guard skipEscape() else { return nil }
      } else {
        return nil
      }
    }
  }

  private mutating func skipEscape() -> Bool {
    at += 1
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"), UInt8(ascii: "f"),
      UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
      at += 1
      return true
    case UInt8(ascii: "u"):
      at += 1
      for _ in 0..<4 {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "f"),
          UInt8(ascii: "A")...UInt8(ascii: "F"):
          at += 1
        default: return false
        }
      }
      return true
    default: return false
    }
  }

  /// Moves past a value. Returns false if there is no value.
  @inline(__always) mutating func skipValue() -> Bool {
    let byte = self.byte
    if byte == UInt8(ascii: "\"") { return string() != nil }
    if byte == UInt8(ascii: "-") || byte &- 48 < 10 { return skipNumber() }
    if byte == UInt8(ascii: "{") || byte == UInt8(ascii: "[") { return skipNested() }
    return skipWord()
  }

  private mutating func skipWord() -> Bool {
    switch byte {
    case UInt8(ascii: "t"): skip("true")
    case UInt8(ascii: "f"): skip("false")
    case UInt8(ascii: "n"): skip("null")
    default: false
    }
  }

  private mutating func skip(_ word: StaticString) -> Bool {
    for index in 0..<word.utf8CodeUnitCount {
      if unsafe byte != word.utf8Start[index] { return false }
      at += 1
    }
    return true
  }

  private mutating func skipDigits() -> Bool {
    let start = at
    while byte &- 48 < 10 { at += 1 }
    return at > start
  }

  @inline(__always) private mutating func skipNumber() -> Bool {
    if byte == UInt8(ascii: "-") { at += 1 }
    if byte == UInt8(ascii: "0") {
      at += 1
    } else if !skipDigits() {
      return false
    }
    if byte == UInt8(ascii: ".") {
      at += 1
      if !skipDigits() { return false }
    }
    if byte | 0x20 == UInt8(ascii: "e") {
      at += 1
      if byte == UInt8(ascii: "+") || byte == UInt8(ascii: "-") { at += 1 }
      if !skipDigits() { return false }
    }
    return true
  }

  /// Moves past an object or a list. Uses its own stack, one bit a level while there are few.
  private mutating func skipNested() -> Bool {
    var isObject: [Bool] = []
    while true {
      // A value begins here.
      let byte = self.byte
      if byte == UInt8(ascii: "{") || byte == UInt8(ascii: "[") {
        if isObject.count == 1_000 { return false }
        isObject.append(byte == UInt8(ascii: "{"))
        at += 1
        skipSpace()
        if self.byte == (byte == UInt8(ascii: "{") ? UInt8(ascii: "}") : UInt8(ascii: "]")) {
          at += 1
          isObject.removeLast()
        } else {
          if byte == UInt8(ascii: "{"), !skipKey() { return false }
          continue
        }
      } else if byte == UInt8(ascii: "\"") {
        if string() == nil { return false }
      } else if byte == UInt8(ascii: "-") || byte &- 48 < 10 {
        if !skipNumber() { return false }
      } else if !skipWord() {
        return false
      }
      // After a value: the enclosing object or list continues, or also ends.
      while let inObject = isObject.last {
        skipSpace()
        let next = self.byte
        at += 1
        if next == UInt8(ascii: ",") {
          skipSpace()
          if inObject, !skipKey() { return false }
          break
        }
        guard next == (inObject ? UInt8(ascii: "}") : UInt8(ascii: "]")) else {
          at -= 1
          return false
        }
        isObject.removeLast()
      }
      if isObject.isEmpty { return true }
    }
  }

  /// Moves to the value of a member.
  private mutating func skipKey() -> Bool {
    guard byte == UInt8(ascii: "\""), string() != nil else { return false }
    skipSpace()
    guard byte == UInt8(ascii: ":") else { return false }
    at += 1
    skipSpace()
    return true
  }
}
