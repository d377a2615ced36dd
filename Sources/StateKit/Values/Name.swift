internal import CEL
internal import StateKitCore

/// A name as UTF-8: two names are equal if their bytes are equal.
struct Name: Hashable, Sendable {
  let text: String

  init(_ text: String) {
    self.text = text
  }

  static func == (a: Name, b: Name) -> Bool {
    isSame(a.text, b.text)
  }

  func hash(into hasher: inout Hasher) {
    // Combines all bytes into one number: hashing them one by one is much slower. The hasher's seed is secret.
    hasher.combine(text.withUTF8Bytes { Checksum.of($0) })
  }
}

/// A value of the expression language; within `Payload` the name `Value` has another meaning.
typealias ChartValue = Value
