/// Hashes of names and texts, eight bytes at a time. With a seed of `HashSeed`, no file can be crafted to cause
/// collisions.
@usableFromInline
package enum ByteHash {
  @inline(__always)
  static func of(_ bytes: Span<UInt8>, seed: UInt64) -> UInt32 { UInt32(truncatingIfNeeded: wide(bytes, seed: seed)) }

  /// All bits of a hash.
  @inline(__always)
  package static func wide(_ bytes: Span<UInt8>, seed: UInt64) -> UInt64 {
    // The length is hashed first, which distinguishes short texts from texts that end in zeros.
    var hash = seed ^ UInt64(truncatingIfNeeded: bytes.count)
    if bytes.count < 8 {
      hash = mix(hash, word: shortWord(bytes))
    } else {
      var offset = 0
      while offset + 8 < bytes.count {
        hash = mix(hash, word: bytes.word(at: offset))
        offset += 8
      }
      // The last word overlaps the previous one instead of reading past the end.
      hash = mix(hash, word: bytes.word(at: bytes.count - 8))
    }
    return hash
  }

  /// Uses both halves of the product: in the lower half, a bit does not affect the bits below it, and names differ at
  /// their ends.
  @inlinable
  @inline(__always)
  package static func mix(_ hash: UInt64, word: UInt64) -> UInt64 {
    let product = (hash ^ word).multipliedFullWidth(by: 0x9E37_79B9_7F4A_7C15)
    return product.high ^ product.low
  }

  /// Fewer than eight bytes as a number that differs for different bytes of equal length.
  private static func shortWord(_ bytes: Span<UInt8>) -> UInt64 {
    var word: UInt64 = 0
    for index in bytes.indices { word = word << 8 | UInt64(bytes[index]) }
    return word
  }
}
