import CEL
import StateKitCore

/// Reads events from CSV (RFC 4180): the first line has the names of the columns.
struct CSVScanner: Sendable {
  private let fields: LogFields
  private let seed = HashSeed.value
  /// The columns; nil before the first line is read.
  private var columns: [Column]?
  private var missing: String?
  /// The fields of payloads that have columns, as bits.
  private var present: UInt64 = 0

  private struct Column {
    let meaning: LogFields.Meaning?
    let name: [UInt8]
    /// Its name as a key of the payload; nil if it is no part of the payload.
    let key: [UInt8]?
  }

  /// A cell of the line that is read.
  private struct Cell {
    var start: Int
    var count: Int
    /// True if it contains quotes, which are doubled in the text.
    var isEscaped: Bool
  }

  init(_ fields: LogFields) {
    self.fields = fields
  }

  /// A field that each line must have, without a column; known after the first line is read.
  var missingColumn: String? { missing }
  /// True after an open quote, a line or a name that is too long: the rest of the log is not read.
  private(set) var hasEnded = false

  /// The names of the columns in the first line.
  static func names(in text: [UInt8]) -> [[UInt8]] {
    var (at, lines) = (0, 0)
    var cells: [Cell] = []
    _ = readLine(text, at: &at, count: text.count, cells: &cells, lines: &lines)
    return cells.map { bytes(of: $0, text: text) }
  }

  /// Reads the complete lines of a batch. Returns the count of bytes read. `isLast`: no text is waited for, `isAtEnd`: none
  /// follows.
  mutating func scan(_ batch: LogBatch, isLast: Bool, isAtEnd: Bool) -> Int {
    batch.removeAll()
    let count = batch.count
    if hasEnded { return count }
    var at = 0
    var cells: [Cell] = []
    while at < count, !hasEnded, batch.made.count < LogBatch.mostMade {
      var lines = 0
      cells.removeAll(keepingCapacity: true)
      let start = at
      let (isWhole, isGood, isOpen) = Self.readLine(batch.text, at: &at, count: count, cells: &cells, lines: &lines)
      if !isWhole && !isLast {
        at = start
        break
      }
      if isOpen {
        batch.bad.append((batch.lines, .openQuote(max(1, lines))))
        hasEnded = true
        return count
      } else if !isWhole && !isAtEnd && columns != nil {
        batch.bad.append((batch.lines, .tooLong))
        hasEnded = true
        return count
      } else if !isGood {
        batch.bad.append((batch.lines, .quotes))
        if lines == 0 { lines = 1 }
      } else if !(cells.count == 1 && cells[0].count == 0) {
        append(cells, batch: batch, start: start, end: at)
      }
      batch.lines += max(1, lines)
    }
    return hasEnded ? count : at
  }

  /// Reads a line. The results say if its end was found, if its quotes are correct, and if one is open at the end.
  private static func readLine(
    _ text: [UInt8], at: inout Int, count: Int, cells: inout [Cell], lines: inout Int
  ) -> (isWhole: Bool, isGood: Bool, isOpen: Bool) {
    while true {
      if at < count, text[at] == UInt8(ascii: "\"") {
        at += 1
        let start = at
        var isEscaped = false
        while true {
          guard at < count else { return (false, false, true) }
          let byte = text[at]
          at += 1
          if byte == 0x0A { lines += 1 }
          guard byte == UInt8(ascii: "\"") else { continue }
          guard at < count, text[at] == UInt8(ascii: "\"") else { break }
          isEscaped = true
          at += 1
        }
        cells.append(Cell(start: start, count: at - 1 - start, isEscaped: isEscaped))
      } else {
        let start = at
        while at < count, text[at] != UInt8(ascii: ","), text[at] != 0x0A, text[at] != UInt8(ascii: "\"") { at += 1 }
        var end = at
        if at == count || text[at] == 0x0A, end > start, text[end - 1] == 0x0D { end -= 1 }
        cells.append(Cell(start: start, count: end - start, isEscaped: false))
      }
      if at < count, text[at] == 0x0D, at + 1 == count || text[at + 1] == 0x0A { at += 1 }
      guard at < count else { return (false, true, false) }
      let byte = text[at]
      at += 1
      if byte == UInt8(ascii: ",") { continue }
      if byte == 0x0A {
        lines += 1
        return (true, true, false)
      }
      // The cell has text after its closing quote; reading resumes at the next line.
      while at < count, text[at] != 0x0A { at += 1 }
      guard at < count else { return (false, false, false) }
      at += 1
      lines += 1
      return (true, false, false)
    }
  }

