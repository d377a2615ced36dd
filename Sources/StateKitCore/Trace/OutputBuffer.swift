import CEL

/// Finished bytes that are collected for larger writes.
@safe package struct OutputBuffer: ~Copyable {
  /// The size of the blocks in which traces are written.
  private static let blockSize = 100 << 10

  var bytes = ByteBuffer(capacity: 116 << 10)
  /// The number of steps, including those already written.
  var steps: Int64 = 0
  /// Bytes that stay in place until they are written, each with its offset in `bytes`: copying a large piece costs more
  /// than everything else.
  private var borrowed: [(offset: Int, run: UnsafeBufferPointer<UInt8>)] = unsafe []
  private var borrowedBytes = 0
  private let output: (any ByteOutput)?
  private let gatheredBytes: Int
  /// True if the output has failed: long values need not be written.
  private(set) var isClosed = false

  /// Runs of fewer bytes are copied.
  static let leastBorrowed = 4 << 10

  /// Without an output, the bytes are discarded.
  init(_ output: (any ByteOutput)?) {
    self.output = output
    gatheredBytes = output?.gatheredBytes ?? 0
  }

  /// Begins the line of a step with its number and the virtual time in milliseconds.
  mutating func beginStep(_ number: Int64, at time: Int64) {
    bytes.append("{\"step\":")
    bytes.append(decimal: steps &+ number)
    bytes.append(",\"time\":")
    bytes.append(decimal: time)
  }

  /// Adds bytes at the end that stay in place until the next `returnBorrowed`.
  @inline(never)
  @unsafe mutating func borrow(_ run: UnsafeBufferPointer<UInt8>) {
    unsafe borrowed.append((bytes.count, run))
    borrowedBytes += run.count
  }

  /// Writes the borrowed bytes, which may be released afterwards.
  mutating func returnBorrowed() {
    if unsafe !borrowed.isEmpty { flush() }
  }

  mutating func flush() {
    defer {
      bytes.removeAll()
      isClosed = output?.isClosed ?? false
      unsafe borrowed.removeAll(keepingCapacity: true)
      borrowedBytes = 0
    }
    guard let output else { return }
    if unsafe borrowed.isEmpty {
      bytes.withSpan { output.write($0) }
      return
    }
    bytes.withSpan { own in
      unsafe own.withUnsafeBufferPointer { own in
        var runs: [UnsafeBufferPointer<UInt8>] = unsafe []
        unsafe runs.reserveCapacity(borrowed.count * 2 + 1)
        var done = 0
        unsafe borrowed.forEach { offset, run in
          unsafe runs.append(UnsafeBufferPointer(rebasing: own[done..<offset]))
          unsafe runs.append(run)
          done = offset
        }
        unsafe runs.append(UnsafeBufferPointer(rebasing: own[done...]))
        unsafe runs.withUnsafeBufferPointer { unsafe output.write(gathered: $0) }
      }
    }
  }

  mutating func flushIfFull() {
    if isFull { flush() }
  }

  /// How many bytes of a step may be kept before they are put here.
  var mostHeld: Int { output?.mostHeld ?? .max }

  /// Writes what is here, and tells the output that what follows is left out.
  mutating func refuseHeld() {
    flush()
    output?.refuseHeld()
    isClosed = output?.isClosed ?? false
  }

  /// Appends a value as JSON. If its line gets longer than the output takes, the line is left out, and all after it.
  mutating func append(json value: Value) {
    if isClosed { return }
    let (start, held) = (bytes.count, min(mostHeld, InputLimits.heldBytes))
    value.appendJSON(to: &bytes, upTo: start + held)
    if bytes.count - start <= held { return }
    bytes.truncate(to: start)
    bytes.truncate(
      to: bytes.withSpan { span in
        var end = span.count
        while end > 0, span[end - 1] != UInt8(ascii: "\n") { end -= 1 }
        return end
      })
    while let last = unsafe borrowed.last, unsafe last.offset > bytes.count { unsafe borrowed.removeLast() }
    refuseHeld()
  }

  /// True if there is enough for a write.
  @inline(__always)
  var isFull: Bool {
    bytes.count >= Self.blockSize || borrowedBytes > 0 && bytes.count + borrowedBytes >= gatheredBytes
  }
}
