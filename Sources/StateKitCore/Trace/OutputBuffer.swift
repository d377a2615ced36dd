/// Finished bytes that wait until they are worth a write.
@safe package struct OutputBuffer: ~Copyable {
  /// The size of the blocks in which traces leave.
  private static let blockSize = 48 << 10

  var bytes = ByteBuffer(capacity: 64 << 10)
  /// How many items have been written, those that have left among them.
  var items: Int64 = 0
  private var head = ItemHead()
  /// Bytes that stay where they are until they are written, each with its place among `bytes`: for what is large, a copy
  /// costs more than all else.
  private var lent: [(place: Int, run: UnsafeBufferPointer<UInt8>)] = unsafe []
  private var lentBytes = 0
  private let output: (any ByteOutput)?
  private let gatheredBytes: Int

  /// So many bytes are not copied.
  static let leastLent = 4 << 10

  /// Without an output, the bytes are for nobody.
  init(_ output: (any ByteOutput)?) {
    self.output = output
    gatheredBytes = output?.gatheredBytes ?? 0
  }

  /// Begins the line of an item with its number, counted from those before, and the virtual time in milliseconds.
  @inline(__always)
  mutating func beginItem(_ number: Int64, at time: Int64) {
    head.append(items + number, time, to: &bytes)
  }

  /// Puts bytes at the end that will stay where they are until the next `settle`.
  @inline(never)
  @unsafe mutating func lend(_ run: UnsafeBufferPointer<UInt8>) {
    unsafe lent.append((bytes.count, run))
    lentBytes += run.count
  }

  /// Writes what is lent: from here on it may go.
  mutating func settle() {
    if unsafe !lent.isEmpty { flush() }
  }

  mutating func flush() {
    defer {
      bytes.removeAll()
      unsafe lent.removeAll(keepingCapacity: true)
      lentBytes = 0
    }
    guard let output else { return }
    if unsafe lent.isEmpty {
      bytes.withSpan { output.write($0) }
      return
    }
    bytes.withSpan { own in
      unsafe own.withUnsafeBufferPointer { own in
        var runs: [UnsafeBufferPointer<UInt8>] = unsafe []
        unsafe runs.reserveCapacity(lent.count * 2 + 1)
        var done = 0
        unsafe lent.forEach { place, run in
          unsafe runs.append(UnsafeBufferPointer(rebasing: own[done..<place]))
          unsafe runs.append(run)
          done = place
        }
        unsafe runs.append(UnsafeBufferPointer(rebasing: own[done...]))
        unsafe runs.withUnsafeBufferPointer { unsafe output.write(gathered: $0) }
      }
    }
  }

  mutating func flushIfFull() {
    if bytes.count >= Self.blockSize || lentBytes > 0 && bytes.count + lentBytes >= gatheredBytes { flush() }
  }
}
