import StateKitCore

/// An event of a log in a file of a part: three lengths, the line and the time, and the bytes.
enum SpillRecord {
  private static let headLength = 28

  static func append(_ record: LogRecord, _ batch: LogBatch, to out: inout [UInt8]) {
    for piece in [record.caseID, record.event, record.payload] { append(UInt64(piece.count), 4, to: &out) }
    append(UInt64(bitPattern: Int64(record.line)), 8, to: &out)
    append(UInt64(bitPattern: record.time), 8, to: &out)
    for piece in [record.caseID, record.event, record.payload] {
      let range = piece.start..<piece.start + piece.count
      if piece.isMade { out += batch.made[range] } else { out += batch.text[range] }
    }
  }

  static func append(_ number: UInt64, _ count: Int, to out: inout [UInt8]) {
    for byte in 0..<count { out.append(UInt8(truncatingIfNeeded: number >> UInt64(byte * 8))) }
  }

  static func number(_ bytes: [UInt8], _ start: Int, _ count: Int) -> UInt64 {
    var number: UInt64 = 0
    for byte in 0..<count { number |= UInt64(bytes[start + byte]) << UInt64(byte * 8) }
    return number
  }

  /// The length of the record that bytes begin with.
  static func length(of bytes: [UInt8]) -> Int {
    guard bytes.count >= headLength else { return headLength }
    return headLength + (0..<3).reduce(0) { $0 + Int(number(bytes, $1 * 4, 4)) }
  }

  /// Finds the whole records in the text of a batch; where the first that is not whole begins.
  static func read(_ batch: LogBatch) -> Int {
    batch.removeAll()
    let seed = HashSeed.value
    var at = 0
    while at + headLength <= batch.text.count {
      var pieces: [Piece] = []
      var end = at + headLength
      for index in 0..<3 {
        let length = Int(number(batch.text, at + index * 4, 4))
        pieces.append(Piece(start: end, count: length))
        end += length
      }
      guard end <= batch.text.count else { break }
      let id = Array(batch.text[pieces[0].start..<pieces[0].start + pieces[0].count])
      batch.records.append(
        LogRecord(
          line: Int(Int64(bitPattern: number(batch.text, at + 12, 8))),
          time: Int64(bitPattern: number(batch.text, at + 20, 8)), hash: CSVScanner.hash(id, seed), caseID: pieces[0],
          event: pieces[1], payload: pieces[2]))
      at = end
    }
    return at
  }
}

/// Lines of deviations in a file of a part, one after the other.
struct SpillLines {
  private let file: any SpillFile
  private var bytes: [UInt8] = []
  private var at = 0
  /// The number of the line of the log; nil at the end.
  private(set) var line: Int?
  private(set) var text: [UInt8] = []

  static func append(_ line: Int, _ text: Span<UInt8>, to out: inout [UInt8]) {
    SpillRecord.append(UInt64(text.count), 4, to: &out)
    SpillRecord.append(UInt64(bitPattern: Int64(line)), 8, to: &out)
    unsafe text.withUnsafeBufferPointer { unsafe out.append(contentsOf: $0) }
  }

  init(_ file: any SpillFile) throws {
    self.file = file
    try file.rewind()
    try advance()
  }

  /// Goes on to the next line.
  mutating func advance() throws {
    line = nil
    guard try has(12) else { return }
    let length = Int(SpillRecord.number(bytes, at, 4))
    guard try has(12 + length) else { return }
    line = Int(Int64(bitPattern: SpillRecord.number(bytes, at + 4, 8)))
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
