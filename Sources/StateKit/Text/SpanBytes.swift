extension Span where Element == UInt8 {
  /// Whether these bytes stand at `offset`.
  package func holds(_ bytes: ArraySlice<UInt8>, at offset: Int = 0) -> Bool {
    guard offset >= 0, count - offset >= bytes.count else { return false }
    var place = offset
    for byte in bytes {
      if self[place] != byte { return false }
      place += 1
    }
    return true
  }

  /// Whether these are all the bytes.
  package func equals(_ bytes: ArraySlice<UInt8>) -> Bool {
    count == bytes.count && holds(bytes)
  }

  /// Whether these are the bytes of `text`.
  package func equals(_ text: StaticString) -> Bool {
    guard count == text.utf8CodeUnitCount else { return false }
    for index in indices where unsafe self[index] != text.utf8Start[index] { return false }
    return true
  }

  /// The bytes as text; what is not UTF-8 is replaced.
  package var text: String {
    unsafe withUnsafeBufferPointer { unsafe String(decoding: $0, as: UTF8.self) }
  }
}
