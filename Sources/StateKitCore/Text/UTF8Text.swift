/// Decoding of UTF-8 that may be invalid: offsets and scalars.
package enum UTF8Text {
  /// The scalar at `index` and its length in bytes; U+FFFD and 1 for invalid UTF-8.
  package static func scalar(at index: Int, in text: Span<UInt8>) -> (scalar: Unicode.Scalar, length: Int) {
    let first = text[index]
    if first < 0x80 { return (Unicode.Scalar(first), 1) }
    let length = sequenceLength(at: index, in: text)
    guard length > 0 else { return ("\u{FFFD}", 1) }
    var value = UInt32(first) & (length == 2 ? 0x1F : length == 3 ? 0x0F : 0x07)
    for offset in 1..<length { value = value << 6 | UInt32(text[index + offset]) & 0x3F }
    return (Unicode.Scalar(value) ?? "\u{FFFD}", length)
  }

  /// The length of the valid sequence that begins at `index`, or 0: overlong forms, surrogates, values above 10FFFF and
  /// cut sequences are not valid (Unicode 15, table 3-7).
  package static func sequenceLength(at index: Int, in text: Span<UInt8>) -> Int {
    let first = text[index]
    let length: Int
    var low: UInt8 = 0x80
    var high: UInt8 = 0xBF
    switch first {
    case 0..<0x80: return 1
    case 0xC2...0xDF: length = 2
    case 0xE0:
      length = 3
      low = 0xA0
    case 0xED:
      length = 3
      high = 0x9F
    case 0xE1...0xEF: length = 3
    case 0xF0:
      length = 4
      low = 0x90
    case 0xF4:
      length = 4
      high = 0x8F
    case 0xF1...0xF3: length = 4
    default: return 0
    }
    guard index + length <= text.count, (low...high).contains(text[index + 1]) else { return 0 }
    for offset in 2..<max(2, length) where !(0x80...0xBF).contains(text[index + offset]) { return 0 }
    return length
  }

  /// The offset of the first byte that is not valid UTF-8, or nil.
  package static func firstInvalid(in text: Span<UInt8>) -> Int? {
    var index = 0
    while index < text.count {
      if text[index] < 0x80 {
        index += 1
        continue
      }
      let length = sequenceLength(at: index, in: text)
      if length == 0 { return index }
      index += length
    }
    return nil
  }
}

extension StringProtocol {
  /// The text without surrounding spaces.
  package var trimmed: String {
    var text = Substring(self)
    while text.utf8.first == 0x20 { text = text.dropFirst() }
    while text.utf8.last == 0x20 { text = text.dropLast() }
    return String(text)
  }
}

extension ArraySlice<UInt8> {
  /// A line without its line end and the blanks and tabs around it.
  package var trimmedLine: ArraySlice<UInt8> {
    let rest = drop { $0 == 0x20 || $0 == 0x09 }
    let last = rest.lastIndex { $0 != 0x20 && $0 != 0x09 && $0 != 0x0A && $0 != 0x0D }
    return rest[..<(last.map { $0 + 1 } ?? rest.startIndex)]
  }
}
