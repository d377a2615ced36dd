import StateKitCore

/// A script line in a journal (Durable.md): a frame with checksums, which distinguish a truncated end from damage.
package struct JournalRecord: Sendable {
  /// The number of steps in the trace, including those of the line.
  package let step: Int64
  /// The virtual clock after the line, in milliseconds.
  package let time: Int64
  package let line: [UInt8]

  /// The beginning of a line that came from the host, in a run with a host.
  package static let hostMark = [UInt8(ascii: "\t")]
  package var isFromHost: Bool { line.starts(with: Self.hostMark) }

  /// The line of a record that says that the machine started because the script ended.
  package static let start: [UInt8] = []
  package var isStart: Bool { line.isEmpty }

  /// The step of a record that contains options instead of a line.
  static let stepOfOptions: Int64 = -1

  package init(step: Int64, time: Int64, line: [UInt8]) {
    self.step = step
    self.time = time
    self.line = line
  }

  /// The size of the head: the length of the line, its checksum, and the checksum of the rest.
  package static let headLength = 16
  private static let factLength = 16

  /// Appends the bytes of the record; numbers have the lowest byte first.
  package func append(to out: inout [UInt8]) {
    var length: [UInt8] = []
    length.append(littleEndian: UInt64(line.count), count: 4)
    var body: [UInt8] = []
    body.reserveCapacity(Self.factLength + line.count)
    body.append(littleEndian: UInt64(bitPattern: step), count: 8)
    body.append(littleEndian: UInt64(bitPattern: time), count: 8)
    body += line
    out += length
    out.append(littleEndian: Checksum.of(length.span), count: 4)
    out.append(littleEndian: Checksum.of(body.span), count: 8)
    out += body
  }

  /// The length of a record in bytes, from its first `headLength` ones; nil if the length is damaged.
  package static func length(_ head: ArraySlice<UInt8>) -> Int? {
    let length = head.prefix(4)
    guard Checksum.of(length.span) & 0xFFFF_FFFF == head.littleEndian(at: 4, count: 4) else { return nil }
    return headLength + factLength + Int(head.littleEndian(at: 0, count: 4))
  }

  /// Decodes a record; nil if it is damaged.
  init?(_ bytes: ArraySlice<UInt8>) {
    let body = bytes.dropFirst(Self.headLength)
    guard Checksum.of(body.span) == bytes.littleEndian(at: 8, count: 8) else { return nil }
    step = Int64(bitPattern: body.littleEndian(at: 0, count: 8))
    time = Int64(bitPattern: body.littleEndian(at: 8, count: 8))
    line = Array(body.dropFirst(Self.factLength))
  }
}
