extension [UInt8] {
  /// Appends the lower bytes of a number, the lowest first.
  @inlinable
  package mutating func append(littleEndian number: UInt64, count: Int) {
    for byte in 0..<count { append(UInt8(truncatingIfNeeded: number >> UInt64(byte * 8))) }
  }
}

extension ArraySlice<UInt8> {
  /// The number in `count` bytes from `offset` on; all of them must exist.
  @inlinable
  package func littleEndian(at offset: Int, count: Int) -> UInt64 {
    var number: UInt64 = 0
    for byte in 0..<count { number |= UInt64(self[startIndex + offset + byte]) << UInt64(byte * 8) }
    return number
  }
}
