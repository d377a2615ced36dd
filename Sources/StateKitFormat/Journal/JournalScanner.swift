import CEL
package import StateKitCore

/// Reads a journal record by record, and distinguishes a truncated end from damage.
package struct JournalScanner {
  /// Appends up to a number of bytes; returns false at the end.
  package typealias Read = (Int, inout [UInt8]) throws -> Bool

  /// The beginning of a journal.
  package enum Head {
    /// Empty or incomplete: the journal is new.
    case none
    case of(fingerprint: String, options: [String])
    case damaged
  }

  package enum Next {
    case record(JournalRecord)
    case end
    /// The last record is incomplete.
    case torn
    case damaged(String)
  }

  private static let mark = Array("statekit journal 1 ".utf8)
  private static let fingerprintLength = 32
  private static let blockSize = 256 << 10
  /// The most zeros that are an end which was not written. A sparse file may have far more.
  private static let mostZeros = 64 * InputLimits.lineBytes

  private let read: Read
  private var bytes: [UInt8] = []
  private var start = 0
  private var hasEnded = false
  /// The offset of the next record, from the beginning.
  package private(set) var offset = 0
  /// The checksum of all records up to that offset.
  package private(set) var sum = Checksum()
  /// The number of records.
  package private(set) var count = 0

  package init(read: @escaping Read) {
    self.read = read
  }

  /// The beginning of a journal. `options`: other settings that affect its lines, as on a command line.
  package static func head(_ fingerprint: String, options: [String]) -> [UInt8] {
    var head = mark + Array(fingerprint.utf8) + [0x0A]
    var list = ByteBuffer()
    DisplayText.appendList(options, to: &list)
    JournalRecord(step: JournalRecord.stepOfOptions, time: 0, line: list.bytes).append(to: &head)
    return head
  }

  /// Reads the beginning of the journal.
  package mutating func head() throws -> Head {
    let length = Self.mark.count + Self.fingerprintLength + 1
    let isWhole = try has(length)
    let found = bytes[start..<min(bytes.count, start + length)]
    // It may be truncated, too: it ends early, or in zeros.
    let written = found.prefix { $0 != 0 }
    let isMarked = zip(written, Self.mark).allSatisfy { $0 == $1 }
    guard isWhole, written.count == length else {
      return try isMarked && isZero(from: written.count) ? .none : .damaged
    }
    guard isMarked, found.last == 0x0A else { return .damaged }
    skip(length)
    return try head(of: String(decoding: found.dropFirst(Self.mark.count).dropLast(), as: UTF8.self))
  }

  /// Reads the options with which the journal was begun: the first record, without which the head is incomplete. Only in a
  /// journal of an earlier version, lines follow at once if there are no options.
  private mutating func head(of fingerprint: String) throws -> Head {
    guard try has(JournalRecord.headLength) else { return .none }
    let head = bytes[start..<start + JournalRecord.headLength]
    guard let length = JournalRecord.length(head) else {
      return try isZero(from: JournalRecord.headLength - 1) ? .none : .damaged
    }
    // Options, or a line that is read again.
    guard try has(length) else { return .none }
    guard let record = JournalRecord(bytes[start..<start + length]) else {
      return try isZero(from: length - 1) ? .none : .damaged
    }
    guard record.step == JournalRecord.stepOfOptions, case .list(let list)? = JSONText.value(of: record.line) else {
      return .of(fingerprint: fingerprint, options: [])
    }
    skip(length)
    let options = list.elements.compactMap { if case .string(let option) = $0 { option } else { nil } }
    return .of(fingerprint: fingerprint, options: options)
  }

  /// Reads the next record.
  package mutating func next() throws -> Next {
    guard try has(1) else { return .end }
    guard try has(JournalRecord.headLength) else { return .torn }
    let head = bytes[start..<start + JournalRecord.headLength]
    // A disk that has extended the file without writing to it shows zeros up to the end; no line contains zeros.
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

  /// True if only zeros follow from an offset in the record, and not too many. Nothing can be read after that.
  private mutating func isZero(from offset: Int) throws -> Bool {
    start += offset
    var zeros = 0
    while true {
      zeros += bytes.count - start
      if zeros > Self.mostZeros || !isZero(bytes.span.extracting(start...)) { return false }
      start = bytes.count
      if try !has(1) { return true }
    }
  }

  private func isZero(_ bytes: Span<UInt8>) -> Bool {
    for index in bytes.indices where bytes[index] != 0 { return false }
    return true
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
