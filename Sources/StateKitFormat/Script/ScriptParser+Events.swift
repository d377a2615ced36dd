import CEL
import StateKitCore

/// Events with their payloads (Scripts.md).
extension ScriptParser {
  func parseEvent(_ bytes: [UInt8], _ start: Int, _ end: Int) throws(LineError) -> ScriptStep {
    if bytes[start] != UInt8(ascii: "\""), DisplayText.bareWordLength(bytes.span.extracting(start..<end)) == 0 {
      throw notAnEvent(bytes, start, end)
    }
    let (nameStart, nameEnd, quoted) = try word(bytes, start, end, "an event")
    var payload: Value?
    var index = nameEnd
    if index < end {
      guard Self.isSpace(bytes[index]) else {
        throw notSeparated(bytes, start, nameEnd, end)
      }
      while index < end, Self.isSpace(bytes[index]) { index += 1 }
      do throws(LineError) {
        payload = try Self.json(bytes, index, end, "the payload")
      } catch {
        // What begins as JSON is to be JSON.
        if quoted != nil || beginsAsJSON(bytes[index..<end]),
          Self.duration(bytes.span.extracting(index..<end).text) == nil
        {
          throw error
        }
        throw notAPayload(bytes, start, nameEnd, index, end)
      }
    }
    if let quoted {
      try checkEventName(quoted.utf8.count, isBlank: Self.isBlank(quoted), start, nameEnd)
      return .event(chart.event(quoted.utf8Bytes.span, data: payload))
    }
    try checkEventName(nameEnd - nameStart, isBlank: false, start, nameEnd)
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

  /// `{"event": "name", "data": …}`
  func parseObject(_ bytes: [UInt8], _ start: Int, _ end: Int) throws(LineError) -> ScriptStep {
    guard case .map(let map) = try Self.json(bytes, start, end, "the line") else { return .nothing }
    for entry in map.entries {
      guard case .string(let key) = entry.key, key != "event", key != "data" else { continue }
      throw Self.error(
        .badLine, start, end, "unknown key \(DisplayText.quoted(key)) in an event",
        help: "write {\"event\": NAME, \"data\": JSON}")
    }
    guard case .string(let name)? = map["event"] else {
      throw Self.error(.badLine, start, end, "an event as an object needs \"event\", its name")
    }
    try checkEventName(name.utf8.count, isBlank: Self.isBlank(name), start, end)
    return .event(chart.event(name.utf8Bytes.span, data: map["data"]))
  }

  private func checkEventName(_ length: Int, isBlank: Bool, _ start: Int, _ end: Int) throws(LineError) {
    if isBlank { throw Self.error(.emptyName, start, end, "the name of the event is empty") }
    if length > InputLimits.nameBytes {
      throw Self.error(
        .longName, start, end, "the name of the event has \(length) bytes, the limit is \(InputLimits.nameBytes)")
    }
  }
}
