import StateKitCore

/// Seeded hashes of cases, events and payloads: no file can be crafted to collide (`HashSeed`).
enum CaseHash {
  /// The hash of bytes, eight at a time. `LogBatch.padding` bytes must be readable after them.
  @inline(__always) @unsafe static func of(_ bytes: UnsafePointer<UInt8>, count: Int, seed: UInt64) -> UInt64 {
    let raw = unsafe UnsafeRawPointer(bytes)
    var hash = seed ^ UInt64(truncatingIfNeeded: count) &* 0x9E37_79B9_7F4A_7C15
    var offset = 0
    while offset + 8 <= count {
      hash = ByteHash.mix(hash, word: unsafe raw.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
      offset += 8
    }
    let rest = count - offset
    if rest > 0 {
      let word = unsafe raw.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
      hash = ByteHash.mix(hash, word: UInt64(littleEndian: word) & (~0 >> UInt64(64 - rest * 8)))
    }
    return ByteHash.mix(hash, word: 0xD6E8_FEB8_6659_FD93)
  }

  /// The hash of bytes without readable padding.
  static func of(_ bytes: ArraySlice<UInt8>, seed: UInt64) -> UInt64 {
    let padded = bytes + [UInt8](repeating: 0, count: LogBatch.padding)
    return unsafe padded.withUnsafeBufferPointer { padded in
      unsafe padded.baseAddress.map { unsafe of($0, count: bytes.count, seed: seed) } ?? 0
    }
  }

  /// True if both have the same bytes.
  @inline(__always) @unsafe static func areEqual(_ a: UnsafeRawPointer, _ b: UnsafeRawPointer, count: Int) -> Bool {
    var offset = 0
    while offset + 8 <= count {
      if unsafe a.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
        != b.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
      {
        return false
      }
      offset += 8
    }
    while offset < count {
      if unsafe a.load(fromByteOffset: offset, as: UInt8.self) != b.load(fromByteOffset: offset, as: UInt8.self) {
        return false
      }
      offset += 1
    }
    return true
  }
}
