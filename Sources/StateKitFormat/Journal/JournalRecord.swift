import StateKitCore

/// A line of a script in a journal (Durable.md): frames with checksums, so that what was cut off can be told from what is wrong.
package struct JournalRecord: Sendable {
  /// Steps of the trace up to this line, with those of the line itself.
  package let step: Int64
  /// The virtual clock after the line, in milliseconds.
  package let time: Int64
  package let line: [UInt8]

  /// The step of the record that has options in place of a line.
  static let stepOfOptions: Int64 = -1

  package init(step: Int64, time: Int64, line: [UInt8]) {
    self.step = step
    self.time = time
    self.line = line
  }

  /// The length of the line, its checksum, and the checksum of all that follows.
  package static let headLength = 16
  private static let factLength = 16

  /// The bytes of the record: numbers with the lowest byte first.
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

  /// How many bytes a record has that begins with these `headLength` ones; nil where its length is damaged.
  package static func length(_ head: ArraySlice<UInt8>) -> Int? {
    let length = head.prefix(4)
    guard Checksum.of(length.span) & 0xFFFF_FFFF == head.littleEndian(at: 4, count: 4) else { return nil }
    return headLength + factLength + Int(head.littleEndian(at: 0, count: 4))
  }

  /// The record that these bytes are; nil where they are damaged.
  init?(_ bytes: ArraySlice<UInt8>) {
    let body = bytes.dropFirst(Self.headLength)
    guard Checksum.of(body.span) == bytes.littleEndian(at: 8, count: 8) else { return nil }
    step = Int64(bitPattern: body.littleEndian(at: 0, count: 8))
    time = Int64(bitPattern: body.littleEndian(at: 8, count: 8))
    line = Array(body.dropFirst(Self.factLength))
  }
}
