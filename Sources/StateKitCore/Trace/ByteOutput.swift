/// Where finished bytes go: the edge of the program. Failures are the output's to remember; callers go on.
package protocol ByteOutput: AnyObject {
  func write(_ bytes: Span<UInt8>)
  /// How many bytes are best written at once, where they need not be copied for that.
  var gatheredBytes: Int { get }
  /// Writes several runs of bytes one behind the other.
  @unsafe func write(gathered runs: UnsafeBufferPointer<UnsafeBufferPointer<UInt8>>)
}

extension ByteOutput {
  package var gatheredBytes: Int { 48 << 10 }

  @unsafe package func write(gathered runs: UnsafeBufferPointer<UnsafeBufferPointer<UInt8>>) {
    unsafe runs.forEach { unsafe write(Span(_unsafeElements: $0)) }
  }
}
