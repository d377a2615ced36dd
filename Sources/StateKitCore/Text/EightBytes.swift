/// Tests of eight bytes at once, in a number with the first byte lowest.
extension UInt64 {
  /// The same byte eight times.
  @inlinable
  @inline(__always)
  package init(repeating byte: UInt8) {
    self = 0x0101_0101_0101_0101 &* UInt64(byte)
  }

  /// Marks the bytes equal to `byte` with their highest bits; the other bits are undefined. The lowest mark is exact;
  /// above it there may be false ones.
  @inlinable
  @inline(__always)
  package func marks(equalTo byte: UInt8) -> UInt64 {
    let others = self ^ UInt64(repeating: byte)
    return (others &- UInt64(repeating: 1)) & ~others
  }

  /// Marks the bytes below `byte`, which is at most 0x80. The lowest mark is exact; above it there may be false ones.
  @inlinable
  @inline(__always)
  package func marks(below byte: UInt8) -> UInt64 {
    (self &- UInt64(repeating: byte)) & ~self
  }
}
