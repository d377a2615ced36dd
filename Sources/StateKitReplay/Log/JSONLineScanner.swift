// Longer than others: the one path of every event is in one file.

import CEL
import StateKitCore
import StateKitFormat

/// Reads events from JSON Lines. Scans each line once, strictly, and decodes only the wanted fields.
struct JSONLineScanner: Sendable {
  private let fields: LogFields
  private let wanted: [Wanted]
  private let names: [String]
  private let seed: UInt64

  /// A wanted field, with up to eight of its bytes as a number.
  private struct Wanted: Sendable {
    let meaning: LogFields.Meaning
    let name: [UInt8]
    let word: UInt64
    let mask: UInt64
  }

  /// The fields found in a line.
  private struct Found {
    var pieces: (caseID: Piece, event: Piece, payload: Piece, state: Piece, did: Piece) =
      (.none, .none, .none, .none, .none)
    var time = LogTime.unknown
    /// A bit for each meaning.
    var seen: UInt8 = 0
    var hasOtherThanASCII = false
    /// The start of the rest object in `made`; -1 before its first member.
    var restStart = -1
    /// The fields of the payload, as bits.
    var payloadBits: UInt64 = 0
  }

  init(_ fields: LogFields) {
    self.fields = fields
    seed = HashSeed.value
    wanted = fields.wanted.map { meaning, name in
      let count = min(8, name.count)
      var word: UInt64 = 0
      for (index, byte) in name.prefix(8).enumerated() { word |= UInt64(byte) << UInt64(index * 8) }
      return Wanted(meaning: meaning, name: name, word: word, mask: count == 0 ? 0 : ~0 >> UInt64(64 - count * 8))
    }
    names = fields.wanted.map { LogFields.shown($0.name) }
  }

  /// Reads the lines of a batch.
  func scan(_ batch: LogBatch) {
    batch.removeAll()
    let end = batch.count
    var made: [UInt8] = []
    var records: [LogRecord] = []
    swap(&made, &batch.made)
    swap(&records, &batch.records)
    unsafe batch.text.withUnsafeBufferPointer { text in
      guard let base = text.baseAddress else { return }
      unsafe scan(base, end: end, made: &made, records: &records, batch: batch)
    }
    swap(&made, &batch.made)
    swap(&records, &batch.records)
  }

  @unsafe private func scan(
    _ base: UnsafePointer<UInt8>, end: Int, made: inout [UInt8], records: inout [LogRecord], batch: LogBatch
  ) {
    var cursor = unsafe JSONCursor(base)
    var line = 0
    var seen: UInt64 = 0
    while cursor.at < end {
      cursor.skipSpace()
      if cursor.byte == 0x0A {
        cursor.at += 1
        line += 1
        continue
      }
      let start = cursor.at
      var found = Found()
      if let why = readLine(&cursor, found: &found, made: &made) {
        batch.bad.append((line, why))
        cursor.skipLine()
      } else if found.hasOtherThanASCII, unsafe Self.isDamaged(base, start: start, end: cursor.at) {
        batch.bad.append((line, .notUTF8))
        cursor.at += 1
      } else {
        let piece = found.pieces.caseID
        let id = unsafe UnsafeBufferPointer(start: base + piece.start, count: piece.count)
        let hash =
          unsafe piece.isMade
          ? ByteHash.wide(made[piece.range].span, seed: seed) : ByteHash.wide(id.span, seed: seed)
        records.append(
          LogRecord(
            line: line, time: found.time, hash: hash, caseID: piece, event: found.pieces.event,
            payload: found.pieces.payload, state: found.pieces.state, did: found.pieces.did))
        seen |= found.payloadBits
        cursor.at += 1
      }
      line += 1
    }
    (batch.lines, batch.seen) = (line, seen)
  }

