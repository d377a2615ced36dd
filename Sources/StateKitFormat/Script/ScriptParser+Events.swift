import CEL
import StateKitCore

/// Events with their payloads (Scripts.md).
extension ScriptParser {
  func parseEvent(_ bytes: [UInt8], start: Int, end: Int) throws(LineError) -> ScriptStep {
    if bytes[start] != UInt8(ascii: "\""), DisplayText.bareWordLength(bytes.span.extracting(start..<end)) == 0 {
      throw notAnEvent(bytes, start: start, end: end)
    }
    if names.isOpen, Self.child(bytes, at: start, end: end) != nil { return .nothing }
    if let end = try childEnd(bytes, start: start, end: end) { return end }
    let (nameStart, nameEnd, quoted) = try Self.word(bytes, start: start, end: end, what: "an event")
    var payload: Value?
    var index = nameEnd
    if index < end {
      guard Self.isSpace(bytes[index]) else { throw notSeparated(bytes, start: start, nameEnd: nameEnd, end: end) }
      while index < end, Self.isSpace(bytes[index]) { index += 1 }
      do throws(LineError) {
        payload = try Self.json(bytes, start: index, end: end, what: "the payload")
      } catch {
        // A text that begins like JSON must be JSON.
        if quoted != nil || beginsAsJSON(bytes[index..<end]),
          Self.duration(bytes.span.extracting(index..<end).text) == nil
        {
          throw error
        }
        throw notAPayload(bytes, start: start, nameEnd: nameEnd, payload: index, end: end)
      }
    }
    if let quoted {
      try checkName(quoted, of: "the event", in: start..<nameEnd)
      return .event(chart.event(quoted.utf8Bytes.span, data: payload))
    }
    try checkName(of: "the event", bytes: nameEnd - nameStart, in: start..<nameEnd)
    return .event(chart.event(bytes.span.extracting(nameStart..<nameEnd), data: payload))
  }

  private func beginsAsJSON(_ bytes: ArraySlice<UInt8>) -> Bool {
    switch bytes.first ?? 0 {
    case UInt8(ascii: "{"), UInt8(ascii: "["), UInt8(ascii: "\""): true
    case UInt8(ascii: "-"): bytes.dropFirst().first != UInt8(ascii: ">")
    case UInt8(ascii: "0")...UInt8(ascii: "9"): true
    default: false
    }
  }

  /// `pay: done.invoke.gw {"ok": true}`; nil if no child is named.
  private func childEnd(_ bytes: [UInt8], start: Int, end: Int) throws(LineError) -> ScriptStep? {
    guard chart.family != nil, Self.child(bytes, at: start, end: end) != nil,
      let found = try? forChild(Array(bytes[start..<end])), !found.path.isEmpty
    else { return nil }
    let eventStart = end - found.rest.count
    guard eventStart < end else { throw Self.error(.badLine, in: start..<end, message: "the event is missing") }
    guard case .event(let event) = try parseEvent(Array(bytes[..<end]), start: eventStart, end: end) else { return nil }
    return try childEnd(found.path, name: chart.text(of: event.label), data: event.data, start: eventStart, end: end)
  }

  /// The end of host work of a child: no other event is sent to a child from outside.
  private func childEnd(
    _ path: [String], name: String, data: Value?, start: Int, end: Int
  ) throws(LineError) -> ScriptStep {
    if names.isOpen { return .nothing }
    let found = names.work(ofChild: path)
    let works = found.all
    func line(_ prefix: String, work: String) -> String {
      ChildEnd(path: path, work: work, event: prefix + work, data: nil).shown
    }
    if let prefix = EventType.invocationEnds.first(where: { name.utf8.starts(with: $0.utf8) }), !works.isEmpty {
      let work = String(decoding: name.utf8.dropFirst(prefix.utf8.count), as: UTF8.self)
      if found.known.contains(Array(work.utf8)) {
        return .end(ChildEnd(path: path, work: work, event: name, data: data))
      }
      throw Self.error(
        .badLine, in: start..<end, message: "this child has no work of the host named \(DisplayText.quoted(work))",
        help: suggestions.spend(comparing: works.count)
          ? "write \(line(prefix, work: Suggestion.nearest(to: work, among: works).first ?? works[0]))" : nil)
    }
    throw Self.error(
      .badLine, in: start..<end, message: "a line for a child can only end work of the host",
      help: works.first.map { "write \(line(EventType.invocationEnds[0], work: $0))" }
        ?? "this child has no work of the host")
  }

  /// `{"event": "name", "data": …, "to": "child"}`
  func parseObject(_ bytes: [UInt8], start: Int, end: Int) throws(LineError) -> ScriptStep {
    guard case .map(let map) = try Self.json(bytes, start: start, end: end, what: "the line") else { return .nothing }
    for entry in map.entries {
      guard case .string(let key) = entry.key, key != "event", key != "data", key != "to" else { continue }
      throw Self.error(
        .badLine, in: start..<end, message: "unknown key \(DisplayText.quoted(key)) in an event",
        help: "write {\"event\": NAME, \"data\": JSON}")
    }
    guard case .string(let name)? = map["event"] else {
      throw Self.error(.badLine, in: start..<end, message: "an event object needs \"event\", the name of the event")
    }
    try checkName(name, of: "the event", in: start..<end)
    guard let receiver = map["to"] else { return .event(chart.event(name.utf8Bytes.span, data: map["data"])) }
    let names: [Value]
    if case .list(let list) = receiver { names = list.elements } else { names = [receiver] }
    let path: [String] = names.compactMap { if case .string(let name) = $0 { name } else { nil } }
    guard !path.isEmpty, path.count == names.count, path.count <= Limits().invokeDepth else {
      throw Self.error(
        .badLine, in: start..<end, message: "\"to\" must be the id of a child, or a list of ids that lead to it")
    }
    return try childEnd(path, name: name, data: map["data"], start: start, end: end)
  }

  /// Checks a name that a line gives to `what`, as charts check theirs: it is not empty, and not too long.
  func checkName(_ name: String, of what: String, in range: Range<Int>) throws(LineError) {
    if Self.isBlank(name) { throw Self.error(.emptyName, in: range, message: "the name of \(what) is empty") }
    try checkName(of: what, bytes: name.utf8.count, in: range)
  }

  private func checkName(of what: String, bytes: Int, in range: Range<Int>) throws(LineError) {
    guard let why = InputLimits.longName("the name of \(what)", bytes: bytes) else { return }
    throw Self.error(.longName, in: range, message: why)
  }
}
