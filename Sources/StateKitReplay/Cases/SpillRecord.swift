import StateKitCore

/// An event of a log in the file of a part: five lengths, the line, the time, and the bytes.
enum SpillRecord {
  private static let pieceCount = 5
  private static let headLength = pieceCount * 4 + 16

  static func append(_ record: LogRecord, batch: LogBatch, to out: inout [UInt8]) {
    let pieces = [record.caseID, record.event, record.payload, record.state, record.did]
    for piece in pieces { out.append(littleEndian: UInt64(piece.count), count: 4) }
    out.append(littleEndian: UInt64(bitPattern: Int64(record.line)), count: 8)
    out.append(littleEndian: UInt64(bitPattern: record.time), count: 8)
    for piece in pieces { out += batch.bytes(of: piece) }
  }

  /// The length of the record at the start of the bytes.
  static func length(of bytes: [UInt8]) -> Int {
    guard bytes.count >= headLength else { return headLength }
    return headLength + (0..<pieceCount).reduce(0) { $0 + Int(bytes[...].littleEndian(at: $1 * 4, count: 4)) }
  }

  /// Finds the complete records in the text of a batch. Returns the start of the first incomplete one.
  static func read(_ batch: LogBatch) -> Int {
    batch.removeAll()
    let seed = HashSeed.value
    var at = 0
    while at + headLength <= batch.text.count {
      let head = batch.text[at..<at + headLength]
      var pieces: [Piece] = []
      var end = at + headLength
      for index in 0..<pieceCount {
        let length = Int(head.littleEndian(at: index * 4, count: 4))
        pieces.append(Piece(start: end, count: length))
        end += length
      }
      guard end <= batch.text.count else { break }
      batch.records.append(
        LogRecord(
          line: Int(Int64(bitPattern: head.littleEndian(at: headLength - 16, count: 8))),
          time: Int64(bitPattern: head.littleEndian(at: headLength - 8, count: 8)),
          hash: ByteHash.wide(batch.bytes(of: pieces[0]).span, seed: seed), caseID: pieces[0], event: pieces[1],
          payload: pieces[2], state: pieces[3], did: pieces[4]))
      at = end
    }
    return at
  }
}

/// The lines of deviations in the file of a part, in order.
struct SpillLines {
  private let file: any SpillFile
  private var bytes: [UInt8] = []
  private var at = 0
  /// The line number in the log; nil at the end.
  private(set) var line: Int?
  private(set) var text: [UInt8] = []

  static func append(_ line: Int, text: Span<UInt8>, to out: inout [UInt8]) {
    out.append(littleEndian: UInt64(text.count), count: 4)
    out.append(littleEndian: UInt64(bitPattern: Int64(line)), count: 8)
    unsafe text.withUnsafeBufferPointer { unsafe out.append(contentsOf: $0) }
  }

  init(_ file: any SpillFile) throws {
    self.file = file
    try file.rewind()
    try advance()
  }

  /// Continues with the next line.
  mutating func advance() throws {
    line = nil
    guard try has(12) else { return }
    let length = Int(bytes[at...].littleEndian(at: 0, count: 4))
    guard try has(12 + length) else { return }
    line = Int(Int64(bitPattern: bytes[at...].littleEndian(at: 4, count: 8)))
    text = Array(bytes[(at + 12)..<(at + 12 + length)])
    at += 12 + length
  }

  private mutating func has(_ count: Int) throws -> Bool {
    while bytes.count - at < count {
      bytes.removeFirst(at)
      at = 0
      if try !file.read(64 << 10, into: &bytes) { return false }
    }
    return true
  }
}
