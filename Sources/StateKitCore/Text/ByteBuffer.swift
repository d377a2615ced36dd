import CEL

/// A byte buffer in which every line of output is built.
///
/// Appending to `[UInt8]` or `String` costs ten times as much for each line. The buffer grows but never shrinks;
/// `removeAll` empties it.
@safe package struct ByteBuffer: ~Copyable {
  var storage: UnsafeMutableBufferPointer<UInt8>

  /// The number of bytes held.
  package internal(set) var count = 0

  /// An empty buffer with room for `capacity` bytes.
  package init(capacity: Int = 256) {
    unsafe storage = .allocate(capacity: max(16, capacity))
  }

  deinit {
    unsafe storage.deallocate()
  }

  /// The byte appended last.
  package var last: UInt8? { count > 0 ? unsafe storage[count - 1] : nil }

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

  package mutating func append(_ first: UInt8, _ second: UInt8) {
    reserve(2)
    unsafe storage[count] = first
    unsafe storage[count + 1] = second
    count += 2
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

  @unsafe mutating func append(_ bytes: UnsafeRawBufferPointer) {
    reserve(bytes.count)
    guard let to = unsafe UnsafeMutableRawPointer(storage.baseAddress), let from = bytes.baseAddress else { return }
    unsafe (to + count).copyMemory(from: from, byteCount: bytes.count)
    count += bytes.count
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
    text.withUTF8Bytes { append($0) }
  }

  package mutating func append(_ bytes: [UInt8]) {
    append(bytes.span)
  }

  package mutating func append(decimal number: Int64) {
    if number < 0 { append(UInt8(ascii: "-")) }
    var rest = number.magnitude
    var digits = 1
    var limit: UInt64 = 10
    // The magnitude of an Int64 has 19 digits at most.
    while digits < 19, rest >= limit {
      digits += 1
      limit *= 10
    }
    reserve(digits)
    count += digits
    for position in 1...digits {
      unsafe storage[count - position] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10)
      rest /= 10
    }
  }

  /// The bytes that `append` appends to an empty buffer, as text.
  package static func text(_ append: (inout ByteBuffer) -> Void) -> String {
    var out = ByteBuffer()
    append(&out)
    return out.text
  }

  /// A copy of the bytes as text; invalid UTF-8 is replaced.
  package var text: String { unsafe String(decoding: storage[..<count], as: UTF8.self) }

  /// Calls `body` with the bytes, borrowed for the call.
  package borrowing func withSpan<Result>(_ body: (Span<UInt8>) -> Result) -> Result {
    unsafe body(Span(_unsafeElements: UnsafeBufferPointer(rebasing: storage[..<count])))
  }

  /// A copy of the bytes.
  package var bytes: [UInt8] { bytes(from: 0) }

  /// A copy of the bytes from `offset` on.
  package func bytes(from offset: Int) -> [UInt8] {
    unsafe Array(storage[min(offset, count)..<count])
  }

  /// Grows once, to the expected size.
  package mutating func makeRoom(_ progress: inout ReadingProgress) {
    if let size = unsafe progress.size(for: count, in: storage.count, stride: 1) { reserve(size - count) }
  }

  @inline(__always)
  mutating func reserve(_ extra: Int) {
    if unsafe storage.count - count < extra { grow(extra) }
  }

  @inline(never)
  private mutating func grow(_ extra: Int) {
    let bigger = unsafe UnsafeMutableBufferPointer<UInt8>.allocate(capacity: max(storage.count * 2, count + extra))
    _ = unsafe bigger.update(fromContentsOf: storage[..<count])
    unsafe storage.deallocate()
    unsafe storage = bigger
  }
}
