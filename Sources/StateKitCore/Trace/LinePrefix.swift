/// The prefix of each line in a child's trace: the ids of the machines on the way to it.
struct LinePrefix: Sendable {
  /// The bytes with padding, so that a short prefix is copied together with the bytes behind it.
  private let bytes: [UInt8]
  private let count: Int
  private static let padding = 32

  static let none = LinePrefix([])

  init(_ path: [String]) {
    var out = ByteBuffer()
    for id in path {
      DisplayText.appendName(id, to: &out)
      out.append(": ")
    }
    count = out.count
    bytes = out.bytes + repeatElement(0, count: Self.padding)
  }

  @inline(__always)
  func write(to out: inout ByteBuffer) {
    unsafe bytes.withUnsafeBytes { all in
      guard let base = all.baseAddress else { return }
      if count <= Self.padding {
        unsafe out.append(upTo32: base, count: count)
      } else {
        unsafe out.append(UnsafeRawBufferPointer(start: base, count: count))
      }
    }
  }
}