  @unsafe private static func isDamaged(_ base: UnsafePointer<UInt8>, start: Int, end: Int) -> Bool {
    let line = unsafe Span(_unsafeElements: UnsafeBufferPointer(start: base + start, count: end - start))
    return UTF8Text.firstInvalid(in: line) != nil
  }

  /// Reads an object up to the end of its line. Returns the reason if it is not an event.
  private func readLine(_ cursor: inout JSONCursor, found: inout Found, made: inout [UInt8]) -> BadLine? {
    guard cursor.byte == UInt8(ascii: "{") else { return .notJSON }
    cursor.at += 1
    cursor.skipSpace()
    if cursor.byte == UInt8(ascii: "}") {
      cursor.at += 1
    } else {
      while true {
        if let why = readMember(&cursor, found: &found, made: &made) { return why }
        cursor.skipSpace()
        let byte = cursor.byte
        cursor.at += 1
        if byte == UInt8(ascii: "}") { break }
        if byte != UInt8(ascii: ",") {
          cursor.at -= 1
          return .notJSON
        }
        cursor.skipSpace()
      }
    }
    cursor.skipSpace()
    if cursor.byte != 0x0A { return .notJSON }
    found.hasOtherThanASCII = cursor.hasOtherThanASCII
    cursor.hasOtherThanASCII = false
    if found.restStart >= 0 {
      made.append(UInt8(ascii: "}"))
      found.pieces.payload = Piece(madeAt: found.restStart, count: made.count - found.restStart)
    }
    for (index, field) in wanted.enumerated()
    where found.seen & 1 << UInt8(field.meaning.rawValue) == 0 && !field.meaning.isOptional {
      return .noField(names[index])
    }
    return nil
  }

  @inline(__always)
  private func readMember(_ cursor: inout JSONCursor, found: inout Found, made: inout [UInt8]) -> BadLine? {
    guard cursor.byte == UInt8(ascii: "\"") else { return .notJSON }
    let keyStart = cursor.at
    guard let key = cursor.string() else { return .notJSON }
    cursor.skipSpace()
    guard cursor.byte == UInt8(ascii: ":") else { return .notJSON }
    cursor.at += 1
    cursor.skipSpace()
    let start = cursor.at
    guard let index = field(key, cursor: cursor) else {
      guard cursor.skipValue() else { return .notJSON }
      if let bit = restBit(key, cursor: cursor) {
        found.payloadBits |= bit
        addRest(keyStart..<key.end + 1, value: start..<cursor.at, in: cursor, found: &found, made: &made)
      }
      return nil
    }
    let field = wanted[index]
    let bit = 1 << UInt8(field.meaning.rawValue) as UInt8
    if found.seen & bit != 0 { return .twice(names[index]) }
    found.seen |= bit
    switch field.meaning {
    case .state where cursor.byte == UInt8(ascii: "n"): guard cursor.skipValue() else { return .notJSON }
    case .caseID, .event, .state:
      let isText = cursor.byte == UInt8(ascii: "\"")
      var piece: Piece
      if isText {
        guard let text = cursor.string() else { return .notJSON }
        piece = Piece(start: text.start, count: text.end - text.start)
        if text.hasEscape {
          guard let made = Self.unescaped(text, cursor: cursor, made: &made) else { return .notJSON }
          piece = made
        }
      } else {
        let isNumber = cursor.byte == UInt8(ascii: "-") || cursor.byte &- 48 < 10
        let isList = cursor.byte == UInt8(ascii: "[")
        guard cursor.skipValue() else { return .notJSON }
        guard isNumber && field.meaning == .caseID || isList && field.meaning == .state else {
          return .wrongType(names[index], expected: field.meaning.expected)
        }
        piece = Piece(start: start, count: cursor.at - start)
      }
      switch field.meaning {
      case .event: found.pieces.event = piece
      case .state: found.pieces.state = piece
      case .caseID, .time, .payload, .did: found.pieces.caseID = piece
      }
    case .time:
      let isText = cursor.byte == UInt8(ascii: "\"")
      guard cursor.skipValue() else { return .notJSON }
      let count = cursor.at - start
      let time =
        unsafe isText
        ? LogTime.timestamp(cursor.base + start + 1, count: count - 2)
        : LogTime.number(cursor.base + start, count: count)
      guard let time else {
        return unsafe LogTime.misfit(UnsafeBufferPointer(start: cursor.base + start, count: count), of: names[index])
      }
      found.time = time
    case .payload, .did:
      if field.meaning == .payload { found.payloadBits |= LogFields.bit(0) }
      let isNull = cursor.byte == UInt8(ascii: "n")
      guard cursor.skipValue() else { return .notJSON }
      if isNull { return nil }
      let piece = Piece(start: start, count: cursor.at - start)
      if field.meaning == .did { found.pieces.did = piece } else { found.pieces.payload = piece }
    }
    return nil
  }

