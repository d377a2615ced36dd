internal import CEL
internal import StateKitFormat

/// Reads JSON texts as values.
enum JSONValue {
  /// Parses a complete text; nil if it is not JSON. An integer of more than 64 bits is a double, as in other readers.
  static func read(_ bytes: [UInt8]) -> Value? {
    JSONText.value(of: bytes, widensIntegers: true)
  }
}
