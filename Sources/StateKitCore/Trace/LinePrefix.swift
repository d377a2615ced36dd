/// The prefix of each line in a child's trace: the ids of the machines on the way to it.
struct LinePrefix: Sendable {
  private let bytes: [UInt8]

  static let none = LinePrefix([])

  init(_ path: [String]) {
    var out = ByteBuffer()
    for id in path {
      DisplayText.appendName(id, to: &out)
      out.append(": ")
    }
    bytes = out.bytes
  }

  func write(to out: inout ByteBuffer) {
    out.append(bytes)
  }
}
