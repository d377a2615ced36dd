internal import CEL
internal import StateKitFormat

/// Reads JSON texts as values.
enum JSONValue {
  /// Parses a complete text; nil if it is not JSON.
  static func read(_ bytes: [UInt8]) -> Value? {
    JSONText.value(of: bytes)
  }
}
