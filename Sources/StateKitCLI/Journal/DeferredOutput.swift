import StateKitCore

/// Output that is stored until it may be written.
final class DeferredOutput: ByteOutput {
  private let output: any OutputStream
  private var bytes = ByteBuffer()
  let gatheredBytes = 0
  /// True if new output is discarded.
  var isDropping = false
  /// More would have waited than may.
  private var isTooLong = false

  init(_ output: any OutputStream) {
    self.output = output
  }

  /// How many bytes wait.
  var count: Int { bytes.count }
  var mostHeld: Int { output.mostHeld }
  var isClosed: Bool { isTooLong || output.isClosed }

  func write(_ bytes: Span<UInt8>) {
    if isDropping || isTooLong { return }
    if count > mostHeld { return refuseHeld() }
    self.bytes.append(bytes)
  }

  /// The output is told with the next `release`: the journal keeps the lines that run now as they run without a limit.
  func refuseHeld() { isTooLong = !isDropping }

  /// Writes the output held back.
  func release() {
    bytes.withSpan { output.write($0) }
    bytes.removeAll()
    if isTooLong { output.refuseHeld() }
  }
}
