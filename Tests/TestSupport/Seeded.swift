internal import Foundation

/// Random numbers that are the same for the same seed.
package struct Seeded: RandomNumberGenerator {
  private var state: UInt64

  package init(_ seed: UInt64) {
    state = seed
  }

  /// SplitMix64.
  package mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var word = state
    word = (word ^ (word >> 30)) &* 0xBF58_476D_1CE4_E5B9
    word = (word ^ (word >> 27)) &* 0x94D0_49BB_1331_11EB
    return word ^ (word >> 31)
  }

  /// So many seeds, from that of `STATEKIT_SEED` on, else from 1.
  package static func seeds(_ count: Int) -> Range<UInt64> {
    let first = ProcessInfo.processInfo.environment["STATEKIT_SEED"].flatMap { UInt64($0) } ?? 1
    return first..<first + UInt64(count)
  }
}
