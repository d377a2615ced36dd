/// Short pieces: calling the copy function would take longer than the copy.
extension ByteBuffer {
  /// Appends a range of the buffer's own bytes.
  package mutating func append(again range: Range<Int>) {
    precondition(range.lowerBound >= 0 && range.upperBound <= count)
    reserve(range.count)
    guard let start = unsafe storage.baseAddress else { return }
    unsafe (start + count).update(from: start + range.lowerBound, count: range.count)
    count += range.count
  }

  /// Appends bytes in quotes if none of them needs an escape in a JSON string. Returns false, and appends nothing,
  /// otherwise.
  mutating func append(quotedIfPlain bytes: Span<UInt8>) -> Bool {
    let length = bytes.count
    reserve(length + 2)
    guard let end = unsafe storage.baseAddress.map({ unsafe UnsafeMutableRawPointer($0 + count) }) else { return false }
    let to = unsafe end + 1
    if length >= 8 {
      var index = 0
      while index + 8 < length {
        if unsafe !Self.copyIfPlain(bytes.word(at: index), to: to + index) { return false }
        index += 8
      }
      if unsafe !Self.copyIfPlain(bytes.word(at: length - 8), to: to + (length - 8)) { return false }
    } else if length >= 4 {
      let (first, last) = (bytes.halfWord(at: 0), bytes.halfWord(at: length - 4))
      if !DisplayText.isPlain(word: UInt64(last) << 32 | UInt64(first)) { return false }
      unsafe to.storeBytes(of: first.littleEndian, as: UInt32.self)
      unsafe (to + (length - 4)).storeBytes(of: last.littleEndian, as: UInt32.self)
    } else {
      for index in bytes.indices {
        if !DisplayText.isPlain(bytes[index]) { return false }
        unsafe to.storeBytes(of: bytes[index], toByteOffset: index, as: UInt8.self)
      }
    }
    unsafe end.storeBytes(of: UInt8(ascii: "\""), as: UInt8.self)
    unsafe to.storeBytes(of: UInt8(ascii: "\""), toByteOffset: length, as: UInt8.self)
    count += length + 2
    return true
  }

  @inline(__always)
  @unsafe private static func copyIfPlain(_ word: UInt64, to: UnsafeMutableRawPointer) -> Bool {
    if !DisplayText.isPlain(word: word) { return false }
    unsafe to.storeBytes(of: word.littleEndian, as: UInt64.self)
    return true
  }

  /// Appends up to 32 bytes. 32 must be readable.
  @inline(__always)
  @unsafe mutating func append(upTo32 from: UnsafeRawPointer, count length: Int) {
    reserve(32)
    guard let to = unsafe UnsafeMutableRawPointer(storage.baseAddress) else { return }
    unsafe Self.copy32(from, to: to + count)
    count += length
  }

  /// Appends bytes, 32 at a time, which is faster than the copy function for a few hundred. Up to 31 bytes behind them
  /// must be readable.
  @inline(__always)
  @unsafe mutating func append(by32 from: UnsafeRawPointer, count length: Int) {
    reserve(length &+ 32)
    guard let to = unsafe UnsafeMutableRawPointer(storage.baseAddress).map({ unsafe $0 + count }) else { return }
    var offset = 0
    repeat {
      unsafe Self.copy32(from + offset, to: to + offset)
      offset &+= 32
    } while offset < length
    count += length
  }

  /// Appends a line that consists of a word of at most eight bytes and up to 32 further bytes. 32 must be readable.
  @inline(__always)
  @unsafe mutating func appendLine(_ word: StaticString, upTo32 from: UnsafeRawPointer, count length: Int) {
    reserve(48)
    guard let to = unsafe UnsafeMutableRawPointer(storage.baseAddress) else { return }
    unsafe (to + count).copyMemory(from: word.utf8Start, byteCount: word.utf8CodeUnitCount)
    let name = count + word.utf8CodeUnitCount
    unsafe Self.copy32(from, to: to + name)
    unsafe to.storeBytes(of: UInt8(ascii: "\n"), toByteOffset: name + length, as: UInt8.self)
    count = name + length + 1
  }

  /// Appends three times up to 32 bytes. 32 must be readable of each.
  @inline(__always)
  @unsafe mutating func append(
    upTo32 first: (from: UnsafeRawPointer, count: Int), second: (from: UnsafeRawPointer, count: Int),
    third: (from: UnsafeRawPointer, count: Int)
  ) {
    reserve(96)
    guard let to = unsafe UnsafeMutableRawPointer(storage.baseAddress) else { return }
    var end = unsafe to + count
    unsafe Self.copy32(first.from, to: end)
    unsafe end += first.count
    unsafe Self.copy32(second.from, to: end)
    unsafe end += second.count
    unsafe Self.copy32(third.from, to: end)
    unsafe count += first.count + second.count + third.count
  }

  /// Copies a text to memory with enough room, and returns its length in bytes.
  @unsafe static func copyShort(_ text: Span<UInt8>, to: UnsafeMutableBufferPointer<UInt8>) -> Int {
    unsafe text.withUnsafeBytes { source in
      guard let from = source.baseAddress, let to = to.baseAddress else { return }
      unsafe copy(from, to: UnsafeMutableRawPointer(to), count: source.count)
    }
    return text.count
  }

  /// Most texts are short: they are copied as two words that may overlap, because calling the copy function would take
  /// longer.
  @inline(__always)
  @unsafe static func copy(_ from: UnsafeRawPointer, to: UnsafeMutableRawPointer, count: Int) {
    switch count {
    case 4..<8:
      let last = unsafe (from + (count - 4)).loadUnaligned(as: UInt32.self)
      unsafe to.storeBytes(of: from.loadUnaligned(as: UInt32.self), as: UInt32.self)
      unsafe (to + (count - 4)).storeBytes(of: last, as: UInt32.self)
    case 8...16:
      let last = unsafe (from + (count - 8)).loadUnaligned(as: UInt64.self)
      unsafe to.storeBytes(of: from.loadUnaligned(as: UInt64.self), as: UInt64.self)
      unsafe (to + (count - 8)).storeBytes(of: last, as: UInt64.self)
    default: unsafe to.copyMemory(from: from, byteCount: count)
    }
  }

  @inline(__always)
  @unsafe private static func copy32(_ from: UnsafeRawPointer, to: UnsafeMutableRawPointer) {
    unsafe to.storeBytes(of: from.loadUnaligned(as: SIMD16<UInt8>.self), as: SIMD16<UInt8>.self)
    unsafe (to + 16).storeBytes(of: (from + 16).loadUnaligned(as: SIMD16<UInt8>.self), as: SIMD16<UInt8>.self)
  }

  /// Appends the first bytes of 32, then those of a word from its lowest, then those of 32 more.
  @inline(__always)
  mutating func append(
    _ first: SIMD32<UInt8>, count firstCount: Int, word: UInt64, count wordCount: Int, last: SIMD32<UInt8>,
    count lastCount: Int
  ) {
    reserve(72)
    guard let to = unsafe UnsafeMutableRawPointer(storage.baseAddress) else { return }
    var end = unsafe to + count
    unsafe end.storeBytes(of: first, as: SIMD32<UInt8>.self)
    unsafe end += firstCount
    unsafe end.storeBytes(of: word.littleEndian, as: UInt64.self)
    unsafe end += wordCount
    unsafe end.storeBytes(of: last, as: SIMD32<UInt8>.self)
    count += firstCount + wordCount + lastCount
  }
}
