import CEL
import StateKitCore
import StateKitFormat

/// A log that is read batch by batch. Its content shows its format.
package final class LogFeed {
  /// The limit of a line, and of a tag, in bytes.
  static let longestLine = 16 << 20

  /// Reads up to a number of bytes and appends them. Returns false at the end.
  package typealias Read = (Int, inout [UInt8]) throws -> Bool

  /// A required field is missing from a log, or is not named.
  package struct MissingField: Error {
    /// Nil if it is not named.
    package let name: String?
    /// `case` or `event`, if it is not named.
    package let meaning: String
    /// True for a column of a CSV file.
    package let isColumn: Bool
    /// The names of the fields of the first line or event.
    package let names: [String]
  }

  /// A log that is not read, whatever its events are.
  package enum Refusal: Error {
    /// It is one JSON array.
    case array
    /// Two options name one field of its lines.
    case sameField(name: String, options: (String, String))
  }

  private enum Scanner {
    case jsonLines(JSONLineScanner)
    case csv(CSVScanner)
    case xes(XESScanner)
  }

  private var fields: LogFields
  private let read: Read
  private let blockSize: Int
  private var scanner: Scanner?
  private var rest: [UInt8] = []
  private var hasEnded = false
  private var isSkipping = false
  /// The first bytes of the log, which show its fields.
  private var head: [UInt8] = []
  private static let headLength = 64 << 10
  private var hasRecords = false
  /// The fields of payloads that events have, as bits.
  package private(set) var seen: UInt64 = 0
  /// The events with and without a time.
  package private(set) var times = EventTimes()
  /// The bytes read so far.
  package private(set) var bytes = 0

  /// `blockSize`: the approximate size of a batch in bytes.
  package init(_ fields: LogFields, blockSize: Int, read: @escaping Read) {
    self.fields = fields
    self.blockSize = blockSize
    self.read = read
  }

  /// Reads the events of a batch that is only filled; nil if the events are read already.
  var lineScanner: (@Sendable (LogBatch) -> Void)? {
    if case .jsonLines(let scanner)? = scanner { { scanner.scan($0) } } else { nil }
  }

  /// Reads the events of all batches, one after the other.
  func forEach(_ body: (LogBatch) throws -> Void) throws {
    let batch = LogBatch()
    while try fill(batch) {
      try checkColumns()
      lineScanner?(batch)
      note(batch)
      try body(batch)
    }
    try checkColumns()
    try checkFields()
  }

  /// Throws if a required column is missing from a CSV file; known with the first batch.
  func checkColumns() throws(MissingField) {
    guard case .csv(let scanner)? = scanner, let name = scanner.missingColumn else { return }
    throw MissingField(name: name, meaning: "", isColumn: true, names: names)
  }

  /// Notes if a batch has events, and which fields they have.
  func note(_ batch: LogBatch) {
    if !batch.records.isEmpty { hasRecords = true }
    seen |= batch.seen
    if fields.time != nil { times.note(batch) }
  }

  /// Throws if the log, which is at its end, has no event because its first line lacks a field.
  func checkFields() throws(MissingField) {
    if hasRecords { return }
    let names = firstNames
    guard !names.isEmpty else { return }
    for (meaning, name) in fields.wanted where fields.mustHave(meaning) && !names.contains(name) {
      throw MissingField(name: String(decoding: name, as: UTF8.self), meaning: "", isColumn: false, names: self.names)
    }
  }

  private var names: [String] { firstNames.map { LogFields.shown($0) } }

  /// The fields of the first line, or of the first event of XES.
  private var firstNames: [[UInt8]] {
    switch scanner {
    case .jsonLines:
      let line = JSONText.value(of: Array(head.prefix { $0 != 0x0A }))
      guard case .map(let map)? = line else { return [] }
      return map.entries.compactMap { entry in
        guard case .string(let name) = entry.key else { return nil }
        return Array(name.utf8)
      }
    case .csv: return head.isEmpty ? [] : CSVScanner.names(in: head)
    case .xes:
      let batch = LogBatch()
      (batch.text, batch.count) = (head, head.count)
      var scanner = XESScanner(fields)
      _ = scanner.scan(batch, isLast: false)
      return scanner.keys
    case nil: return []
    }
  }

  /// Fills a batch with the next lines. Returns false if none are left.
  func fill(_ batch: LogBatch) throws -> Bool {
    batch.text.removeAll(keepingCapacity: true)
    batch.text.reserveCapacity(blockSize + LogBatch.padding)
    batch.text.append(contentsOf: rest)
    rest.removeAll(keepingCapacity: true)
    var most = blockSize
    while true {
      try readMore(upTo: most, batch: batch)
      if scanner == nil { try begin(batch) }
      if batch.text.isEmpty { return false }
      if try cut(batch) { return true }
      // No line ends in the block.
      if hasEnded { return false }
      most = max(blockSize, batch.text.count * 2)
    }
  }

  private func readMore(upTo count: Int, batch: LogBatch) throws {
    while !hasEnded, batch.text.count < count {
      let before = batch.text.count
      if try !read(count - before, &batch.text) { hasEnded = true }
      bytes += batch.text.count - before
    }
  }

  /// Detects the format of the log.
  private func begin(_ batch: LogBatch) throws {
    if batch.text.starts(with: [0xEF, 0xBB, 0xBF]) { batch.text.removeFirst(3) }
    var blank = 0
    while true {
      while blank < batch.text.count, batch.text[blank] <= 0x20 { blank += 1 }
      // A log that begins with more blanks is read as CSV, line by line.
      if hasEnded || blank < batch.text.count || blank >= Self.longestLine { break }
      try readMore(upTo: blank + blockSize, batch: batch)
    }
    head = Array(batch.text[blank...].prefix(Self.headLength))
    switch head.first {
    case UInt8(ascii: "{"): scanner = .jsonLines(JSONLineScanner(fields))
    case UInt8(ascii: "<"):
      fields.useStandardNames()
      scanner = .xes(XESScanner(fields))
    case UInt8(ascii: "[") where [UInt8(ascii: "{"), UInt8(ascii: "]")].contains(head.dropFirst().first { $0 > 0x20 }):
      throw Refusal.array
    default: scanner = .csv(CSVScanner(fields))
    }
    if head.first != UInt8(ascii: "<"), let other = fields.fieldBesideCase {
      throw Refusal.sameField(name: LogFields.shown(other.name), options: ("--case", "--" + other.meaning.option))
    }
    if fields.caseID != nil, fields.event != nil { return }
    throw MissingField(name: nil, meaning: fields.caseID == nil ? "case" : "event", isColumn: false, names: names)
  }

  /// Leaves complete lines in a batch, and keeps the rest for the next one. Returns false if there is no complete
  /// line.
  private func cut(_ batch: LogBatch) throws -> Bool {
    switch scanner {
    case .jsonLines, nil: return cutLines(batch)
    case .csv(var csv):
      let done = scanWhole(batch) { csv.scan(batch, isLast: $0, isAtEnd: hasEnded) }
      scanner = .csv(csv)
      if csv.hasEnded { hasEnded = true }
      return keep(from: done, batch: batch)
    case .xes(var xes):
      let done = scanWhole(batch) { xes.scan(batch, isLast: $0) }
      scanner = .xes(xes)
      return keep(from: done, batch: batch)
    }
  }

  /// Lets `scan` read the complete lines or tags of a batch. Returns the count of bytes read.
  private func scanWhole(_ batch: LogBatch, scan: (_ isLast: Bool) -> Int) -> Int {
    batch.count = batch.text.count
    if hasEnded { return scan(true) }
    let done = scan(false)
    return done > 0 || batch.text.count < Self.longestLine ? done : scan(true)
  }

  private func keep(from done: Int, batch: LogBatch) -> Bool {
    if done == 0 { return false }
    rest.append(contentsOf: batch.text[done...])
    pad(batch, to: done)
    return true
  }

  private func pad(_ batch: LogBatch, to count: Int) {
    batch.text.removeLast(batch.text.count - count)
    batch.count = count
    for _ in 0..<LogBatch.padding { batch.text.append(0) }
  }

  private func cutLines(_ batch: LogBatch) -> Bool {
    if isSkipping {
      guard let end = batch.text.firstIndex(of: 0x0A) else {
        batch.text.removeAll(keepingCapacity: true)
        if !hasEnded { return false }
        isSkipping = false
        return false
      }
      isSkipping = false
      batch.text.removeFirst(end + 1)
      if batch.text.isEmpty, !hasEnded { return false }
    }
    if hasEnded {
      if let last = batch.text.last, last != 0x0A { batch.text.append(0x0A) }
      if batch.text.isEmpty { return false }
      pad(batch, to: batch.text.count)
      return true
    }
    guard let end = batch.text.lastIndex(of: 0x0A) else {
      if batch.text.count < Self.longestLine { return false }
      // A line without an event replaces the one that is too long.
      isSkipping = true
      batch.text.removeAll(keepingCapacity: true)
      batch.text.append(UInt8(ascii: "!"))
      batch.text.append(0x0A)
      pad(batch, to: 2)
      return true
    }
    return keep(from: end + 1, batch: batch)
  }
}
