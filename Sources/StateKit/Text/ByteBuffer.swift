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

  /// How many bytes there must be behind a piece that `append(padded:_:)` takes.
  package static let padding = 32

  /// Appends some bytes of an array with padding at its end: a short piece is copied with what stands behind it, which costs
  /// a fraction of a copy that has to look at the length.
  @inline(__always)
  mutating func append(padded bytes: borrowing [UInt8], _ range: Range<Int>) {
    precondition(range.lowerBound >= 0 && range.upperBound <= bytes.count - Self.padding)
    reserve(range.count + Self.padding)
    unsafe bytes.withUnsafeBytes { source in
      guard let from = source.baseAddress, let to = unsafe UnsafeMutableRawPointer(storage.baseAddress) else { return }
      if range.count <= Self.padding {
        typealias Half = SIMD16<UInt8>
        let (start, end) = unsafe (from + range.lowerBound, to + count)
        unsafe end.storeBytes(of: start.loadUnaligned(as: Half.self), as: Half.self)
        unsafe (end + 16).storeBytes(of: (start + 16).loadUnaligned(as: Half.self), as: Half.self)
      } else {
        unsafe (to + count).copyMemory(from: from + range.lowerBound, byteCount: range.count)
      }
    }
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
    append(text.utf8.span)
  }

  package mutating func append(_ bytes: [UInt8]) {
    append(bytes.span)
  }

  /// Appends a number in decimal.
  package mutating func append(decimal number: Int64) {
    reserve(21)
    var rest = number.magnitude
    if number < 0 {
      unsafe storage[count] = UInt8(ascii: "-")
      count += 1
    }
    // The magnitude of an Int64 has 19 digits at most.
    var digits = 1
    var limit: UInt64 = 10
    while digits < 19, rest >= limit {
      digits += 1
      limit *= 10
    }
    var place = count + digits
    count = place
    repeat {
      place -= 1
      unsafe storage[place] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10)
      rest /= 10
    } while rest > 0
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

  @inline(__always)
  private mutating func reserve(_ extra: Int) {
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
