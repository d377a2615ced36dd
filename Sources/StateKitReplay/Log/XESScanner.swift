// Longer than others: the tags of one format depend on each other.

import CEL
import StateKitCore

/// Reads events from XES (IEEE 1849): the events of the traces of a log, each trace a case.
struct XESScanner: Sendable {
  /// The case of a trace. Its name is checked, hashed and copied once for all events of the trace in a batch.
  private struct Trace: Sendable {
    let name: [UInt8]
    let hash: UInt64
    let isText: Bool
    /// The name in the batch, once an event has it.
    var piece: Piece?
  }

  private let fields: LogFields
  private let seed = HashSeed.value
  private let names: [LogFields.Meaning: String]

  private var isInTrace = false
  private var isInEvent = false
  /// The depth within nested attributes, which are ignored.
  private var depth = 0
  private var trace: Trace?
  private var eventLine = 0
  private var found: [LogFields.Meaning: [UInt8]] = [:]
  private var rest: [UInt8] = []
  /// The fields of the payload, as bits.
  private var bits: UInt64 = 0
  private(set) var hasEnded = false
  /// The first keys of attributes up to the end of the first event.
  private(set) var keys: [[UInt8]] = []
  private var hasKeys = false
  private static let mostKeys = 1_000

  init(_ fields: LogFields) {
    self.fields = fields
    var names: [LogFields.Meaning: String] = [:]
    for field in fields.wanted { names[field.meaning] = LogFields.shown(field.name) }
    self.names = names
  }

  /// Reads the complete tags of a batch. Returns the count of bytes read. `isLast`: no text follows.
  mutating func scan(_ batch: LogBatch, isLast: Bool) -> Int {
    batch.removeAll()
    trace?.piece = nil
    let (text, count) = (batch.text, batch.count)
    var at = 0
    while batch.made.count < LogBatch.mostMade {
      var start = at
      while start < count, text[start] != UInt8(ascii: "<") { start += 1 }
      guard start < count else {
        batch.lines += text[at..<count].count { $0 == 0x0A }
        at = count
        break
      }
      guard let end = Self.end(of: text, start: start, count: count) else {
        if isLast {
          batch.lines += text[at..<count].count { $0 == 0x0A }
          at = count
        } else {
          batch.lines += text[at..<start].count { $0 == 0x0A }
          at = start
        }
        break
      }
      batch.lines += text[at..<start].count { $0 == 0x0A }
      readTag(text, start: start + 1, end: end - 1, batch: batch)
      batch.lines += text[start..<end].count { $0 == 0x0A }
      at = end
    }
    if isLast, at == count, !hasEnded {
      hasEnded = true
      batch.bad.append((batch.lines, .cutOff))
    }
    return at
  }

