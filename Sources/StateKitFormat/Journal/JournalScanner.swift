import CEL
package import StateKitCore

/// Reads a journal record by record, and tells an end that was cut off from damage.
package struct JournalScanner {
  /// Reads up to a number of bytes behind what is there; false at the end.
  package typealias Read = (Int, inout [UInt8]) throws -> Bool

  /// What stands at the beginning.
  package enum Head {
    /// Nothing, or not all of it: the journal is new.
    case none
    case of(fingerprint: String, options: [String])
    case damaged
  }

  package enum Next {
    case record(JournalRecord)
    case end
    /// The last record is not whole.
    case torn
    case damaged(String)
  }

  private static let mark = Array("statekit journal 1 ".utf8)
  private static let fingerprintLength = 32
  private static let blockSize = 256 << 10

  private let read: Read
  private var bytes: [UInt8] = []
  private var start = 0
  private var hasEnded = false
  /// Where what comes next begins, in bytes from the beginning.
  package private(set) var offset = 0
  /// Of all records up to there.
  package private(set) var sum = Checksum()
  /// How many records there were.
  package private(set) var count = 0

  package init(read: @escaping Read) {
    self.read = read
  }

  /// What a journal begins with. `options`: what else decides what its lines do, as on a command line.
  package static func head(_ fingerprint: String, options: [String]) -> [UInt8] {
    var head = mark + Array(fingerprint.utf8) + [0x0A]
    if options.isEmpty { return head }
    var list = ByteBuffer()
    DisplayText.appendList(options, to: &list)
    JournalRecord(step: JournalRecord.stepOfOptions, time: 0, line: list.bytes).append(to: &head)
    return head
  }

  /// Reads what the journal begins with.
  package mutating func head() throws -> Head {
    let length = Self.mark.count + Self.fingerprintLength + 1
    let isWhole = try has(length)
    let found = bytes[start..<min(bytes.count, start + length)]
    // It may be torn, too: it ends early, or in zeros.
    let written = found.prefix { $0 != 0 }
    let isMarked = zip(written, Self.mark).allSatisfy { $0 == $1 }
    guard isWhole, written.count == length else {
      return try isMarked && isZero(from: written.count) ? .none : .damaged
    }
    guard isMarked, found.last == 0x0A else { return .damaged }
    skip(length)
    let text = found.dropFirst(Self.mark.count).dropLast()
    return .of(fingerprint: String(decoding: text, as: UTF8.self), options: try options())
  }

  /// The options that the journal was begun with: a record that stands before those of lines, where there are any.
  private mutating func options() throws -> [String] {
    guard try has(JournalRecord.headLength),
      let length = JournalRecord.length(bytes[start..<start + JournalRecord.headLength]), try has(length),
      let record = JournalRecord(bytes[start..<start + length]), record.step == JournalRecord.stepOfOptions,
      case .list(let list)? = JSONText.value(of: record.line)
    else { return [] }
    skip(length)
    return list.elements.compactMap { if case .string(let option) = $0 { option } else { nil } }
  }

  /// Reads the next record.
  package mutating func next() throws -> Next {
    guard try has(1) else { return .end }
    guard try has(JournalRecord.headLength) else { return .torn }
    let head = bytes[start..<start + JournalRecord.headLength]
    // A disk that has made the file longer, and has not written to it yet, shows zeros up to the end; no line has any.
    guard let length = JournalRecord.length(head) else {
      return try isZero(from: JournalRecord.headLength - 1) ? .torn : .damaged("the length of the record is damaged")
    }
    guard try has(length) else { return .torn }
    let found = bytes[start..<start + length]
    guard let record = JournalRecord(found) else {
      return try isZero(from: length - 1) ? .torn : .damaged("the record is damaged")
    }
    sum.add(found.span)
    count += 1
    skip(length)
    return .record(record)
  }

  /// Whether there is nothing but zeros from an offset in the record up to the end. Nothing can be read after that.
  private mutating func isZero(from offset: Int) throws -> Bool {
    start += offset
    while true {
      if bytes[start...].contains(where: { $0 != 0 }) { return false }
      start = bytes.count
      if try !has(1) { return true }
    }
  }

  private mutating func skip(_ count: Int) {
    start += count
    offset += count
  }

  private mutating func has(_ count: Int) throws -> Bool {
    while bytes.count - start < count {
      if hasEnded { return false }
      bytes.removeFirst(start)
      start = 0
      if try !read(max(Self.blockSize, count), &bytes) { hasEnded = true }
    }
    return true
  }
}
