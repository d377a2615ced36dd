internal import CEL
internal import StateKitFormat

/// Reads JSON texts as values.
enum JSONValue {
  /// The value of a whole text; nil where it is not JSON.
  static func read(_ bytes: [UInt8]) -> Value? {
    JSONText.value(of: bytes)
  }
}