  /// The end of what a `<` begins; nil if the end is not in the text.
  private static func end(of text: [UInt8], start: Int, count: Int) -> Int? {
    if start + 1 < count, text[start + 1] == UInt8(ascii: "!") || text[start + 1] == UInt8(ascii: "?") {
      let rest = text[start..<count]
      for (open, close) in [("<!--", "-->"), ("<?", "?>"), ("<![CDATA[", "]]>")] where rest.starts(with: open.utf8) {
        return rest.dropFirst(open.utf8.count).firstOccurrence(of: close.utf8)?.upperBound
      }
    }
    var quote: UInt8?
    var index = start + 1
    while index < count {
      let byte = text[index]
      index += 1
      if let open = quote {
        if byte == open { quote = nil }
      } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
        quote = byte
      } else if byte == UInt8(ascii: ">") {
        return index
      }
    }
    return nil
  }

  // MARK: Tags

  /// Handles the text between `<` and `>`.
  private mutating func readTag(_ text: [UInt8], start: Int, end: Int, batch: LogBatch) {
    guard start < end else { return batch.bad.append((batch.lines, .notXML)) }
    switch text[start] {
    case UInt8(ascii: "!"), UInt8(ascii: "?"): return
    case UInt8(ascii: "/"): return close(Self.name(text, start: start + 1, end: end), batch: batch)
    default: break
    }
    let isEmpty = text[end - 1] == UInt8(ascii: "/")
    let name = Self.name(text, start: start, end: isEmpty ? end - 1 : end)
    switch name {
    case "log": if isEmpty { hasEnded = true }
    case "trace":
      if isEmpty { return }
      (isInTrace, isInEvent, depth, trace) = (true, false, 0, nil)
    case "event":
      guard isInTrace, depth == 0 else { return }
      beginEvent(batch)
      if isEmpty { finishEvent(batch) }
    case "string", "date", "int", "float", "boolean", "id", "list", "container", "values":
      if isInTrace, depth == 0 { attribute(name, text: text, start: start, end: end, batch: batch) }
      if isInTrace, !isEmpty { depth += 1 }
    default: if isInTrace, !isEmpty { depth += 1 }
    }
  }

  private mutating func close(_ name: String, batch: LogBatch) {
    switch name {
    case "log":
      refuseOpenEvent(batch)
      hasEnded = true
    case "trace":
      refuseOpenEvent(batch)
      isInTrace = false
    case "event" where depth == 0: if isInEvent { finishEvent(batch) }
    case "event": refuseOpenEvent(batch)
    default: if isInTrace { depth = max(0, depth - 1) }
    }
  }

  /// The name of a tag, without its prefix.
  private static func name(_ text: [UInt8], start: Int, end: Int) -> String {
    let name = text[start..<end].prefix { $0 > 0x20 && $0 != UInt8(ascii: "/") }
    let local = name.lastIndex(of: UInt8(ascii: ":")).map { name[($0 + 1)...] } ?? name
    return String(decoding: local, as: UTF8.self)
  }

  /// The value of an attribute of a tag, with its references resolved.
  private static func value(_ key: StaticString, text: [UInt8], start: Int, end: Int) -> [UInt8]? {
    var index = start
    while index < end {
      while index < end, text[index] > 0x20 { index += 1 }
      while index < end, text[index] <= 0x20 { index += 1 }
      let nameStart = index
      while index < end, text[index] > 0x20, text[index] != UInt8(ascii: "=") { index += 1 }
      let name = nameStart..<index
      while index < end, text[index] <= 0x20 { index += 1 }
      guard index < end, text[index] == UInt8(ascii: "=") else { continue }
      index += 1
      while index < end, text[index] <= 0x20 { index += 1 }
      guard index < end, text[index] == UInt8(ascii: "\"") || text[index] == UInt8(ascii: "'") else { return nil }
      let quote = text[index]
      index += 1
      let valueStart = index
      while index < end, text[index] != quote { index += 1 }
      guard index < end else { return nil }
      if text.span.extracting(name).equals(key) { return resolved(text[valueStart..<index]) }
      index += 1
    }
    return nil
  }

  private static func resolved(_ bytes: ArraySlice<UInt8>) -> [UInt8]? {
    guard bytes.contains(UInt8(ascii: "&")) else { return Array(bytes) }
    var found: [UInt8] = []
    var rest = bytes
    while let byte = rest.first {
      guard byte == UInt8(ascii: "&") else {
        found.append(byte)
        rest = rest.dropFirst()
        continue
      }
      guard let end = rest.prefix(12).firstIndex(of: UInt8(ascii: ";")) else { return nil }
      let name = String(decoding: rest[(rest.startIndex + 1)..<end], as: UTF8.self)
      switch name {
      case "amp": found.append(UInt8(ascii: "&"))
      case "lt": found.append(UInt8(ascii: "<"))
      case "gt": found.append(UInt8(ascii: ">"))
      case "quot": found.append(UInt8(ascii: "\""))
      case "apos": found.append(UInt8(ascii: "'"))
      default:
        let digits = name.dropFirst()
        let code =
          digits.first == "x" ? UInt32(digits.dropFirst(), radix: 16) : name.first == "#" ? UInt32(digits) : nil
        guard name.first == "#", let scalar = code.flatMap({ Unicode.Scalar($0) }) else { return nil }
        found += Array(String(scalar).utf8)
      }
      rest = rest[(end + 1)...]
    }
    return found
  }

  // MARK: Events

  /// Reports an event whose tags are not closed.
  private mutating func refuseOpenEvent(_ batch: LogBatch) {
    if isInEvent { batch.bad.append((eventLine, .notXML)) }
    (isInEvent, depth) = (false, 0)
  }

  private mutating func beginEvent(_ batch: LogBatch) {
    refuseOpenEvent(batch)
    isInEvent = true
    eventLine = batch.lines
    found.removeAll(keepingCapacity: true)
    rest.removeAll(keepingCapacity: true)
    bits = 0
  }

  private mutating func attribute(_ kind: String, text: [UInt8], start: Int, end: Int, batch: LogBatch) {
    guard let key = Self.value("key", text: text, start: start, end: end),
      let value = Self.value("value", text: text, start: start, end: end)
    else { return }
    if !hasKeys, keys.count < Self.mostKeys, !keys.contains(key) { keys.append(key) }
    guard isInEvent else {
      if key == fields.caseID { trace = trace(named: value) }
      return
    }
    // A trace and its events may use equal field names.
    let meanings = fields.wanted.filter { $0.name == key }.map(\.meaning)
    for meaning in meanings { found[meaning] = meaning == .payload ? Self.json(value, kind: kind) : value }
    if meanings.isEmpty, let bit = fields.restBit(key.span) {
      bits |= bit
      LogFields.add(LogFields.quoted(key), value: Self.json(value, kind: kind), toRest: &rest)
    }
  }

  private func trace(named name: [UInt8]) -> Trace {
    Trace(name: name, hash: ByteHash.wide(name.span, seed: seed), isText: UTF8Text.firstInvalid(in: name.span) == nil)
  }

  /// A value as JSON, by the kind of its tag.
  private static func json(_ value: [UInt8], kind: String) -> [UInt8] {
    let text = String(decoding: value, as: UTF8.self)
    switch kind {
    case "int": if let number = Int64(text) { return Array("\(number)".utf8) }
    case "float": if let number = Double(text), number.isFinite { return Array("\(number)".utf8) }
    case "boolean": if text == "true" || text == "false" { return value }
    default: break
    }
    return LogFields.quoted(value)
  }

  private mutating func finishEvent(_ batch: LogBatch) {
    isInEvent = false
    hasKeys = true
    func refuse(_ why: BadLine) { batch.bad.append((eventLine, why)) }
    func name(_ meaning: LogFields.Meaning) -> String { names[meaning] ?? "" }
    // The name of an event is no case.
    let ofEvent = fields.caseID == fields.event ? nil : found[.caseID]
    guard var owner = trace ?? ofEvent.map({ trace(named: $0) }) else { return refuse(.noField(name(.caseID))) }
    guard let event = found[.event] else { return refuse(.noField(name(.event))) }
    // The standard time is optional: a trace has its events in their order.
    var time = LogTime.unknown
    if let text = found[.time] {
      guard let read = LogTime.of(text[...]) else { return refuse(LogTime.misfit(text, of: name(.time))) }
      time = read
    } else if fields.time != nil, fields.mustHave(.time) {
      return refuse(.noField(name(.time)))
    }
    if !rest.isEmpty { rest.append(UInt8(ascii: "}")) }
    let payload = fields.takesRest ? rest : found[.payload] ?? []
    let (state, did) = (found[.state] ?? [], found[.did] ?? [])
    if !owner.isText { return refuse(.notUTF8) }
    for bytes in [event, payload, state, did] where UTF8Text.firstInvalid(in: bytes.span) != nil {
      return refuse(.notUTF8)
    }
    let caseID = owner.piece ?? batch.add(owner.name)
    owner.piece = caseID
    if trace != nil { trace = owner }
    batch.seen |= found[.payload] == nil ? bits : LogFields.bit(0)
    if time == LogTime.unknown { batch.untimed += 1 }
    batch.records.append(
      LogRecord(
        line: eventLine, time: time, hash: owner.hash, caseID: caseID,
        event: batch.add(event), payload: batch.add(payload), state: batch.add(state), did: batch.add(did)))
  }
}
