/// Bytes on their way out: what every line of output is put together in.
///
/// An own buffer, because appending to `[UInt8]` or `String` costs ten times as much a line. It grows, never shrinks,
/// and is emptied by `removeAll`.
@safe package struct ByteBuffer: ~Copyable {
  private var storage: UnsafeMutableBufferPointer<UInt8>

  /// The number of bytes held.
  package private(set) var count = 0

  /// An empty buffer with room for `capacity` bytes.
  package init(capacity: Int = 256) {
    unsafe storage = .allocate(capacity: max(16, capacity))
  }

  deinit {
    unsafe storage.deallocate()
  }

  /// Forgets the bytes and keeps the room.
  package mutating func removeAll() {
    count = 0
  }

  /// Forgets all but the first `length` bytes.
  package mutating func truncate(to length: Int) {
    count = min(count, max(0, length))
  }

  package mutating func append(_ byte: UInt8) {
    reserve(1)
    unsafe storage[count] = byte
    count += 1
  }

  package mutating func append(_ bytes: Span<UInt8>) {
    let length = bytes.count
    reserve(length)
    unsafe bytes.withUnsafeBufferPointer { source in
      guard let from = source.baseAddress, let to = unsafe storage.baseAddress else { return }
      unsafe (to + count).update(from: from, count: length)
    }
    count += length
  }

  package mutating func append(_ text: StaticString) {
    let length = text.utf8CodeUnitCount
    reserve(length)
    if let to = unsafe storage.baseAddress {
      unsafe (to + count).update(from: text.utf8Start, count: length)
    }
    count += length
  }

  package mutating func append(_ text: String) {
    append(text.utf8.span)
  }

  package mutating func append(_ bytes: [UInt8]) {
    append(bytes.span)
  }

  /// Appends a number in decimal.
  package mutating func append(decimal number: Int64) {
    if number < 0 { append(UInt8(ascii: "-")) }
    var rest = number.magnitude
    reserve(20)
    let start = count
    repeat {
      unsafe storage[count] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10)
      count += 1
      rest /= 10
    } while rest > 0
    unsafe storage[start..<count].reverse()
  }

  /// Lends the bytes to `body`.
  package borrowing func withSpan<Result>(_ body: (Span<UInt8>) -> Result) -> Result {
    unsafe body(Span(_unsafeElements: UnsafeBufferPointer(rebasing: storage[..<count])))
  }

  /// A copy of the bytes.
  package var bytes: [UInt8] { bytes(from: 0) }

  /// A copy of the bytes from `offset` on.
  package func bytes(from offset: Int) -> [UInt8] {
    unsafe Array(storage[min(offset, count)..<count])
  }

  private mutating func reserve(_ extra: Int) {
    if unsafe storage.count - count >= extra { return }
    let bigger = unsafe UnsafeMutableBufferPointer<UInt8>.allocate(capacity: max(storage.count * 2, count + extra))
    _ = unsafe bigger.update(fromContentsOf: storage[..<count])
    unsafe storage.deallocate()
    unsafe storage = bigger
  }
}