  /// The field that a key names.
  @inline(__always) private func field(_ key: JSONCursor.Text, cursor: JSONCursor) -> Int? {
    if key.hasEscape { return escapedField(key, cursor: cursor) }
    let count = key.end - key.start
    let word = unsafe UInt64(littleEndian: UnsafeRawPointer(cursor.base + key.start).loadUnaligned(as: UInt64.self))
    for index in wanted.indices
    where wanted[index].name.count == count && wanted[index].word == word & wanted[index].mask {
      if count <= 8 { return index }
      let name = unsafe UnsafeBufferPointer(start: cursor.base + key.start, count: count)
      if unsafe wanted[index].name.elementsEqual(name) { return index }
    }
    return nil
  }

  /// The bit of a key that belongs to the object of the rest; nil for another key.
  @inline(__always) private func restBit(_ key: JSONCursor.Text, cursor: JSONCursor) -> UInt64? {
    guard case .rest(let names) = fields.payload else { return nil }
    if names == nil { return 0 }
    if key.hasEscape { return Self.text(key, cursor: cursor).flatMap { fields.restBit($0.utf8Bytes.span) } }
    let name = unsafe UnsafeBufferPointer(start: cursor.base + key.start, count: key.end - key.start)
    return unsafe fields.restBit(name.span)
  }

  private func escapedField(_ key: JSONCursor.Text, cursor: JSONCursor) -> Int? {
    guard let name = Self.text(key, cursor: cursor) else { return nil }
    return wanted.firstIndex { $0.name.elementsEqual(name.utf8) }
  }

  private static func text(_ text: JSONCursor.Text, cursor: JSONCursor) -> String? {
    let bytes = unsafe Array(UnsafeBufferPointer(start: cursor.base + text.start - 1, count: text.end - text.start + 2))
    if case .string(let made)? = JSONText.value(of: bytes) { return made }
    return nil
  }

  /// A text with its escapes resolved, appended to `made`.
  private static func unescaped(_ text: JSONCursor.Text, cursor: JSONCursor, made: inout [UInt8]) -> Piece? {
    guard let string = self.text(text, cursor: cursor) else { return nil }
    let start = made.count
    made.append(contentsOf: Array(string.utf8))
    return Piece(madeAt: start, count: made.count - start)
  }

  /// Adds a member to the object of the rest: its key as written, and its value.
  private func addRest(
    _ key: Range<Int>, value: Range<Int>, in cursor: JSONCursor, found: inout Found, made: inout [UInt8]
  ) {
    if found.restStart < 0 {
      found.restStart = made.count
      made.append(UInt8(ascii: "{"))
    } else {
      made.append(UInt8(ascii: ","))
    }
    unsafe made.append(contentsOf: UnsafeBufferPointer(start: cursor.base + key.lowerBound, count: key.count))
    made.append(UInt8(ascii: ":"))
    unsafe made.append(contentsOf: UnsafeBufferPointer(start: cursor.base + value.lowerBound, count: value.count))
  }
}
