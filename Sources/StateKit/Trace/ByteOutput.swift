/// Where finished bytes go: the edge of the program. Failures are the output's to remember; callers go on.
package protocol ByteOutput: AnyObject {
  func write(_ bytes: Span<UInt8>)
}

/// Finished bytes that wait until they are worth a write.
package struct OutputBuffer: ~Copyable {
  /// The size of the blocks in which traces leave.
  private static let blockSize = 48 << 10

  var bytes = ByteBuffer(capacity: 64 << 10)
  /// How many items have been written, those that have left among them.
  var items: Int64 = 0
  private var head = ItemHead()
  private let output: (any ByteOutput)?

  /// Without an output, the bytes are for nobody.
  init(_ output: (any ByteOutput)?) {
    self.output = output
  }

  /// Begins the line of an item with its number, counted from those before, and the virtual time in milliseconds.
  @inline(__always)
  mutating func beginItem(_ number: Int64, at time: Int64) {
    head.append(items + number, time, to: &bytes)
  }

  mutating func flush() {
    if let output { bytes.withSpan { output.write($0) } }
    bytes.removeAll()
  }

  mutating func flushIfFull() {
    if bytes.count >= Self.blockSize { flush() }
  }
}
