internal import CEL
internal import StateKitCore

/// A name as UTF-8: two names are equal if their bytes are equal.
struct Name: Hashable, Sendable {
  let text: String

  init(_ text: String) {
    self.text = text
  }

  static func == (a: Name, b: Name) -> Bool {
    a.text.withUTF8Bytes { left in b.text.withUTF8Bytes { left.equals($0) } }
  }

  func hash(into hasher: inout Hasher) {
    // Combines all bytes into one number: hashing them one by one is much slower. The hasher's seed is secret.
    var sum: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in text.utf8 { sum = (sum ^ UInt64(byte)) &* 0x0000_0100_0000_01B3 }
    hasher.combine(sum)
  }
}

/// A value of the expression language; within `Payload` the name `Value` has another meaning.
typealias ChartValue = Value
