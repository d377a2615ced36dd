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
      unsafe Self.copy(UnsafeRawPointer(from), to: UnsafeMutableRawPointer(to + count), count: length)
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
    reserve(21)
    if UInt64(bitPattern: number) < 1_000, let start = unsafe UnsafeMutableRawPointer(storage.baseAddress) {
      // Most numbers are short: divides by multiplication with inverses that are exact for so few digits.
      let small = UInt32(truncatingIfNeeded: number)
      let hundreds = (small &* 41) >> 12
      let rest = small &- 100 &* hundreds
      let tens = (rest &* 103) >> 10
      let digits = hundreds | tens << 8 | (rest &- 10 &* tens) << 16 | 0x30_3030
      let zeros = (small < 100 ? 1 : 0) + (small < 10 ? 1 : 0)
      unsafe (start + count).storeBytes(of: (digits >> UInt32(8 * zeros)).littleEndian, as: UInt32.self)
      count += 3 - zeros
      return
    }
    if number < 0 {
      unsafe storage[count] = UInt8(ascii: "-")
      count += 1
    }
    var rest = number.magnitude
    if rest < 100_000_000, let start = unsafe UnsafeMutableRawPointer(storage.baseAddress) {
      let digits = Self.digits(UInt32(truncatingIfNeeded: rest))
      let zeros = digits.trailingZeroBitCount >> 3
      let text = digits >> UInt64(8 * zeros) | 0x3030_3030_3030_3030
      unsafe (start + count).storeBytes(of: text.littleEndian, as: UInt64.self)
      count += 8 - zeros
      return
    }
    // The magnitude of an Int64 has 19 digits at most.
    var digits = 3
    var limit: UInt64 = 1_000
    while digits < 19, rest >= limit {
      digits += 1
      limit *= 10
    }
    guard let start = unsafe storage.baseAddress.map({ unsafe $0 + count }) else { return }
    count += digits
    while digits > 2 {
      let two = UInt32(truncatingIfNeeded: rest % 100)
      rest /= 100
      digits -= 2
      unsafe start[digits + 1] = Self.digit(two % 10)
      unsafe start[digits] = Self.digit(two / 10)
    }
    let first = UInt32(truncatingIfNeeded: rest)
    unsafe start[digits - 1] = Self.digit(first % 10)
    if digits == 2 { unsafe start[0] = Self.digit(first / 10) }
  }

  /// The eight digits of a number, a byte each, the first in the lowest. Divides all at once, by multiplication with an
  /// inverse that is exact for so few digits.
  @inline(__always)
  static func digits(_ number: UInt32) -> UInt64 {
    let halves = UInt64(number / 10_000) | UInt64(number % 10_000) << 32
    let hundreds = (halves &* 10_486) >> 20 & 0x7F_0000_007F
    let pairs = hundreds | (halves &- 100 &* hundreds) << 16
    let tens = (pairs &* 103) >> 10 & 0xF_000F_000F_000F
    return tens | (pairs &- 10 &* tens) << 8
  }

  private static func digit(_ number: UInt32) -> UInt8 {
    UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: number)
  }

  /// Most texts are short: they are copied as two words that may overlap, because a call would take longer.
  @inline(__always)
  @unsafe private static func copy(_ from: UnsafeRawPointer, to: UnsafeMutableRawPointer, count: Int) {
    switch count {
    case 4..<8:
      let last = unsafe (from + (count - 4)).loadUnaligned(as: UInt32.self)
      unsafe to.storeBytes(of: from.loadUnaligned(as: UInt32.self), as: UInt32.self)
      unsafe (to + (count - 4)).storeBytes(of: last, as: UInt32.self)
    case 8...16:
      let last = unsafe (from + (count - 8)).loadUnaligned(as: UInt64.self)
      unsafe to.storeBytes(of: from.loadUnaligned(as: UInt64.self), as: UInt64.self)
      unsafe (to + (count - 8)).storeBytes(of: last, as: UInt64.self)
    default: unsafe to.copyMemory(from: from, byteCount: count)
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
