/// Checksums of files: 64-bit FNV-1a, which detects every change of a single byte.
package struct Checksum: Sendable {
  package private(set) var value: UInt64 = 0xCBF2_9CE4_8422_2325

  package init() {}

  package mutating func add(_ bytes: Span<UInt8>) {
    for index in bytes.indices { value = (value ^ UInt64(bytes[index])) &* 0x0000_0100_0000_01B3 }
  }

  package static func of(_ bytes: Span<UInt8>) -> UInt64 {
    var sum = Checksum()
    sum.add(bytes)
    return sum.value
  }

  /// A sum as text: sixteen digits.
  package static func text(of value: UInt64) -> String {
    let digits = String(value, radix: 16)
    return String(repeating: "0", count: 16 - digits.utf8.count) + digits
  }
}
