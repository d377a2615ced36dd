package import StateKitCore

/// A complete JSON text, including the bytes around its value.
package enum JSONDocument {
  /// The bytes to read, without a byte order mark; throws if there are none.
  package static func body(of source: SourceText, what: String) throws(JSONReader.SyntaxError) -> Range<Int> {
    let bytes = source.bytes
    if let encoding = otherEncoding(bytes) {
      throw JSONReader.SyntaxError(
        diagnostic: Diagnostic(
          .invalidEncoding, at: SourceSpan(0, end: 1), message: "\(encoding) found, UTF-8 expected"))
    }
    let start = source.markLength
    guard bytes[start...].contains(where: { ![0x20, 0x0A, 0x0D, 0x09].contains($0) }) else {
      throw JSONReader.SyntaxError(
        diagnostic: Diagnostic(.emptyFile, at: SourceSpan(0, end: 0), message: "empty \(what)"))
    }
    return start..<bytes.count
  }

  /// Detects UTF-16 and UTF-32 by their marks, or by zero bytes, which a JSON text never has.
  private static func otherEncoding(_ bytes: [UInt8]) -> String? {
    let head = Array(bytes.prefix(4)) + [UInt8](repeating: 1, count: max(0, 4 - bytes.count))
    switch (head[0], head[1], head[2], head[3]) {
    case (0xFF, 0xFE, 0, 0), (0, 0, 0xFE, 0xFF), (1..., 0, 0, 0), (0, 0, 0, 1...): return "UTF-32"
    case (0xFF, 0xFE, _, _), (0xFE, 0xFF, _, _), (1..., 0, 1..., _), (0, 1..., _, _): return "UTF-16"
    default: return nil
    }
  }
}