  private static func bytes(of cell: Cell, text: [UInt8]) -> [UInt8] {
    let bytes = text[cell.start..<cell.start + cell.count]
    guard cell.isEscaped else { return Array(bytes) }
    var found: [UInt8] = []
    var isSecond = false
    for byte in bytes {
      if byte == UInt8(ascii: "\""), !isSecond {
        isSecond = true
        continue
      }
      isSecond = false
      found.append(byte)
    }
    return found
  }

  private mutating func readNames(_ cells: [Cell], batch: LogBatch) {
    let wanted = fields.wanted
    let found = cells.map { cell in
      let name = Self.bytes(of: cell, text: batch.text)
      let meaning = wanted.first { $0.name == name }?.meaning
      return Column(
        meaning: meaning, name: name,
        key: meaning == nil && fields.restBit(name.span) != nil ? LogFields.quoted(name) : nil)
    }
    // Each payload repeats the names.
    if let long = found.first(where: { $0.key != nil && $0.name.count > InputLimits.nameBytes }) {
      batch.bad.append((batch.lines, .longName(long.name.count)))
      hasEnded = true
    }
    let used = found.filter { $0.meaning != nil || $0.key != nil }.map(\.name)
    if let twice = LogFields.firstRepeated(of: used) {
      batch.bad.append((batch.lines, .columnTwice(LogFields.shown(twice))))
      hasEnded = true
    }
    columns = found
    let names = Set(found.map(\.name))
    let absent = wanted.first { !$0.meaning.isOptional && !names.contains($0.name) }
    missing = absent.map { String(decoding: $0.name, as: UTF8.self) }
    for (index, name) in fields.chosen.enumerated() where names.contains(name) { present |= LogFields.bit(index) }
  }

  private mutating func append(_ cells: [Cell], batch: LogBatch, start: Int, end: Int) {
    guard let columns else { return readNames(cells, batch: batch) }
    if missing != nil { return }
    func refuse(_ why: BadLine) { batch.bad.append((batch.lines, why)) }
    if cells.count != columns.count { return refuse(.cells(found: cells.count, expected: columns.count)) }
    if UTF8Text.firstInvalid(in: batch.text.span.extracting(start..<end)) != nil { return refuse(.notUTF8) }
    var record = LogRecord(
      line: batch.lines, time: LogTime.unknown, hash: 0, caseID: .none, event: .none, payload: .none)
    var rest: [UInt8] = []
    for (cell, column) in zip(cells, columns) {
      func name() -> String { LogFields.shown(column.name) }
      switch column.meaning {
      case .caseID:
        if cell.count == 0 { return refuse(.noField(name())) }
        record.caseID = piece(of: cell, batch: batch)
        record.hash = ByteHash.wide(batch.bytes(of: record.caseID).span, seed: seed)
      case .event:
        if cell.count == 0 { return refuse(.noField(name())) }
        record.event = piece(of: cell, batch: batch)
      case .time:
        if cell.count == 0 { return refuse(.noField(name())) }
        let text = batch.text[cell.start..<cell.start + cell.count]
        guard let time = LogTime.of(text) else { return refuse(LogTime.misfit(text, of: name())) }
        record.time = time
      case .payload: if cell.count > 0 { record.payload = piece(of: cell, batch: batch) }
      case .state: if cell.count > 0 { record.state = piece(of: cell, batch: batch) }
      case .did: record.did = cell.count > 0 ? piece(of: cell, batch: batch) : batch.add(Array("[]".utf8))
      case nil:
        guard let key = column.key else { continue }
        LogFields.add(key, value: LogFields.quoted(Self.bytes(of: cell, text: batch.text)), toRest: &rest)
      }
    }
    if !rest.isEmpty {
      rest.append(UInt8(ascii: "}"))
      record.payload = batch.add(rest)
    }
    // Each line has a cell in each column.
    batch.seen = present
    batch.records.append(record)
  }

  private func piece(of cell: Cell, batch: LogBatch) -> Piece {
    guard cell.isEscaped else { return Piece(start: cell.start, count: cell.count) }
    return batch.add(Self.bytes(of: cell, text: batch.text))
  }
}
