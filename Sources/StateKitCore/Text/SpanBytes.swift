extension Span where Element == UInt8 {
  /// True if these bytes occur at `offset`.
  package func holds(_ bytes: ArraySlice<UInt8>, at offset: Int = 0) -> Bool {
    guard offset >= 0, count - offset >= bytes.count else { return false }
    var index = offset
    for byte in bytes {
      if self[index] != byte { return false }
      index += 1
    }
    return true
  }

  /// True if these are all the bytes.
  package func equals(_ bytes: ArraySlice<UInt8>) -> Bool {
    count == bytes.count && holds(bytes)
  }

  /// True if both have equal bytes; compares eight at a time.
  package func equals(_ other: Span<UInt8>) -> Bool {
    guard count == other.count else { return false }
    if count < 8 {
      for index in indices where self[index] != other[index] { return false }
      return true
    }
    var index = 0
    while index + 8 < count {
      if word(at: index) != other.word(at: index) { return false }
      index += 8
    }
    return word(at: count - 8) == other.word(at: count - 8)
  }

  /// Eight bytes as a number; all of them must exist.
  @inlinable
  @inline(__always)
  package func word(at offset: Int) -> UInt64 {
    precondition(offset >= 0 && offset <= count - 8)
    return unsafe UInt64(littleEndian: bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: offset, as: UInt64.self))
  }

  /// True if these are the bytes of `text`.
  package func equals(_ text: StaticString) -> Bool {
    guard count == text.utf8CodeUnitCount else { return false }
    for index in indices where unsafe self[index] != text.utf8Start[index] { return false }
    return true
  }

  /// True if these begin with the bytes of `text`.
  package func begins(with text: StaticString) -> Bool {
    count >= text.utf8CodeUnitCount && extracting(first: text.utf8CodeUnitCount).equals(text)
  }

  /// The bytes as text; invalid UTF-8 is replaced.
  package var text: String {
    unsafe withUnsafeBufferPointer { unsafe String(decoding: $0, as: UTF8.self) }
  }
}
