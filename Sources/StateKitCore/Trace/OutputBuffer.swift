/// Finished bytes that are collected for larger writes.
@safe package struct OutputBuffer: ~Copyable {
  /// The size of the blocks in which traces are written.
  private static let blockSize = 100 << 10

  var bytes = ByteBuffer(capacity: 116 << 10)
  /// The number of steps, including those already written.
  var steps: Int64 = 0
  private var head = StepHead()
  /// Bytes that stay in place until they are written, each with its offset in `bytes`: copying a large piece costs more
  /// than everything else.
  private var borrowed: [(offset: Int, run: UnsafeBufferPointer<UInt8>)] = unsafe []
  private var borrowedBytes = 0
  private let output: (any ByteOutput)?
  private let gatheredBytes: Int

  /// Runs of fewer bytes are copied.
  static let leastBorrowed = 4 << 10

  /// Without an output, the bytes are discarded.
  init(_ output: (any ByteOutput)?) {
    self.output = output
    gatheredBytes = output?.gatheredBytes ?? 0
  }

  /// Begins the line of a step with its number and the virtual time in milliseconds. A separate function, because a
  /// small loop over steps is faster.
  @inline(never)
  mutating func beginStep(_ number: Int64, at time: Int64) {
    head.append(steps &+ number, time: time, to: &bytes)
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
  }

  /// True if there is enough for a write.
  @inline(__always)
  var isFull: Bool {
    bytes.count >= Self.blockSize || borrowedBytes > 0 && bytes.count + borrowedBytes >= gatheredBytes
  }
}
