/// Questions about eight bytes at once, in a number that has the first of them lowest.
extension UInt64 {
  /// The same byte eight times.
  @inlinable
  @inline(__always)
  package init(repeating byte: UInt8) {
    self = 0x0101_0101_0101_0101 &* UInt64(byte)
  }

  /// Which bytes are `byte`, each by its highest bit; the other bits say nothing. The lowest bit is right, above it there may be
  /// some for bytes that are something else.
  @inlinable
  @inline(__always)
  package func marks(equalTo byte: UInt8) -> UInt64 {
    let others = self ^ UInt64(repeating: byte)
    return (others &- UInt64(repeating: 1)) & ~others
  }

  /// The same for bytes below `byte`, which is at most 0x80.
  @inlinable
  @inline(__always)
  package func marks(below byte: UInt8) -> UInt64 {
    (self &- UInt64(repeating: byte)) & ~self
  }
}
