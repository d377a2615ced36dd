/// The bytes of texts. Swift's own spans of texts need macOS 26; spans of arrays exist in every version that this
/// package supports.
extension String {
  package var utf8Bytes: [UInt8] { Array(utf8) }

  /// Calls `body` with the text as UTF-8; copies only if the text is stored in another encoding.
  @inlinable
  @inline(__always)
  package func withUTF8Bytes<Result>(_ body: (Span<UInt8>) throws -> Result) rethrows -> Result {
    let result = try unsafe utf8.withContiguousStorageIfAvailable { try unsafe body(Span(_unsafeElements: $0)) }
    return try result ?? body(Array(utf8).span)
  }
}
