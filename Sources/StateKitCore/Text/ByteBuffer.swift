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
    unsafe bytes.withUnsafeBytes { unsafe append($0) }
  }

  @unsafe mutating func append(_ bytes: UnsafeRawBufferPointer) {
    let length = bytes.count
    reserve(length)
    guard let to = unsafe UnsafeMutableRawPointer(storage.baseAddress).map({ unsafe $0 + count }),
      let from = bytes.baseAddress
    else { return }
    count += length
    switch length {
    // Most texts are short: two words that may overlap take less time than a call.
    case 4..<8:
      let last = unsafe (from + (length - 4)).loadUnaligned(as: UInt32.self)
      unsafe to.storeBytes(of: from.loadUnaligned(as: UInt32.self), as: UInt32.self)
      unsafe (to + (length - 4)).storeBytes(of: last, as: UInt32.self)
    case 8...16:
      let last = unsafe (from + (length - 8)).loadUnaligned(as: UInt64.self)
      unsafe to.storeBytes(of: from.loadUnaligned(as: UInt64.self), as: UInt64.self)
      unsafe (to + (length - 8)).storeBytes(of: last, as: UInt64.self)
    default: unsafe to.copyMemory(from: from, byteCount: length)
    }
  }

  /// Appends a range of the buffer's own bytes.
  package mutating func append(again range: Range<Int>) {
    precondition(range.lowerBound >= 0 && range.upperBound <= count)
    reserve(range.count)
    guard let start = unsafe storage.baseAddress else { return }
    unsafe (start + count).update(from: start + range.lowerBound, count: range.count)
    count += range.count
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

  /// Appends a number in decimal.
  package mutating func append(decimal number: Int64) {
    // The magnitude of an Int64 has 19 digits at most.
    reserve(20)
    if number < 0 { append(UInt8(ascii: "-")) }
    var rest = number.magnitude
    var digits = 1
    var bound: UInt64 = 10
    while digits < 19, rest >= bound {
      digits += 1
      bound *= 10
    }
    var index = count + digits
    count = index
    repeat {
      index -= 1
      unsafe storage[index] = UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: rest % 10)
      rest /= 10
    } while rest > 0
  }

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
