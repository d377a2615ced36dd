import StateKitCore

/// An output that stores its data.
package final class MemoryOutput: OutputStream {
  package private(set) var bytes: [UInt8] = []
  package private(set) var failure: String?
  package let isTerminal: Bool
  package var columns: Int? { isTerminal ? 80 : nil }

  private let most: Int

  /// Data beyond `most` bytes are left out, as a failure.
  package init(failure: String? = nil, isTerminal: Bool = false, most: Int = .max) {
    self.most = most
    self.failure = failure
    self.isTerminal = isTerminal
  }

  package var text: String { String(decoding: bytes, as: UTF8.self) }

  package func write(_ span: Span<UInt8>) {
    if span.count > most - bytes.count { failure = "it is too long" }
    if most < .max, failure != nil { return }
    unsafe span.withUnsafeBufferPointer { unsafe bytes.append(contentsOf: $0) }
  }

  package var mostHeld: Int { most - bytes.count }

  package func refuseHeld() { failure = "it is too long" }

  /// Removes the stored data.
  package func removeAll() { bytes.removeAll() }
}

/// Bytes that are read like a file, at most a given count at a time.
package final class MemoryInput: ByteInput {
  private let bytes: [UInt8]
  private let largestRead: Int
  private var position = 0
  package let size: Int?

  /// A file with these bytes, which reports `size`; with `isStream`, a stream of unknown size.
  package init(_ bytes: [UInt8], largestRead: Int = .max, isStream: Bool = false, size: Int? = nil) {
    self.bytes = bytes
    self.largestRead = largestRead
    self.size = isStream ? nil : size ?? bytes.count
  }

  package var isTerminal: Bool { false }

  package var isReady: Bool { size != nil }

  package func rewind(to offset: Int) -> Bool {
    position = min(offset, bytes.count)
    return size != nil
  }

  package func wait(atMost milliseconds: Int64) -> Bool { true }

  package func read(_ count: Int, into buffer: inout [UInt8]) throws(InputError) -> Bool {
    let end = position + min(bytes.count - position, count, largestRead)
    buffer.append(contentsOf: bytes[position..<end])
    defer { position = end }
    return end > position
  }
}
