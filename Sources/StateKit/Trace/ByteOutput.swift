/// Where finished bytes go: the edge of the program. Failures are the output's to remember; callers go on.
package protocol ByteOutput: AnyObject {
  func write(_ bytes: Span<UInt8>)
}

/// The block size in which traces leave.
enum OutputBlock {
  static let size = 48 << 10
}
