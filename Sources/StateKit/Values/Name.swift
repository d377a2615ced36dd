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
    for byte in text.utf8 { hasher.combine(byte) }
  }
}

/// A value of the expression language; in a `Payload` the name means something else.
typealias ChartValue = Value
