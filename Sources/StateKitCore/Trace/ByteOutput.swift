/// The destination of finished bytes, at the edge of the program. An output records its failures; callers continue.
package protocol ByteOutput: AnyObject {
  func write(_ bytes: Span<UInt8>)
  /// The preferred number of bytes in one write, if they need not be copied for that.
  var gatheredBytes: Int { get }
  /// Writes several runs of bytes in sequence.
  @unsafe func write(gathered runs: UnsafeBufferPointer<UnsafeBufferPointer<UInt8>>)
  /// How many bytes may be kept for it until they are written.
  var mostHeld: Int { get }
  /// Tells it that more would have been kept, and is left out. It fails from here on.
  func refuseHeld()
  /// True if it has failed: more bytes are ignored.
  var isClosed: Bool { get }
}

extension ByteOutput {
  package var gatheredBytes: Int { 48 << 10 }
  package var mostHeld: Int { .max }
  package func refuseHeld() {}
  package var isClosed: Bool { false }

  @unsafe package func write(gathered runs: UnsafeBufferPointer<UnsafeBufferPointer<UInt8>>) {
    unsafe runs.forEach { unsafe write(Span(_unsafeElements: $0)) }
  }
}

/// An output in memory.
package final class ByteCollector: ByteOutput {
  package var bytes: [UInt8] = []
  private let most: Int

  /// Writes are ignored once it has more than `most` bytes.
  package init(most: Int = .max) {
    self.most = most
  }

  package func write(_ span: Span<UInt8>) {
    if bytes.count > most { return }
    for index in span.indices { bytes.append(span[index]) }
  }
}
