import CEL
import StateKitCore
import StateKitFormat

/// The lines of a host as lines of a script.
extension HostProcess {
  /// The error for a line that is not an event.
  static func misfit(_ line: [UInt8]) -> Diagnostic {
    let shown = DisplayText.cut(DisplayText.raw(String(decoding: line, as: UTF8.self)))
    return Diagnostic(.badLine, at: SourceSpan(0, end: 0), message: "the line of the host is not an event: \(shown)")
  }

  /// The error of a run if a line of the host reports one that no state handled. `outcome`: that of the line.
  static func problem(_ line: [UInt8], after outcome: Outcome?) -> ScriptRunner.Report? {
    // The line is read again only then: most lines are events that a state handles.
    guard outcome == .ignored || outcome == .declined, let reason = error(line) else { return nil }
    let message = "the host reports an error, and no state handles error.execution: \(DisplayText.quoted(reason))"
    return ScriptRunner.Report(
      origin: .none, diagnostic: Diagnostic(.runError, at: SourceSpan(0, end: 0), message: message))
  }

  /// The reason in a line of the host that reports an error; nil for another line.
  private static func error(_ line: [UInt8]) -> String? {
    message(line).flatMap { $0.verb == .error ? $0.text : nil }
  }

  /// The key that says what a line of the host is.
  private enum Verb: String, CaseIterable {
    case event, error, done, failed

    /// The keys that the line may also have.
    var companions: [String] {
      switch self {
      case .event: ["data"]
      case .error: []
      case .done, .failed: ["data", "to"]
      }
    }
  }

  /// The verb of a line, its object, and all its members; nil if it is no message of a host.
  private static func message(_ line: [UInt8]) -> (verb: Verb, text: String, members: MapValue)? {
    guard case .map(let map)? = JSONText.value(of: line),
      let verb = Verb.allCases.first(where: { map[$0.rawValue] != nil }), case .string(let text)? = map[verb.rawValue]
    else { return nil }
    let keys = verb.companions + [verb.rawValue]
    let isKnown = map.entries.allSatisfy { entry in
      guard case .string(let key) = entry.key else { return false }
      return keys.contains { $0.utf8.elementsEqual(key.utf8) }
    }
    return isKnown ? (verb, text, map) : nil
  }

  /// The script line for a line of the host; nil if it is none.
  static func script(_ line: [UInt8]) -> String? {
    guard let (verb, text, members) = message(line) else { return nil }
    let data = members["data"].flatMap { $0.isNull ? nil : " " + $0.json } ?? ""
    switch verb {
    case .event: return DisplayText.name(text) + data
    case .error: return "error.execution {\"message\":\(Value.string(text).json)}"
    case .done, .failed:
      var path = ""
      if case .list(let ids)? = members["to"] {
        for case .string(let id) in ids.elements { path += DisplayText.name(id) + ": " }
      }
      return path + DisplayText.name(ProgramRequest.event(endOf: text, isFailure: verb == .failed)) + data
    }
  }

  /// True for a line that is nothing but an answer.
  static func isAnswer(_ line: [UInt8], toGuard isGuard: Bool) -> Bool {
    guard case .map(let map)? = JSONText.value(of: line) else { return false }
    if map.entries.isEmpty { return !isGuard }
    return map.entries.count == 1 && (map["answer"] != nil || map["error"] != nil)
  }

  static func isEvent(_ line: [UInt8]) -> Bool { message(line)?.verb == .event }

  static func isEndOfWork(_ line: [UInt8]) -> Bool {
    let verb = message(line)?.verb
    return verb == .done || verb == .failed
  }
}
