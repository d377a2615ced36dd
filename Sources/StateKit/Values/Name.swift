internal import CEL

/// A name by its UTF-8: two names are the same when their bytes are.
struct Name: Hashable, Sendable {
  let text: String

  init(_ text: String) {
    self.text = text
  }

  static func == (a: Name, b: Name) -> Bool {
    a.text.utf8.elementsEqual(b.text.utf8)
  }

  func hash(into hasher: inout Hasher) {
    // One number for all bytes: to feed them one by one takes longer than all else. The hasher's seed is not known outside.
    var sum: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in text.utf8 { sum = (sum ^ UInt64(byte)) &* 0x0000_0100_0000_01B3 }
    hasher.combine(sum)
  }
}

/// A value of the expression language; in a `Payload` the name means something else.
typealias ChartValue = Value
