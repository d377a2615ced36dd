/// A line of a script in a journal (Durable.md): frames with checksums, so that what was cut off can be told from what is wrong.
package struct JournalRecord: Sendable {
  /// Steps of the trace up to this line, with those of the line itself.
  package let step: Int64
  /// The virtual clock after the line, in milliseconds.
  package let time: Int64
  package let line: [UInt8]

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
    Self.append(UInt64(line.count), 4, to: &length)
    var body: [UInt8] = []
    body.reserveCapacity(Self.factLength + line.count)
    Self.append(UInt64(bitPattern: step), 8, to: &body)
    Self.append(UInt64(bitPattern: time), 8, to: &body)
    body += line
    out += length
    Self.append(JournalSum.of(length) & 0xFFFF_FFFF, 4, to: &out)
    Self.append(JournalSum.of(body), 8, to: &out)
    out += body
  }

  private static func append(_ number: UInt64, _ count: Int, to out: inout [UInt8]) {
    for byte in 0..<count { out.append(UInt8(truncatingIfNeeded: number >> UInt64(byte * 8))) }
  }

  private static func number(_ bytes: ArraySlice<UInt8>, _ start: Int, _ count: Int) -> UInt64 {
    var number: UInt64 = 0
    for byte in 0..<count { number |= UInt64(bytes[bytes.startIndex + start + byte]) << UInt64(byte * 8) }
    return number
  }

  /// How many bytes a record has that begins with these `headLength` ones; nil where its length is damaged.
  package static func length(_ head: ArraySlice<UInt8>) -> Int? {
    guard JournalSum.of(head.prefix(4)) & 0xFFFF_FFFF == number(head, 4, 4) else { return nil }
    return headLength + factLength + Int(number(head, 0, 4))
  }

  /// The record that these bytes are; nil where they are damaged.
  init?(_ bytes: ArraySlice<UInt8>) {
    let body = bytes.dropFirst(Self.headLength)
    guard JournalSum.of(body) == Self.number(bytes, 8, 8) else { return nil }
    step = Int64(bitPattern: Self.number(body, 0, 8))
    time = Int64(bitPattern: Self.number(body, 8, 8))
    line = Array(body.dropFirst(Self.factLength))
  }
}

/// Checksums of a journal: FNV-1a of 64 bits, which no change of a single byte leaves as it was.
package struct JournalSum: Sendable {
  package private(set) var value: UInt64 = 0xCBF2_9CE4_8422_2325

  package init() {}

  package mutating func add(_ bytes: some Sequence<UInt8>) {
    for byte in bytes { value = (value ^ UInt64(byte)) &* 0x0000_0100_0000_01B3 }
  }

  static func of(_ bytes: some Sequence<UInt8>) -> UInt64 {
    var sum = JournalSum()
    sum.add(bytes)
    return sum.value
  }
}
