import CEL
import StateKitCore
import StateKitSearch

/// The tried payloads as a line: `payloads: enter.code -1, 0, 1; pay 5, none`.
enum TriedPayloads {
  private static let mostEvents = 10
  private static let mostValues = 12

  /// nil if no event has a payload.
  static func text(_ inputs: InputCandidates) -> String? {
    let all = inputs.allPayloads
    if all.isEmpty { return nil }
    let shown = all.prefix(mostEvents).flatMap { text($0.values, of: DisplayText.name($0.event)) }
    let more = all.count > mostEvents ? ["\(all.count - mostEvents) more events"] : []
    return "payloads: " + (shown + more).joined(separator: "; ")
  }

  /// The values of an event, or of each field if all payloads are maps.
  private static func text(_ values: [Value?], of event: String) -> [String] {
    let maps = values.compactMap { value in if case .map(let map)? = value { map } else { nil } }
    var known = NameTable()
    var fields: [String] = []
    for map in maps {
      for case .string(let name) in map.entries.map(\.key) where known.intern(name).index == fields.count {
        fields.append(name)
      }
    }
    guard maps.count == values.count, !fields.isEmpty else { return [list(values, of: event)] }
    return fields.map { field in list(maps.map { $0[field] }, of: "\(event).\(DisplayText.name(field))") }
  }

  private static func list(_ values: [Value?], of name: String) -> String {
    var known = NameTable()
    var texts: [String] = []
    for text in values.map({ $0?.json ?? "none" }) where known.intern(text).index == texts.count { texts.append(text) }
    let more = texts.count > mostValues ? ["\(texts.count - mostValues) more"] : []
    return "\(name) " + (texts.prefix(mostValues) + more).joined(separator: ", ")
  }
}
